//! What a model is told of a tool's arguments, and what they are held to.

use super::{ErrorCode, ToolArgsError, ToolError};
use crate::json::FrozenJson;
use crate::schema::{
    Direction, Node, RawSchema, Refined, Root, Violations, admits, effective, reads, refusal,
    validate,
};
use std::sync::Arc;

/// What a model is told of the arguments, and what they are held to.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// What is advertised, where that is not the text of `own`.
    pub(crate) advertised: Option<FrozenJson>,
    /// What arguments are walked by before they are read: a schema that came as text.
    pub(crate) schema: Option<RawSchema>,
    /// What they were walked by before that was narrowed, where narrowing it in one place may widen it in another.
    before: Vec<RawSchema>,
    /// What they are read by, and checked while they are read: a type's table.
    pub(crate) own: Option<Root>,
    /// There should have been a schema: nothing is legal.
    is_broken: bool,
}

impl Input {
    const NOTHING: Self =
        Self { advertised: None, schema: None, before: Vec::new(), own: None, is_broken: false };

    /// Checked while they are read.
    pub(crate) fn typed(node: &'static Node) -> Self {
        Self { own: Some(Root::from(node)), ..Self::NOTHING }
    }

    /// Checked before they are read.
    #[inline]
    pub(crate) fn validated(schema: RawSchema) -> Self {
        let advertised = Some(schema.document().clone());
        Self { advertised, schema: Some(schema), ..Self::NOTHING }
    }

    /// Not checked at all.
    #[inline]
    pub(crate) fn unvalidated(advertised: FrozenJson) -> Self {
        Self { advertised: Some(advertised), ..Self::NOTHING }
    }

    /// Refused, whatever they are: what they were to be held to cannot be enforced.
    #[inline]
    pub(crate) fn broken() -> Self {
        Self { is_broken: true, ..Self::NOTHING }
    }

    /// Checked by a narrower schema before they are read.
    #[inline]
    pub(crate) fn narrowed(mut self, to: Refined) -> Self {
        if to.may_widen {
            self.before.extend(self.schema.take());
        }
        Self { advertised: Some(to.advertised), schema: to.schema, ..self }
    }

    #[inline]
    pub(crate) const fn is_broken(&self) -> bool {
        self.is_broken
    }

    #[inline]
    pub(crate) const fn is_enforced(&self) -> bool {
        self.schema.is_some() || self.own.is_some() || self.is_broken
    }

    /// Whether arguments may be read; what a type checks while it reads them is not looked at.
    #[inline]
    pub(crate) fn admits(&self, arguments: &FrozenJson) -> bool {
        match &self.schema {
            None => !self.is_broken,
            Some(schema) => std::iter::once(schema)
                .chain(&self.before)
                .all(|schema| admits(arguments, schema.arguments(), Direction::Input)),
        }
    }

    /// The arguments as the body gets them; where that cannot be told, as they are.
    pub(crate) fn effective(&self, arguments: &FrozenJson) -> FrozenJson {
        match (&self.own, &self.schema) {
            (Some(own), _) => effective(arguments, own),
            (None, Some(schema)) => effective(arguments, schema.arguments()),
            // What its body makes of numbers is its own business.
            (None, None) => arguments.clone(),
        }
    }

    /// Whether arguments may have a place of this JSON Pointer that means something to the tool: as far as can be told.
    #[inline]
    pub(crate) fn may_have(&self, pointer: &str) -> bool {
        match (&self.own, &self.advertised) {
            (Some(own), _) => reads(own, pointer),
            (None, Some(advertised)) => declares(advertised, pointer),
            (None, None) => true,
        }
    }

    /// Whether a walk finds nothing that keeps the arguments from being read.
    pub(crate) fn fits(&self, arguments: &FrozenJson) -> bool {
        let own = self.own.as_ref();
        self.admits(arguments) && own.is_none_or(|own| admits(arguments, own, Direction::Input))
    }

    /// The failure of a call whose arguments were refused: every violation, each told once.
    pub(crate) fn refuse(&self, tool: &Arc<str>, arguments: &FrozenJson) -> Option<ToolError> {
        if self.is_broken {
            let message = "the schema of the tool's arguments cannot be enforced";
            return Some(ToolError::coded(ErrorCode::UnsupportedSchema, message));
        }
        let error = ToolArgsError::new(Arc::clone(tool), self.violations(arguments)?);
        Some(ToolError::coded(ErrorCode::InvalidArgs, error.to_string()).with_source(error))
    }

    fn violations(&self, arguments: &FrozenJson) -> Option<Violations> {
        let walked = self
            .schema
            .iter()
            .chain(&self.before)
            .filter_map(|schema| validate(arguments, schema.arguments(), Direction::Input).err())
            .reduce(Violations::and_those);
        match (walked, &self.own) {
            (None, own) => own.as_ref().map(|own| refusal(arguments, own.clone())),
            (walked, None) => walked,
            // The type knows more than its text does, and less of what was narrowed.
            (Some(walked), Some(own)) => {
                Some(match validate(arguments, own.clone(), Direction::Input) {
                    Ok(()) => walked,
                    Err(more) => walked.and_those(more),
                })
            }
        }
    }
}

/// Whether a schema that came as text declares the first step of a pointer. Where it says more than `properties` nobody
/// looks.
#[inline]
fn declares(schema: &FrozenJson, pointer: &str) -> bool {
    let Some(name) = pointer.split('/').nth(1).filter(|name| *name != "*") else {
        return true;
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    let Some(properties) = schema.get("properties") else {
        return true;
    };
    let says_more = ["allOf", "anyOf", "oneOf", "$ref", "patternProperties", "if"];
    let takes_others =
        schema.get("additionalProperties").is_some_and(|rest| rest.as_bool() != Some(false));
    properties.get(&name).is_some()
        || takes_others
        || says_more.iter().any(|keyword| schema.get(keyword).is_some())
}
