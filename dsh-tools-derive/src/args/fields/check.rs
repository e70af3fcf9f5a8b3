//! Everything that the macro can know to be wrong with a list of fields.

use super::super::check::meta;
use super::super::model::Meta;
use super::super::names::Names;
use super::fits::misfit;
use super::{Constraints, Field, Fields, Given, Role, Value, constraints};
use crate::attr::{Attrs, Default, SerdeDefault, plain};
use crate::case::Case;
use crate::ctxt::{At, Blame, Ctxt};
use syn::visit::{self, Visit};
use syn::{Lifetime, Member, Type, TypeReference};

/// What a struct says of all its fields.
#[derive(std::default::Default)]
pub(crate) struct Common {
    /// How names are spelled that are not written out.
    pub(crate) case: Option<Case>,
    pub(crate) deny: bool,
    /// What absent keys stand for where a field does not say.
    pub(crate) default: Option<Value>,
}

/// Checks each field by itself and their names together.
pub(crate) fn check<'a>(cx: &Ctxt, common: &Common, fields: Vec<Given<'a>>) -> Fields<'a> {
    let borrows: Vec<bool> = fields.iter().map(|field| check_borrows(cx, field.ty)).collect();
    let mut names = Names::new(cx, "field");
    let list = fields
        .into_iter()
        .zip(borrows)
        .map(|(given, borrows)| {
            let mut field = field(cx, common, &mut names, given);
            field.borrows = borrows;
            field.broken |= borrows;
            field
        })
        .collect();
    Fields { list, deny: common.deny }
}

fn field<'a>(cx: &Ctxt, common: &Common, names: &mut Names<'_>, given: Given<'a>) -> Field<'a> {
    let Given { member, ty, mut attrs } = given;
    let before = cx.count();
    let role = role(cx, &attrs);
    let owner = label(&member);
    let (key, blame) = match (attrs.rename.take(), &member) {
        (Some(name), _) => (name.value, name.blame),
        (None, Member::Named(ident)) => {
            let name = common.case.map_or_else(|| owner.clone(), |case| case.field(&owner));
            (name, ident.span().into())
        }
        (None, Member::Unnamed(index)) => (owner.clone(), index.span.into()),
    };
    if let Role::Row = role {
        names.name(&owner, &key, blame);
        for alias in &attrs.aliases {
            names.alias(&owner, alias);
        }
    }
    let constraints = constraints::check(cx, &mut attrs);
    let meta = meta(&mut attrs);
    let default = attrs.default.take();
    check_literals(cx, default.as_ref(), &meta, &constraints);
    let required = attrs.required.filter(|flag| flag.value);
    if let (Some(required), Some(_)) = (&required, &default) {
        cx.error(
            required.blame,
            "`required` contradicts `default`: what is always there needs no default; keep one",
        );
    }
    let nullable = attrs.nullable.filter(|flag| flag.value);
    if let (Some(nullable), Some(_)) = (&nullable, &required) {
        cx.error(
            nullable.blame,
            "`nullable` says nothing beside `required`: an `Option` whose key must be there may be `null`; leave it out",
        );
    }
    let serde_default = attrs.serde_default.take();
    let (default, serde_default) = match (default, serde_default) {
        (Some(own), serde) => (Some(own.map(Value::Own)), serde.map(|serde| serde.value)),
        (None, Some(serde)) => (Some(serde.map(of_serde)), None),
        (None, None) => {
            // What is always there needs none.
            let whole = common.default.clone().filter(|_| required.is_none());
            (whole.map(|value| At { value, blame }), None)
        }
    };
    let default = default.filter(|_| !matches!(role, Role::Part(_)));
    let may_be_left_out = attrs
        .may_be_left_out
        .filter(|_| default.is_none() && matches!(role, Role::Row))
        .map(|condition| condition.blame);
    Field {
        member,
        ty,
        role,
        foreign: attrs.schemars.is_some(),
        key,
        aliases: attrs.aliases.into_iter().map(|alias| alias.value).collect(),
        constraints,
        required: required.map(|required| required.blame),
        nullable: nullable.map(|nullable| nullable.blame),
        default,
        serde_default,
        meta,
        may_be_left_out,
        borrows: false,
        broken: attrs.broken || cx.count() > before,
    }
}

