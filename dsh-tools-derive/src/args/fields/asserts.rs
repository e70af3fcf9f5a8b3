//! What only the field's type can tell is asserted at compile time, at the token to blame.

use super::check::label;
use super::{ChoiceValues, Constraints, Field, Role, Value};
use crate::attr::{Default, Length, Literal, Number, Range};
use crate::ctxt::{At, Blame};
use crate::show::show;
use crate::tool::at;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// A condition that holds or is a compile error.
pub(crate) struct Assertion {
    what: What,
    blame: Blame,
    /// What is silent where this fails: one constant holds all of it, since constants cost more than conditions.
    then: Vec<Self>,
}

enum What {
    /// A condition, and a constant expression that is evaluated where it fails.
    Condition { condition: TokenStream, message: TokenStream },
    /// A function of the runtime that panics at its caller, what it gets, and what must hold for it to be asked.
    Call { function: TokenStream, arguments: TokenStream, guards: Vec<TokenStream> },
}

impl Assertion {
    pub(crate) fn new(
        condition: TokenStream,
        message: &impl ToTokens,
        blame: impl Into<Blame>,
    ) -> Self {
        let what = What::Condition { condition, message: message.to_token_stream() };
        Self { what, blame: blame.into(), then: Vec::new() }
    }

    fn call_of(
        function: TokenStream,
        arguments: TokenStream,
        guards: Vec<TokenStream>,
        blame: Blame,
    ) -> Self {
        Self { what: What::Call { function, arguments, guards }, blame, then: Vec::new() }
    }

