//! What schemas say, and what they let through.

use super::compare::Differences;
use super::fail::{fail, labelled, short_name, shown};
use crate::json::{FrozenJson, visible};
use crate::schema::{Direction, ToolValue, decode, render};
use crate::tool::{IntoToolDefinition, ToolDefinition};
use serde_json::Value;
use std::fmt;

/// A type or a tool: what it advertises, and what it lets through.
pub struct Advertised {
    name: String,
    kind: Kind,
}

enum Kind {
    Type { schema: Result<FrozenJson, String>, check: fn(&FrozenJson) -> Result<(), String> },
    Tool(ToolDefinition),
}

impl Advertised {
    /// A type, as it stands in a field.
    #[must_use]
    #[inline]
    pub fn of_type<T: ToolValue>() -> Self {
        let schema = render(T::NODE, Direction::Input).map_err(|error| error.to_string());
        let check = |document: &FrozenJson| match decode::<T>(document) {
            Ok(_) => Ok(()),
            Err(violations) => Err(violations.to_string()),
        };
        Self { name: short_name::<T>(), kind: Kind::Type { schema, check } }
    }

    /// A tool's arguments, as a model sees them.
    #[must_use]
    #[inline]
    pub fn of_tool(tool: impl IntoToolDefinition) -> Self {
        let tool = tool.into_tool_definition();
        Self { name: visible(tool.name()).to_string(), kind: Kind::Tool(tool) }
    }

    /// What cannot be registered takes nothing and refuses nothing.
    #[track_caller]
    #[inline]
    fn assert_sound(&self) {
        let name = &self.name;
        match &self.kind {
            Kind::Type { schema: Ok(_), .. } => {}
            Kind::Type { schema: Err(error), .. } => {
                fail(&format!("the schema of `{name}` cannot be written: {error}"))
            }
            Kind::Tool(tool) => {
                let defects: Vec<String> = tool.defects().map(ToString::to_string).collect();
                if !defects.is_empty() {
                    let mut sentence = format!("`{name}` cannot be registered");
                    labelled(&mut sentence, "why", &defects.join("\n"));
                    fail(&sentence);
                }
            }
        }
    }

    #[inline]
    fn check(&self, document: &FrozenJson) -> Result<(), String> {
        match &self.kind {
            Kind::Type { check, .. } => check(document),
            Kind::Tool(tool) => {
                let input = &tool.parts().input;
                if input.fits(document) {
                    return Ok(());
                }
                let refused = input.refuse(tool.shared_name(), document);
                Err(refused.map_or_else(String::new, |error| error.message().to_owned()))
            }
        }
    }
}

#[track_caller]
#[inline]
fn frozen(value: Value) -> FrozenJson {
    match FrozenJson::from_value(value) {
        Ok(document) => document,
        Err(error) => fail(&format!("the JSON that the test gives is no document: {error}")),
    }
}

/// See [`assert_schema!`](crate::testing::assert_schema).
#[track_caller]
#[inline]
pub fn assert_schema(subject: &Advertised, expected: Value) {
    let name = &subject.name;
    let schema = match &subject.kind {
        Kind::Type { schema: Ok(schema), .. } => schema,
        Kind::Type { schema: Err(error), .. } => {
            fail(&format!("the schema of `{name}` cannot be written: {error}"))
        }
        Kind::Tool(tool) => {
            subject.assert_sound();
            &tool.schema().parameters
        }
    };
    let expected = frozen(expected);
    if let Some(all) = Differences::between(expected.root(), schema.root(), "schema") {
        let count = all.count();
        fail(&format!("the schema of `{name}` is not as expected: {count}{all}"));
    }
}

/// See [`assert_accepts!`](crate::testing::assert_accepts).
#[track_caller]
#[inline]
pub fn assert_accepts(subject: &Advertised, document: Value) {
    subject.assert_sound();
    let document = frozen(document);
    if let Err(why) = subject.check(&document) {
        let mut sentence = format!("`{}` rejects {}", subject.name, shown(document.root()));
        labelled(&mut sentence, "why", &why);
        fail(&sentence);
    }
}

/// See [`assert_rejects!`](crate::testing::assert_rejects).
#[track_caller]
#[inline]
pub fn assert_rejects(subject: &Advertised, document: Value, parts: &[&str]) {
    subject.assert_sound();
    let document = frozen(document);
    let (name, given) = (&subject.name, shown(document.root()));
    match subject.check(&document) {
        Ok(()) => {
            let mut sentence = format!("`{name}` accepts {given}, and was to reject it");
            if matches!(&subject.kind, Kind::Tool(tool) if !tool.is_enforced()) {
                labelled(&mut sentence, "why", "its arguments are `.unvalidated(..)`");
            }
            fail(&sentence);
        }
        Err(why) => {
            let missing: Vec<String> = parts
                .iter()
                .filter(|part| !why.contains(**part))
                .map(|p| format!("{p:?}"))
                .collect();
            if !missing.is_empty() {
                let mut sentence = format!("`{name}` rejects {given} in other words");
                labelled(&mut sentence, "not said", &missing.join("\n"));
                labelled(&mut sentence, "said", &why);
                fail(&sentence);
            }
        }
    }
}

impl fmt::Debug for Advertised {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Advertised").field("name", &self.name).finish_non_exhaustive()
    }
}