/// The field as messages call it.
pub(crate) fn label(member: &Member) -> String {
    match member {
        Member::Named(ident) => plain(ident),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn of_serde(default: SerdeDefault) -> Value {
    match default {
        SerdeDefault::Bare => Value::Own(Default::Bare),
        SerdeDefault::Path(path) => Value::Call(Box::new(SerdeDefault::call(&path))),
    }
}

/// What the field is, and that what else is said of it means something then.
fn role(cx: &Ctxt, attrs: &Attrs) -> Role {
    match (&attrs.flatten, attrs.skip) {
        (Some(flatten), Some(_)) => {
            cx.error(
                flatten.blame,
                "`flatten` contradicts `skip`: what is left out has no keys; keep one",
            );
            Role::Skipped
        }
        (Some(flatten), None) => {
            for (key, blame) in said(attrs) {
                if key != "inner" {
                    cx.error(blame, format!("`{key}` beside `flatten` has no meaning: the field has no key of its own; write it on the fields of its type"));
                }
            }
            if let Some(default) = &attrs.serde_default {
                cx.error(default.blame, "`#[serde(default)]` beside `flatten` has no meaning here: make the field an `Option`, or give defaults to the fields of its type");
            }
            Role::Part(flatten.clone())
        }
        (None, Some(_)) => {
            for (key, blame) in said(attrs) {
                cx.error(blame, format!("`{key}` beside `skip` says nothing: the field has no place in the JSON and is made by its type's `Default`; leave it out"));
            }
            Role::Skipped
        }
        (None, None) => {
            if let (Some(_), Some(custom)) = (attrs.schemars, &attrs.custom) {
                cx.error(custom.blame, "`custom` beside `schemars` is not asked: the value is read by its own `Deserialize`, which may refuse it");
            }
            Role::Row
        }
    }
}

/// What the attributes say of a key and its value, in the order of their names.
fn said(attrs: &Attrs) -> Vec<(&'static str, Blame)> {
    fn at<T>(key: &'static str, value: Option<&At<T>>) -> Option<(&'static str, Blame)> {
        value.map(|value| (key, value.blame))
    }
    [
        attrs.aliases.first().map(|alias| ("alias", alias.blame)),
        at("custom", attrs.custom.as_ref()),
        at("default", attrs.default.as_ref()),
        at("enum", attrs.choices.as_ref()),
        attrs.examples.first().map(|example| ("example", example.blame)),
        at("format", attrs.format.as_ref()),
        at("inner", attrs.inner.as_ref()),
        at("keys", attrs.keys.as_ref()),
        attrs.length.as_ref().map(|length| ("length", length.blame)),
        at("nullable", attrs.nullable.as_ref()),
        at("pattern", attrs.pattern.as_ref()),
        attrs.range.as_ref().map(|range| ("range", range.blame)),
        at("rename", attrs.rename.as_ref()),
        at("required", attrs.required.as_ref()),
        attrs.schemars.map(|blame| ("schemars", blame)),
        at("unique_items", attrs.unique_items.as_ref()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Literals that the field's own attributes refuse.
fn check_literals(
    cx: &Ctxt,
    default: Option<&At<Default>>,
    meta: &Meta,
    constraints: &Constraints,
) {
    let default = default.and_then(|default| match &default.value {
        Default::Literal(literal) => Some(("default", literal, default.blame)),
        _ => None,
    });
    let examples = meta.examples.iter().map(|example| ("example", &example.value, example.blame));
    for (key, literal, blame) in default.into_iter().chain(examples) {
        if let Some(why) = misfit(literal, constraints) {
            cx.error(
                blame,
                format!("`{key} = {}` is none of the field's own values: {why}", literal.json()),
            );
        }
    }
}

/// What is decoded owns what it holds. Tells every borrow in the field's type; whether there was one.
pub(crate) fn check_borrows(cx: &Ctxt, ty: &Type) -> bool {
    let mut borrows = Borrows { cx, found: false };
    borrows.visit_type(ty);
    borrows.found
}

struct Borrows<'a> {
    cx: &'a Ctxt,
    found: bool,
}

impl<'ast> Visit<'ast> for Borrows<'_> {
    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        self.found = true;
        self.cx.error_on(
            reference,
            format!("arguments own what they hold: {}", owned(&reference.elem)),
        );
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            self.found = true;
            self.cx.error_on(lifetime, "arguments own what they hold: use an owned type, or `'static` as in `Cow<'static, str>`");
        }
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        // Function pointers and trait objects have lifetimes of their own, and no schema anyway.
        if !matches!(ty, Type::FnPtr(_) | Type::TraitObject(_)) {
            visit::visit_type(self, ty);
        }
    }
}

/// What to write in place of a reference to this.
pub(crate) fn owned(ty: &Type) -> String {
    match ty {
        Type::Path(path) if path.path.is_ident("str") => {
            String::from("use `String` in place of `&str`")
        }
        Type::Slice(_) => String::from("use `Vec<..>` in place of a slice"),
        _ => String::from("use the type without the reference"),
    }
}
