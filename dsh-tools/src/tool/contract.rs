//! What a definition promises of its output, and what holds it to that.

use super::contain::{Shielded, contain};
use super::{ErrorCode, IntoContent, IntoToolOutput, ToolError, ToolOutput};
use crate::json::{ContentBlock, FrozenJson, JsonKind};
use crate::schema::{Direction, Link, Node, ToolValue, validate};
use serde_json::Value;
use std::fmt;

/// From the value to what others see of it.
type Projector<T> = Shielded<Box<dyn Fn(&FrozenJson) -> Result<T, ToolError> + Send + Sync>>;

/// What a definition promises of its output.
#[derive(Debug)]
pub(crate) struct OutputContract {
    node: Link,
    /// There is an output schema.
    advertised: bool,
    /// The body's type does not see to it that the value fits.
    checked: bool,
    blocks: bool,
    render: Option<Projector<Vec<ContentBlock>>>,
    meta: Option<Projector<Value>>,
}

/// An output that kept the promise.
pub(crate) struct Settled {
    pub(crate) value: FrozenJson,
    pub(crate) content: Vec<ContentBlock>,
    pub(crate) meta: Option<FrozenJson>,
}

impl OutputContract {
    /// The contract of a body's return type.
    pub(crate) const fn of<R: IntoToolOutput>() -> Self {
        Self {
            node: Link::Const(<R::Value as ToolValue>::NODE),
            advertised: R::OUTPUT.is_some(),
            checked: R::OUTPUT.is_some(),
            blocks: R::BLOCKS,
            render: None,
            meta: None,
        }
    }

    /// The contract of a body that builds its output itself and promises text.
    pub(crate) const fn text() -> Self {
        Self {
            node: Link::Const(<String as ToolValue>::NODE),
            advertised: false,
            checked: true,
            blocks: false,
            render: None,
            meta: None,
        }
    }

    pub(crate) fn render<V: ToolValue, C: IntoContent>(
        &mut self,
        render: impl Fn(&V) -> C + Send + Sync + 'static,
    ) {
        self.render = Some(projector(move |value: &V| render(value).into_content()));
    }

    pub(crate) fn meta<V: ToolValue, M: Into<Value>>(
        &mut self,
        meta: impl Fn(&V) -> M + Send + Sync + 'static,
    ) {
        self.meta = Some(projector(move |value: &V| meta(value).into()));
    }

    /// The node of the output schema.
    pub(crate) fn schema(&self) -> Option<&Node> {
        self.advertised.then(|| self.node.get())
    }

    /// Holds what a body gave to the promise. Metadata is for people, who do not see `nested` calls.
    pub(crate) fn settle(&self, output: ToolOutput, nested: bool) -> Result<Settled, ToolError> {
        let (value, content, meta) = output.into_parts();
        if self.checked {
            self.check(&value)?;
        }
        self.project(value, content, meta, nested)
    }

    /// Holds a value to the promise that did not come from the body; nothing but the value counts.
    pub(crate) fn settle_authored(
        &self,
        value: FrozenJson,
        nested: bool,
    ) -> Result<Settled, ToolError> {
        self.check(&value)?;
        self.project(value, None, None, nested)
    }

    fn check(&self, value: &FrozenJson) -> Result<(), ToolError> {
        let checked = contain(|| validate(value, self.node.clone(), Direction::Output))
            .map_err(|_panicked| broken("checking the output panicked"))?;
        checked.map_err(|violations| {
            broken(&format!("the tool's output does not fit its schema:\n{violations}"))
                .with_source(violations)
        })
    }

    fn project(
        &self,
        value: FrozenJson,
        content: Option<Vec<ContentBlock>>,
        meta: Option<Value>,
        nested: bool,
    ) -> Result<Settled, ToolError> {
        let content = match (&self.render, content) {
            (Some(render), _) => project(render, &value, "rendering the output")?,
            (None, Some(content)) => content,
            (None, None) => self.default_content(&value)?,
        };
        let meta = match &self.meta {
            _ if nested => None,
            Some(projector) => Some(project(projector, &value, "making the metadata")?),
            None => meta,
        };
        let meta = meta
            .map(FrozenJson::from_value)
            .transpose()
            .map_err(|error| broken(&format!("metadata: {error}")))?;
        Ok(Settled { value, content, meta })
    }

    fn default_content(&self, value: &FrozenJson) -> Result<Vec<ContentBlock>, ToolError> {
        if self.blocks {
            return value.deserialize().map_err(|error| {
                broken(&format!("the tool's output is no list of content blocks: {error}"))
            });
        }
        let root = value.root();
        let text = match root.kind() {
            JsonKind::String => root.as_str().unwrap_or_default().into_owned(),
            JsonKind::Null => String::new(),
            _ => value.to_string(),
        };
        Ok(text.into_content())
    }
}

fn broken(message: &str) -> ToolError {
    ToolError::coded(ErrorCode::InvalidToolOutput, message)
}

fn projector<V: ToolValue, T>(project: impl Fn(&V) -> T + Send + Sync + 'static) -> Projector<T> {
    Shielded::new(Box::new(move |document| {
        let value = V::decode(document.root(), V::NODE)
            .map_err(|_invalid| broken("the tool's output cannot be read as its own type"))?;
        Ok(project(&value))
    }))
}

fn project<T>(projector: &Projector<T>, value: &FrozenJson, what: &str) -> Result<T, ToolError> {
    let panicked = || broken(&format!("{what} panicked"));
    let Some(project) = projector.get() else {
        return Err(panicked());
    };
    contain(|| project(value)).map_err(|payload| {
        super::log::panicked_in("output projector", "", &payload);
        panicked()
    })?
}

impl fmt::Debug for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settled").field("value", &self.value).finish_non_exhaustive()
    }
}
