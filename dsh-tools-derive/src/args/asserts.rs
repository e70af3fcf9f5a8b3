//! What only the field's type can tell is asserted at compile time, at the token to blame.

use super::model::{ChoiceValues, Constraints, Field};
use crate::attr::{Literal, Number, Range, plain};
use crate::ctxt::{At, Blame};
use crate::show::show;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// A condition that holds or is a compile error.
pub(crate) struct Assertion {
    condition: TokenStream,
    /// A constant expression.
    message: TokenStream,
    blame: Blame,
}

impl Assertion {
    pub(crate) fn new(
        condition: TokenStream,
        message: &impl ToTokens,
        blame: impl Into<Blame>,
    ) -> Self {
        Self { condition, message: message.to_token_stream(), blame: blame.into() }
    }

    /// `assert!(..)`, to be evaluated at compile time. Its first and last token are where the error points to.
    pub(crate) fn call(&self) -> TokenStream {
        let Self { condition, message, blame } = self;
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#condition, "{}", #message));
        arguments.set_span(blame.end);
        let path = quote_spanned!(blame.start=> ::core::assert!);
        let arguments = TokenTree::Group(arguments);
        quote!(#path #arguments)
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
    let shown = format!("`{}: {}`", plain(field.ident), show(field.ty));
    let asserts = Asserts { private, node, known, shown, list: Vec::new() };
    asserts.all(field)
}

struct Asserts<'a> {
    private: &'a TokenStream,
    /// The type's node as a property.
    node: TokenStream,
    /// What constants know of the type.
    known: TokenStream,
    /// The field, for messages.
    shown: String,
    list: Vec<Assertion>,
}

impl Asserts<'_> {
    fn push(&mut self, condition: TokenStream, message: &impl ToTokens, blame: Blame) {
        self.list.push(Assertion::new(condition, message, blame));
    }

    /// A constraint that means nothing to the type. The name of the question is what the other assertions build on: where
    /// the answer is no, they are silent.
    fn takes(&mut self, question: &str, blame: Blame, message: &str) -> TokenStream {
        let (private, node) = (self.private, &self.node);
        let question = quote::format_ident!("{question}");
        let takes = quote!(#private::#question(#node));
        let message = message.replace("{}", &self.shown);
        let (key, _) = message.split_once(" does not").unwrap_or((&message, ""));
        let behind = format!(
            "{key} does not apply to {}: it limits the value, not the pointer to it; leave the pointer out",
            self.shown
        );
        let message = quote!(if #private::is_pointer(#node) { #behind } else { #message });
        self.push(takes.clone(), &message, blame);
        takes
    }

    fn all(mut self, field: &Field<'_>) -> Vec<Assertion> {
        let Constraints { range, length, pattern, choices, unique } = &field.constraints;
        let mut applies = Vec::new();
        if let Some(range) = range {
            let takes = self.takes(
                "takes_range",
                range.blame,
                "`range` does not apply to {}: it limits integers and floats; `length` limits strings, lists and maps",
            );
            self.range(range, &takes);
            applies.push(takes);
        }
        if let Some(length) = length {
            let takes = self.takes(
                "takes_length",
                length.blame,
                "`length` does not apply to {}: it limits strings, lists and maps; `range` limits numbers",
            );
            let (private, node) = (self.private, self.node.clone());
            for (key, bound) in [("min", &length.min), ("max", &length.max)] {
                if let Some(At { value, blame }) = bound {
                    let fits = quote!(!#takes || #private::length_fits(#node, #value));
                    let message = format!(
                        "`{key} = {value}` is no length of {}: its type has a fixed one; leave the bound out",
                        self.shown
                    );
                    self.push(fits, &message, *blame);
                }
            }
            applies.push(takes);
        }
        if let Some(pattern) = pattern {
            applies.push(self.takes(
                "takes_pattern",
                pattern.blame,
                "`pattern` does not apply to {}: it is for strings",
            ));
        }
        if let Some(choices) = choices {
            applies.push(match &choices.values {
                ChoiceValues::Strings(_) => self.takes(
                    "takes_strings",
                    choices.blame,
                    "`enum` of strings does not apply to {}: it is for strings",
                ),
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
        let literals = field.default.iter().map(|default| ("default", default));
        for (key, literal) in
            literals.chain(field.meta.examples.iter().map(|example| ("example", example)))
        {
            self.literal(key, literal, &applies);
        }
        self.optional(field);
        self.list
    }

    fn range(&mut self, range: &Range, takes: &TokenStream) {
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
            self.push(
                quote!(!#takes || #private::bound_fits(#node, #value)),
                &message,
                bound.blame,
            );
        }
        if let Some(step) = &range.multiple_of {
            let value = step.value.constant(private);
            let message = format!(
                "`multiple_of = {}` does not suit {}: an integer is a multiple of integers",
                step.value, self.shown
            );
            self.push(quote!(!#takes || #private::step_fits(#node, #value)), &message, step.blame);
        }
        // Between two neighbours lie floats but no integers.
        if let (Some((min, no_min)), Some((max, no_max))) = (range.lower(), range.upper())
            && let (Number::Int(lo), Number::Int(hi)) = (min.value, max.value)
            && lo.saturating_add(i128::from(no_min)) > hi.saturating_sub(i128::from(no_max))
        {
            let message = format!(
                "the range is empty: no integer lies between {lo} and {hi}; widen the bounds"
            );
            self.push(quote!(!#private::takes_integers(#node)), &message, max.blame);
        }
    }

    fn integers(&mut self, values: &[At<i128>], blame: Blame) -> TokenStream {
        let takes = self.takes(
            "takes_integers",
            blame,
            "`enum` of integers does not apply to {}: it is for integers",
        );
        let (private, node) = (self.private, self.node.clone());
        for At { value, blame } in values {
            let message =
                format!("`{value}` is no value of {}: list values of its type", self.shown);
            let value = crate::attr::integer(*value);
            self.push(
                quote!(!#takes || #private::integers_fit(#node, &[#value])),
                &message,
                *blame,
            );
        }
        takes
    }

    fn literal(&mut self, key: &str, literal: &At<Literal>, applies: &[TokenStream]) {
        let private = self.private;
        let what = format!("`{key} = {}` is no value of {}: ", literal.value.json(), self.shown);
        let way_out = "write a literal of its type, within its limits";
        let (value, known) = (literal.value.constant(private), self.known.clone());
        // The type may be an enum, whose names are known to the compiler only.
        let message = quote!(#private::misfit(#what, #known, #value, #way_out).text());
        // The field's own attributes were checked before; the type is what is left.
        self.push(
            quote!(#(!#applies ||)* #private::literal_fits(#known, #value)),
            &message,
            literal.blame,
        );
    }

    fn optional(&mut self, field: &Field<'_>) {
        let node = self.node.clone();
        if let Some(blame) = field.required {
            let message = format!(
                "`required` does not apply to {}: it is for an `Option` whose key must be there; every other field without a default is required, so leave it out",
                self.shown
            );
            self.push(quote!(#node.is_optional()), &message, blame);
        }
        if let Some(blame) = field.serde_default {
            let message = format!(
                "`#[serde(default)]` on {} is code whose value the schema cannot show: write it as a literal beside it, `#[arg(default = ..)]`",
                self.shown
            );
            self.push(quote!(#node.is_optional()), &message, blame);
        }
        if let Some(blame) = field.may_be_left_out {
            let message = format!(
                "`#[serde(skip_serializing_if)]` leaves out {}, which the schema says is there: make it an `Option`, or give it a default",
                self.shown
            );
            self.push(quote!(#node.is_optional()), &message, blame);
        }
    }
}