    /// An expression to be evaluated at compile time.
    pub(crate) fn call(&self) -> TokenStream {
        let own = self.own();
        if self.then.is_empty() {
            return own;
        }
        let then = self.then.iter().map(Self::own);
        quote!({ #own; #(#then;)* })
    }

    /// Its first and last token are where the error points to.
    fn own(&self) -> TokenStream {
        let Self { what, blame, .. } = self;
        let (path, arguments, guards) = match what {
            What::Condition { condition, message } => {
                let path = quote_spanned!(blame.start=> ::core::assert!);
                (path, quote!(#condition, "{}", #message), &[] as &[TokenStream])
            }
            What::Call { function, arguments, guards } => {
                (at(function.clone(), blame.start), arguments.clone(), &**guards)
            }
        };
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(blame.end);
        let arguments = TokenTree::Group(arguments);
        match guards {
            [] => quote!(#path #arguments),
            guards => quote!(if #(#guards)&&* { #path #arguments }),
        }
    }
}

/// All that the field's attributes presume of its type; `ty` is the type as it can be named where the assertions stand,
/// which is within the table of a `generic` item.
pub(super) fn of_field(
    private: &TokenStream,
    field: &Field<'_>,
    ty: &TokenStream,
    generic: bool,
) -> Vec<Assertion> {
    let node = quote!(<#ty as #private::ToolValue>::PROPERTY);
    // Within the table itself, elements whose type holds the table would be a cycle.
    let known = if generic {
        quote!((&#private::Known::of(#node)))
    } else {
        quote!(<#ty as #private::ToolValue>::KNOWN)
    };
    let shown = shown(field);
    let mut asserts =
        Asserts { private, node, known, shown, guards: Vec::new(), open: None, list: Vec::new() };
    match field.role {
        Role::Row => {
            let applies = asserts.constraints(&field.constraints);
            asserts.literals(field, &applies);
            asserts.optional(field);
            if !generic {
                asserts.nested(&field.constraints, &quote!(<#ty as #private::ToolValue>::KNOWN));
            }
        }
        Role::Part(_) if !generic && field.constraints.inner.is_some() => {
            asserts.node = quote!(<#ty as #private::Flat>::KNOWN.place());
            asserts.constraints(&field.constraints);
            asserts.nested(&field.constraints, &quote!(<#ty as #private::Flat>::KNOWN));
        }
        Role::Part(_) | Role::Skipped => {}
    }
    asserts.list
}

/// What constraints within `inner(..)` or `keys(..)` presume of a type that has parameters: `known` is what constants
/// know of the value they are within.
pub(super) fn of_nested(
    private: &TokenStream,
    field: &Field<'_>,
    constraints: &Constraints,
    node: &TokenStream,
    what: &str,
) -> Vec<Assertion> {
    let mut asserts = Asserts {
        private,
        node: node.clone(),
        known: node.clone(),
        shown: format!("{what} {}", shown(field)),
        guards: Vec::new(),
        open: None,
        list: Vec::new(),
    };
    asserts.constraints(constraints);
    asserts.list
}

fn shown(field: &Field<'_>) -> String {
    format!("`{}: {}`", label(&field.member), show(field.ty))
}

struct Asserts<'a> {
    private: &'a TokenStream,
    /// The type's node as a property.
    node: TokenStream,
    /// What constants know of the type.
    known: TokenStream,
    /// The field, for messages.
    shown: String,
    /// What must hold for an answer to mean anything.
    guards: Vec<TokenStream>,
    /// Which of the list is the question about the constraint at hand, and nothing else yet.
    open: Option<usize>,
    list: Vec<Assertion>,
}

impl Asserts<'_> {
    /// What must hold; where it does not, nothing else is silent.
    fn push(&mut self, condition: &TokenStream, message: &str, blame: Blame) {
        let assertion = self.hold(condition, message, blame);
        self.list.push(assertion);
    }

    /// What is silent where the question about the constraint at hand is answered with no.
    fn depend(&mut self, condition: &TokenStream, message: &str, blame: Blame) {
        let assertion = self.hold(condition, message, blame);
        self.depending(assertion);
    }

    fn depending(&mut self, assertion: Assertion) {
        match self.open.take().and_then(|at| self.list.get_mut(at)) {
            Some(question) => question.then.push(assertion),
            None => self.list.push(assertion),
        }
    }

    fn hold(&self, condition: &TokenStream, message: &str, blame: Blame) -> Assertion {
        self.call("hold", quote!(#condition, #message), blame)
    }

    /// The same of what a function of the runtime asks of the node, which is silent where the question is answered with
    /// no: one call and one node, since each costs every build of every tool.
    fn suits(&mut self, function: &str, value: &impl ToTokens, message: &str, blame: Blame) {
        let node = &self.node;
        let assertion = self.call(function, quote!(#node, #value, #message), blame);
        self.depending(assertion);
    }

    fn call(&self, function: &str, arguments: TokenStream, blame: Blame) -> Assertion {
        let (private, function) = (self.private, quote::format_ident!("{function}"));
        let guards = self.guards.clone();
        Assertion::call_of(quote!(#private::#function), arguments, guards, blame)
    }

    /// A constraint that means nothing to the type. Where the answer is no, what depends on it is silent.
    fn takes(&mut self, question: &str, blame: Blame, message: &str) -> TokenStream {
        let (private, node) = (self.private, &self.node);
        let asked = quote::format_ident!("{question}");
        let takes = quote!(#private::#asked(#node));
        let message = message.replace("{}", &self.shown);
        let (key, _) = message.split_once(" does not").unwrap_or((&message, ""));
        let behind = format!(
            "{key} does not apply to {}: it limits the value, not the pointer to it; leave the pointer out",
            self.shown
        );
        let question = question.replace("takes", "wants");
        let assertion = self.call(&question, quote!(#node, #behind, #message), blame);
        self.open = Some(self.list.len());
        self.list.push(assertion);
        takes
    }

    /// What each constraint presumes; the questions whether it means anything to the type.
    fn constraints(&mut self, constraints: &Constraints) -> Vec<TokenStream> {
        let Constraints { range, length, pattern, choices, unique, format, inner, keys, custom: _ } =
            constraints;
        let mut applies = Vec::new();
        if let Some(range) = range {
            let takes = self.takes(
                "takes_range",
                range.blame,
                "`range` does not apply to {}: it limits integers and floats; `length` limits strings, lists and maps",
            );
            self.range(range);
            applies.push(takes);
        }
        if let Some(length) = length {
            applies.push(self.length(length));
        }
        if let Some(pattern) = pattern {
            let takes = self.takes(
                "takes_pattern",
                pattern.blame,
                "`pattern` does not apply to {}: it is for strings",
            );
            self.only("has_pattern", "pattern", pattern.blame);
            applies.push(takes);
        }
        if let Some(format) = format {
            let takes = self.takes(
                "takes_format",
                format.blame,
                "`format` does not apply to {}: it is for strings",
            );
            self.only("has_format", "format", format.blame);
            applies.push(takes);
        }
        if let Some(choices) = choices {
            applies.push(match &choices.values {
                ChoiceValues::Strings(values) => self.strings(values, choices.blame),
                ChoiceValues::Integers(values) => self.integers(values, choices.blame),
            });
        }
        if let Some(blame) = unique {
            applies.push(self.takes(
                "takes_unique",
                *blame,
                "`unique_items` does not apply to {}: it is for lists",
            ));
        }
        if let Some(inner) = inner {
            applies.push(self.takes(
                "takes_inner",
                inner.blame,
                "`inner` does not apply to {}: it is for the elements of lists and the values of maps",
            ));
        }
        if let Some(keys) = keys {
            applies.push(self.takes(
                "takes_keys",
                keys.blame,
                "`keys` does not apply to {}: it is for maps",
            ));
        }
        applies
    }

    /// What stands within `inner(..)` and `keys(..)`: of the values that `known` tells of.
    fn nested(&mut self, constraints: &Constraints, known: &TokenStream) {
        let private = self.private;
        if let Some(inner) = &constraints.inner {
            let inside = quote!(#known.inner());
            self.within("what is in", quote!(#inside.place()), "takes_inner", &inner.value, |s| {
                s.known.clone_from(&inside);
                s.nested(&inner.value, &inside);
            });
        }
        if let Some(keys) = &constraints.keys {
            let inside = quote!(#known.keys());
            self.within("the keys of", inside.clone(), "takes_keys", &keys.value, |s| {
                s.known = quote!((&#private::Known::of(#inside)));
            });
        }
    }

    fn within(
        &mut self,
        what: &str,
        node: TokenStream,
        question: &str,
        constraints: &Constraints,
        then: impl FnOnce(&mut Self),
    ) {
        let private = self.private;
        let question = quote::format_ident!("{question}");
        let outer = self.node.clone();
        self.guards.push(quote!(#private::#question(#outer)));
        let shown = format!("{what} {}", self.shown);
        let (outer, shown) =
            (std::mem::replace(&mut self.node, node), std::mem::replace(&mut self.shown, shown));
        let known = self.known.clone();
        self.constraints(constraints);
        then(self);
        (self.node, self.shown, self.known) = (outer, shown, known);
        self.guards.pop();
    }

    /// A second one would replace the type's own.
    fn only(&mut self, question: &str, key: &str, blame: Blame) {
        let (private, node) = (self.private, self.node.clone());
        let question = quote::format_ident!("{question}");
        let message = format!(
            "the type of {} has a `{key}` of its own, and a value has one: leave it out, or take the type within",
            self.shown
        );
        self.depend(&quote!(!#private::#question(#node)), &message, blame);
    }

    fn length(&mut self, length: &Length) -> TokenStream {
        let takes = self.takes(
            "takes_length",
            length.blame,
            "`length` does not apply to {}: it limits strings, lists and maps; `range` limits numbers",
        );
        for (key, bound) in [("min", &length.min), ("max", &length.max)] {
            if let Some(At { value, blame }) = bound {
                let message = format!(
                    "`{key} = {value}` is no length of {}: its type has a fixed one, or narrower bounds; leave the bound out",
                    self.shown
                );
                let value = proc_macro2::Literal::u32_unsuffixed(*value);
                self.suits("length_suits", &value, &message, *blame);
            }
        }
        takes
    }

    fn strings(&mut self, values: &[At<String>], blame: Blame) -> TokenStream {
        let takes = self.takes(
            "takes_strings",
            blame,
            "`enum` of strings does not apply to {}: it is for strings",
        );
        let (private, node) = (self.private, self.node.clone());
        for At { value, blame } in values {
            let message =
                format!("`{value:?}` is no value of {}: list values of its type", self.shown);
            self.suits("string_suits", value, &message, *blame);
        }
        let message = format!(
            "the type of {} has a `pattern` or a `format`, which a list of values would replace: list them in the type, or take the type within",
            self.shown
        );
        let own = quote!(#private::has_pattern(#node) || #private::has_format(#node));
        self.depend(&quote!(!(#own)), &message, blame);
        takes
    }

    fn literals(&mut self, field: &Field<'_>, applies: &[TokenStream]) {
        if let Some(At { value: Value::Own(Default::Literal(literal)), blame }) = &field.default {
            self.literal("default", literal, *blame, applies);
        }
        for At { value, blame } in &field.meta.examples {
            self.literal("example", value, *blame, applies);
        }
    }

    fn range(&mut self, range: &Range) {
        let (private, node) = (self.private, self.node.clone());
        // What is excluded need not be a value of the type, as in `0..256` for a `u8`; its neighbour must be.
        let neighbour = |bound: &At<Number>, step: i128| match bound.value {
            Number::Int(value) => Number::Int(value.saturating_add(step)),
            float @ Number::Float(_) => float,
        };
        let bounds = [
            ("min", range.min.as_ref(), 0),
            ("max", range.max.as_ref(), 0),
            ("exclusive_min", range.exclusive_min.as_ref(), 1),
            ("exclusive_max", range.exclusive_max.as_ref(), -1),
        ];
        for (key, bound, step) in bounds {
            let Some(bound) = bound else { continue };
            let value = neighbour(bound, step).constant(private);
            let message = format!(
                "`{key} = {}` is no value of {}: choose a bound inside the type, or leave it out",
                bound.value, self.shown
            );
            self.suits("bound_suits", &value, &message, bound.blame);
        }
        if let Some(step) = &range.multiple_of {
            let value = step.value.constant(private);
            let message = format!(
                "`multiple_of = {}` does not suit {}: an integer is a multiple of integers, and of a step of its type's own",
                step.value, self.shown
            );
            self.suits("step_suits", &value, &message, step.blame);
        }
        // Between two neighbours lie floats but no integers.
        if let (Some((min, no_min)), Some((max, no_max))) = (range.lower(), range.upper())
            && let (Number::Int(lo), Number::Int(hi)) = (min.value, max.value)
            && lo.saturating_add(i128::from(no_min)) > hi.saturating_sub(i128::from(no_max))
        {
            let message = format!(
                "the range is empty: no integer lies between {lo} and {hi}; widen the bounds"
            );
            self.push(&quote!(!#private::takes_integers(#node)), &message, max.blame);
        }
    }

    fn integers(&mut self, values: &[At<i128>], blame: Blame) -> TokenStream {
        let takes = self.takes(
            "takes_integers",
            blame,
            "`enum` of integers does not apply to {}: it is for integers",
        );
        for At { value, blame } in values {
            let message =
                format!("`{value}` is no value of {}: list values of its type", self.shown);
            let value = crate::attr::integer(*value);
            self.suits("integer_suits", &value, &message, *blame);
        }
        takes
    }

    fn literal(&mut self, key: &str, literal: &Literal, blame: Blame, applies: &[TokenStream]) {
        let private = self.private;
        let what = format!("`{key} = {}` is no value of {}: ", literal.json(), self.shown);
        let way_out = "write a literal of its type, within its limits";
        let (value, known) = (literal.constant(private), self.known.clone());
        // The field's own attributes were checked before; the type is what is left. It may be an enum, whose names are
        // known to the compiler only, so that the runtime writes the message.
        let silent = match applies {
            [] => quote!(false),
            applies => quote!(#(!#applies)||*),
        };
        self.list.push(Assertion::call_of(
            quote!(#private::literal),
            quote!(#silent, #known, #value, #what, #way_out),
            Vec::new(),
            blame,
        ));
    }

    fn optional(&mut self, field: &Field<'_>) {
        let node = self.node.clone();
        if let Some(blame) = field.required {
            let message = format!(
                "`required` does not apply to {}: it is for an `Option` whose key must be there; every other field without a default is required, so leave it out",
                self.shown
            );
            self.push(&quote!(#node.is_optional()), &message, blame);
        }
        if let Some(blame) = field.nullable {
            let message = format!(
                "`nullable` does not apply to {}: it is for an `Option` whose `null` the schema is to say; make the type an `Option`",
                self.shown
            );
            self.push(&quote!(#node.is_optional()), &message, blame);
        }
        if let Some(blame) = field.may_be_left_out {
            let message = format!(
                "`#[serde(skip_serializing_if)]` leaves out {}, which the schema says is there: make it an `Option`, or give it a default",
                self.shown
            );
            self.push(&quote!(#node.is_optional()), &message, blame);
        }
    }
}
