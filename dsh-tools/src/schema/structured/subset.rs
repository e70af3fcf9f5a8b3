//! The check of the subset: every violation, in one fixed order, on any document.
//!
//! No recursion: what is open stands on a stack of its own, so that the depth of a document costs nothing else.

use super::error::{Findings, Mark, OutputSchemaError};
use super::keyword::{Keyword, Said};
use super::place::{ROOT, Step};
use super::schema_type::SchemaType;
use super::violation::{Found, Instead, What};
use crate::json::{Cursor, Entries, FrozenJson, Items, JsonKind};
use std::borrow::Cow;
use std::collections::HashSet;
use std::iter::Enumerate;

/// Violations that are kept; the rest is counted. A schema of honest make has none or a few.
const MOST: usize = 1000;

/// Which roots are legal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Roots {
    Any,
    /// Objects only; told when nothing else is wrong.
    Objects,
}

/// Checks a schema.
#[inline]
pub(super) fn check(schema: &FrozenJson, roots: Roots) -> Result<(), OutputSchemaError> {
    let mut check = Check { findings: Findings::default(), open: Vec::new() };
    check.run(schema.root());
    if check.findings.count() == 0 && roots == Roots::Objects && !is_object(schema) {
        check.report(ROOT, What::RootNotObject);
    }
    if check.findings.count() == 0 { Ok(()) } else { Err(OutputSchemaError::new(check.findings)) }
}

/// Whether the root says that it is an object's.
#[inline]
pub(super) fn is_object(schema: &FrozenJson) -> bool {
    let root_type = schema.get("type").and_then(Cursor::as_str);
    root_type.as_deref() == Some(SchemaType::Object.as_str())
}

/// A schema whose inner ones are being looked at.
struct Open<'a> {
    inner: Inner<'a>,
    /// Where the inner ones stand.
    within: usize,
    /// What is left to look at behind them, at the schema's own place.
    rest: Option<(usize, Rest<'a>)>,
    /// Violations and places before the schema was looked at.
    before: Mark,
}

