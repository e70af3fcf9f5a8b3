//! Which parameters are arguments, and how: rules 1 to 3 of the parameters.

use super::model::{Arguments, Hidden, Passed};
use super::parameter::{Parameter, Pattern, Value, parameter};
use super::signature::typed;
use crate::args::{self, Assertion};
use crate::attr::{Attrs, Dialect, plain};
use crate::ctxt::{At, Blame, Ctxt};
use crate::show::show;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Signature, Type};

/// A parameter taken by value; the type of its field, and whether that is a type parameter.
type Placed<'a> = (Value<'a>, (&'a Type, bool));

pub(super) fn arguments<'a>(
    cx: &Ctxt,
    signature: &'a Signature,
    dialect: Dialect,
    hidden: &'a Hidden,
    krate: Option<&syn::Path>,
    tool: &str,
) -> (Arguments<'a>, Vec<Passed<'a>>) {
    let mut passed = Vec::new();
    let mut values = Vec::new();
    for (number, typed) in typed(signature).enumerate() {
        match parameter(cx, dialect, typed) {
            Some(Parameter::State(ty)) => passed.push(Passed::State(ty)),
            Some(Parameter::OptionalState { state, written }) => {
                passed.push(Passed::OptionalState { state, written });
            }
            Some(Parameter::Value(value)) => {
                // Its place; which of the two it is is decided when all are known.
                passed.push(match value.pattern {
                    Pattern::Name(name) => Passed::Field(name),
                    Pattern::Struct | Pattern::Other => Passed::Whole,
                });
                values.push((*value, hidden.field(number, &typed.ty)));
            }
            None => {}
        }
    }
    if let Some(ty) = whole(cx, &values) {
        for place in &mut passed {
            if let Passed::Field(_) = place {
                *place = Passed::Whole;
            }
        }
        return (Arguments::Whole(ty), passed);
    }
    let nests = nests(&values, &args::private(krate));
    let parameters =
        values.into_iter().filter_map(|(value, (ty, _))| argument(cx, value, ty)).collect();
    let attrs = Attrs {
        krate: krate.cloned(),
        rename: Some(At { value: tool.to_owned(), blame: Blame::from(signature.ident.span()) }),
        ..Attrs::default()
    };
    let input = args::parameters(&hidden.ident, &hidden.generics, attrs, parameters);
    let model = Box::new(args::check(cx, input));
    (Arguments::Fields { model, given: &hidden.given, nests }, passed)
}

/// The type of the parameter that is the whole argument object, if one is.
fn whole<'a>(cx: &Ctxt, values: &[Placed<'a>]) -> Option<&'a Type> {
    if let [(value, _)] = values {
        let by_name = matches!(value.pattern, Pattern::Name(name) if name == "args" || name == "_args")
            && !value.documented;
        let is_whole =
            value.attrs.object.is_some() || matches!(value.pattern, Pattern::Struct) || by_name;
        if is_whole {
            check_whole(cx, value);
        }
        return is_whole.then_some(value.ty);
    }
    for (value, _) in values {
        if let Some(object) = value.attrs.object {
            cx.error(
                object,
                "`object` makes this parameter the whole argument object, but another is taken by value too: move that into the object, or take it by reference if it is state",
            );
        } else if let Pattern::Struct = value.pattern {
            cx.error(
                value.blame,
                "a struct pattern takes the whole argument object, but another parameter is taken by value too: give this one a plain name, or move the other into the struct",
            );
        }
    }
    None
}

fn check_whole(cx: &Ctxt, value: &Value<'_>) {
    let Attrs {
        rename,
        rename_all,
        aliases,
        default,
        serde_default,
        required,
        nullable,
        title,
        range,
        length,
        pattern,
        choices,
        unique_items,
        format,
        inner,
        keys,
        custom,
        flatten,
        schemars,
        ..
    } = &value.attrs;
    let other = rename.is_some()
        || rename_all.is_some()
        || !aliases.is_empty()
        || default.is_some()
        || serde_default.is_some()
        || required.is_some()
        || nullable.is_some()
        || title.is_some()
        || range.is_some()
        || length.is_some()
        || pattern.is_some()
        || choices.is_some()
        || unique_items.is_some()
        || format.is_some()
        || inner.is_some()
        || keys.is_some()
        || custom.is_some()
        || flatten.is_some()
        || schemars.is_some();
    if let (true, Some(blame)) = (other, value.attrs.first_key) {
        let ty = show(value.ty);
        cx.error(blame, format!("this parameter is the whole argument object, which has no keys of its own: write them on the fields of `{ty}`"));
    }
}

/// What nobody declared an argument must not nest by mistake: a sole parameter, or one that is called as the whole
/// argument object is and stands beside others.
fn nests(values: &[Placed<'_>], private: &TokenStream) -> Vec<Assertion> {
    let mut assertions = Vec::new();
    for (value, (field, generic)) in values {
        let Value { pattern: Pattern::Name(name), ty, documented: false, .. } = value else {
            continue;
        };
        // What a parameter stands for is not known yet.
        if *generic {
            continue;
        }
        let (name, shown) = (plain(name), show(ty));
        let would =
            format!("`{name}: {shown}` is an object and would nest, as `{{\"{name}\": {{..}}}}`");
        let message = match values {
            [_] => format!(
                "{would}: name the parameter `args` if it is the whole argument object, add `#[arg(object)]`, or document it"
            ),
            _ if name == "args" => format!(
                "{would}, since other parameters are taken by value too: make those fields of `{shown}`, or document this one or name it otherwise"
            ),
            _ => continue,
        };
        assertions.push(Assertion::new(
            quote!(!#private::is_object(<#field as #private::ToolValue>::KNOWN)),
            &message,
            value.blame,
        ));
    }
    assertions
}

fn argument<'a>(cx: &Ctxt, value: Value<'a>, ty: &'a Type) -> Option<args::Parameter<'a>> {
    let Value { pattern, attrs, blame, .. } = value;
    match pattern {
        Pattern::Name(ident) if plain(ident).starts_with('_') => {
            let name = plain(ident);
            let plain = name.trim_start_matches('_');
            cx.error(
                blame,
                format!("the name of a parameter is the argument's name, and `{name}` says that it is unused: call it `{plain}`, and write `let _ = {plain};` if it is not used yet"),
            );
            None
        }
        Pattern::Name(ident) => Some(args::Parameter { ident, ty, attrs }),
        Pattern::Struct => None,
        Pattern::Other => {
            cx.error(blame, "the name of a parameter is the argument's name: write a plain name, and take it apart in the body");
            None
        }
    }
}