/// The schemas in a schema.
enum Inner<'a> {
    Forms(Enumerate<Items<'a>>),
    Properties(Entries<'a>),
    /// The elements' one, which stands right at the keyword.
    Element(Option<Cursor<'a>>),
    None,
}

/// What is looked at behind the inner schemas.
enum Rest<'a> {
    /// What stands beside `oneOf`.
    Beside(Said<'a>),
    /// `required` and `additionalProperties`.
    Object(Said<'a>),
}

struct Check<'a> {
    findings: Findings,
    open: Vec<Open<'a>>,
}

impl<'a> Check<'a> {
    #[inline]
    fn run(&mut self, root: Cursor<'a>) {
        self.schema(root, ROOT, self.findings.mark());
        while let Some(open) = self.open.last_mut() {
            let before = self.findings.mark();
            let within = open.within;
            let next = match &mut open.inner {
                Inner::Forms(forms) => forms.next().map(|(at, form)| (Some(Step::Index(at)), form)),
                Inner::Properties(properties) => {
                    properties.next().map(|(key, value)| (Some(Step::Key(key.into())), value))
                }
                Inner::Element(element) => element.take().map(|element| (None, element)),
                Inner::None => None,
            };
            match next {
                Some((step, schema)) => {
                    let place = match step {
                        Some(step) => self.findings.places.child(within, step),
                        None => within,
                    };
                    self.schema(schema, place, before);
                }
                None => self.close(),
            }
        }
    }

    /// Of a schema without violations no place is kept.
    #[inline]
    fn done(&mut self, before: Mark) {
        if self.findings.count() == before.violations {
            self.findings.places.forget(before.places);
        }
    }

    #[inline]
    fn close(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        match open.rest {
            Some((place, Rest::Beside(said))) => {
                for keyword in said.constraints() {
                    self.report_at(place, keyword, What::BesideOneOf);
                }
            }
            Some((place, Rest::Object(said))) => {
                self.required(&said, place);
                if let Some(value) = said.get(Keyword::AdditionalProperties)
                    && value.kind() != JsonKind::Bool
                {
                    let what = What::MustBeBoolean(value.kind());
                    self.report_at(place, Keyword::AdditionalProperties, what);
                }
            }
            None => {}
        }
        self.done(open.before);
    }

    #[inline]
    fn report(&mut self, place: usize, what: What) {
        if self.findings.found.len() < MOST {
            self.findings.found.push(Found { place, what });
        } else {
            self.findings.more += 1;
        }
    }

    #[inline]
    fn report_at(&mut self, place: usize, keyword: Keyword, what: What) {
        self.report_step(place, || Step::Keyword(keyword), what);
    }

    #[inline]
    fn report_step(&mut self, place: usize, step: impl FnOnce() -> Step, what: What) {
        let place = if self.findings.found.len() < MOST {
            self.findings.places.child(place, step())
        } else {
            place
        };
        self.report(place, what);
    }

    /// A schema up to its inner ones, which are left open.
    #[inline]
    fn schema(&mut self, schema: Cursor<'a>, place: usize, before: Mark) {
        let count = self.open.len();
        self.head(schema, place, before);
        if self.open.len() == count {
            self.done(before);
        }
    }

    #[inline]
    fn head(&mut self, schema: Cursor<'a>, place: usize, before: Mark) {
        if schema.kind() != JsonKind::Object {
            return self.report(place, What::NotASchemaObject(schema.kind()));
        }
        let said = self.keywords(schema, place);
        for keyword in [Keyword::Description, Keyword::Title] {
            if let Some(value) = said.get(keyword)
                && value.kind() != JsonKind::String
            {
                self.report_at(place, keyword, What::MustBeString(value.kind()));
            }
        }
        match (said.get(Keyword::Type), said.get(Keyword::OneOf)) {
            (Some(_), Some(_)) => self.report(place, What::TypeAndOneOf),
            (None, Some(forms)) => self.forms(forms, said, place, before),
            (Some(word), None) => self.typed(word, said, place, before),
            (None, None) => {
                for keyword in said.constraints() {
                    self.report_at(place, keyword, What::NeedsType(keyword));
                }
            }
        }
    }

    /// What a schema says; a keyword outside the subset is a violation wherever it stands.
    #[inline]
    fn keywords(&mut self, schema: Cursor<'a>, place: usize) -> Said<'a> {
        let mut said = Said::default();
        for (key, value) in schema.entries() {
            if let Some(keyword) = Keyword::named(&key) {
                said.set(keyword, value);
                continue;
            }
            let is_kept = self.findings.found.len() < MOST;
            let what = if is_kept {
                What::unsupported(&key)
            } else {
                What::UnsupportedKeyword(Instead::Nothing)
            };
            self.report_step(place, || Step::Key(key.into()), what);
        }
        said
    }

    #[inline]
    fn forms(&mut self, forms: Cursor<'a>, said: Said<'a>, place: usize, before: Mark) {
        let within = self.findings.places.child(place, Step::Keyword(Keyword::OneOf));
        let is_legal = forms.kind() == JsonKind::Array && forms.len() >= 2;
        if !is_legal {
            self.report(within, What::BadOneOf);
        }
        let inner = if is_legal { Inner::Forms(forms.items().enumerate()) } else { Inner::None };
        self.open.push(Open { inner, within, rest: Some((place, Rest::Beside(said))), before });
    }

    #[inline]
    fn typed(&mut self, word: Cursor<'a>, said: Said<'a>, place: usize, before: Mark) {
        if word.kind() == JsonKind::Array {
            return self.report_at(place, Keyword::Type, What::TypeArray);
        }
        let text = word.as_str();
        let Some(schema_type) = text.as_deref().and_then(SchemaType::named) else {
            let what = What::bad_type(text.as_deref());
            return self.report_at(place, Keyword::Type, what);
        };
        for keyword in said.constraints().filter(|keyword| !keyword.is_for(schema_type)) {
            self.report_at(place, keyword, What::WrongTypeKeyword(keyword, schema_type));
        }
        match schema_type {
            SchemaType::Object => self.object(said, place, before),
            SchemaType::Array => {
                if let Some(element) = said.get(Keyword::Items) {
                    let within = self.findings.places.child(place, Step::Keyword(Keyword::Items));
                    let inner = Inner::Element(Some(element));
                    self.open.push(Open { inner, within, rest: None, before });
                }
            }
            _ => self.scalar(&said, schema_type, place),
        }
    }

    #[inline]
    fn object(&mut self, said: Said<'a>, place: usize, before: Mark) {
        let (mut inner, mut within) = (Inner::None, place);
        if let Some(properties) = said.get(Keyword::Properties) {
            within = self.findings.places.child(place, Step::Keyword(Keyword::Properties));
            if properties.kind() == JsonKind::Object {
                inner = Inner::Properties(properties.entries());
            } else {
                self.report(within, What::BadProperties(properties.kind()));
            }
        }
        self.open.push(Open { inner, within, rest: Some((place, Rest::Object(said))), before });
    }

    #[inline]
    fn required(&mut self, said: &Said<'a>, place: usize) {
        let Some(required) = said.get(Keyword::Required) else {
            return;
        };
        let is_legal = required.kind() == JsonKind::Array
            && required.items().all(|name| name.kind() == JsonKind::String);
        if !is_legal {
            return self.report_at(place, Keyword::Required, What::BadRequired);
        }
        if required.is_empty() {
            return;
        }
        let declared: HashSet<Cow<'_, str>> = said
            .get(Keyword::Properties)
            .into_iter()
            .flat_map(|properties| properties.entries().map(|(key, _)| key))
            .collect();
        for name in required.items().filter_map(Cursor::as_str) {
            if !declared.contains(&name) {
                let what = What::RequiredUndeclared(name.into());
                self.report_at(place, Keyword::Required, what);
            }
        }
    }

    #[inline]
    fn scalar(&mut self, said: &Said<'a>, schema_type: SchemaType, place: usize) {
        let fits = |value: Cursor<'_>| schema_type.fits(value);
        let listed = said.get(Keyword::Enum);
        let is_legal = |listed: Cursor<'_>| {
            listed.kind() == JsonKind::Array && !listed.is_empty() && listed.items().all(fits)
        };
        if listed.is_some_and(|listed| !is_legal(listed)) {
            self.report_at(place, Keyword::Enum, What::BadEnum(schema_type));
        }
        let Some(only) = said.get(Keyword::Const) else {
            return;
        };
        if !fits(only) {
            self.report_at(place, Keyword::Const, What::BadConst(schema_type));
        } else if let Some(listed) = listed.filter(|listed| is_legal(*listed))
            && !listed.items().any(|value| value.same_value(only))
        {
            self.report_at(place, Keyword::Const, What::ConstNotInEnum);
        }
    }
}
