//! What a definition promises of its output, and what holds it to that.

use super::contain::{Panicked, Shielded, contain};
use super::output::{Meta, invalid};
use super::{IntoContent, IntoToolOutput, ToolError, ToolExecutionResult, ToolOutput};
use crate::json::{ContentBlock, FrozenJson, JsonError};
use crate::schema::{Direction, Root, StructuredOutputSchema, ToolValue, read, validate};
use std::fmt;
use std::sync::Arc;

/// From the value to what others see of it.
type Projector<T> = Arc<Shielded<Box<dyn Fn(&FrozenJson) -> Result<T, ToolError> + Send + Sync>>>;

/// What a definition promises of its output.
#[derive(Clone, Debug)]
pub(crate) struct OutputContract {
    root: Root,
    /// The output schema, where it is not the text of the root.
    text: Option<FrozenJson>,
    /// There is an output schema.
    advertised: bool,
    /// The body's type does not see to it that the value fits.
    checked: bool,
    blocks: bool,
    render: Option<Projector<Vec<ContentBlock>>>,
    meta: Option<Projector<Meta>>,
}

/// An output that kept the promise.
pub(crate) struct Settled {
    pub(crate) value: FrozenJson,
    pub(crate) content: Vec<ContentBlock>,
    pub(crate) meta: Option<FrozenJson>,
}

impl OutputContract {
    /// The contract of a body's return type.
    pub(crate) fn of<R: IntoToolOutput>() -> Self {
        Self {
            root: Root::from(<R::Value as ToolValue>::NODE),
            text: None,
            advertised: R::OUTPUT.is_some(),
            checked: R::OUTPUT.is_some(),
            blocks: R::BLOCKS,
            render: None,
            meta: None,
        }
    }

    /// The contract of a body that builds its output itself and promises text.
    #[inline]
    pub(crate) fn text() -> Self {
        Self {
            root: Root::from(<String as ToolValue>::NODE),
            text: None,
            advertised: false,
            checked: true,
            blocks: false,
            render: None,
            meta: None,
        }
    }

    /// The contract of a body that builds its output itself and promises what a schema says.
    #[inline]
    pub(crate) fn structured(schema: &StructuredOutputSchema) -> Self {
        Self {
            root: Root::from(schema),
            text: Some(schema.document().clone()),
            advertised: true,
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

    pub(crate) fn meta<V: ToolValue, M: TryInto<FrozenJson, Error: Into<JsonError>>>(
        &mut self,
        meta: impl Fn(&V) -> M + Send + Sync + 'static,
    ) {
        self.meta = Some(projector(move |value: &V| meta(value).try_into().map_err(Into::into)));
    }

    /// The root of the output schema.
    pub(crate) fn schema(&self) -> Option<&Root> {
        self.advertised.then_some(&self.root)
    }

    /// The output schema, where it is not the text of the root.
    pub(crate) const fn text_of_schema(&self) -> Option<&FrozenJson> {
        self.text.as_ref()
    }

    /// Holds what a body gave to the promise. Metadata is for people, who do not see `nested` calls.
    #[inline]
    pub(crate) fn settle(
        &self,
        output: ToolOutput,
        nested: bool,
    ) -> Result<ToolExecutionResult, ToolError> {
        let (mut result, is_shown, refused_meta) = output.into_parts();
        if self.checked
            && let Some(value) = result.value()
        {
            self.check(value)?;
        }
        if is_shown && self.render.is_none() && self.meta.is_none() && refused_meta.is_none() {
            if nested && result.meta().is_some() {
                result.success_mut().map(|success| success.meta.take());
            }
            return Ok(result);
        }
        let Some(success) = result.success_mut() else { return Ok(result) };
        let meta = success.meta.take().map(Ok);
        let meta = refused_meta.map(Err).or(meta);
        let value = success.value().clone();
        let content = is_shown.then(|| success.content.to_vec());
        let settled = self.project(value, content, meta, nested)?;
        Ok(result.revalued(settled.value, settled.content, settled.meta))
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
        let checked = contain(|| validate(value, self.root.clone(), Direction::Output))
            .map_err(|panicked| stopped("checking the output", panicked))?;
        checked.map_err(|violations| {
            invalid(&format!("the tool's output does not fit its schema:\n{violations}"))
                .with_source(violations)
        })
    }

    fn project(
        &self,
        value: FrozenJson,
        content: Option<Vec<ContentBlock>>,
        meta: Option<Meta>,
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
        let meta = meta.transpose().map_err(|error| {
            invalid(&format!("the tool's metadata is no document: {error}")).with_source(error)
        })?;
        Ok(Settled { value, content, meta })
    }

    /// A string is its own text, every other value its JSON text.
    fn default_content(&self, value: &FrozenJson) -> Result<Vec<ContentBlock>, ToolError> {
        if self.blocks {
            return value.deserialize().map_err(|error| {
                invalid(&format!("the tool's output is no list of content blocks: {error}"))
            });
        }
        let root = value.root();
        Ok(match root.as_str() {
            Some(text) => text.into_owned().into_content(),
            None => value.to_string().into_content(),
        })
    }
}

fn stopped(what: &str, panicked: Panicked) -> ToolError {
    invalid(&format!("{what} panicked")).with_source(panicked)
}

fn projector<V: ToolValue, T>(project: impl Fn(&V) -> T + Send + Sync + 'static) -> Projector<T> {
    Arc::new(Shielded::new(Box::new(move |document| {
        let value = read::<V>(document)
            .map_err(|_invalid| invalid("the tool's output cannot be read as its own type"))?;
        // A projector that panics drops the value while it unwinds.
        let value = Shielded::new(value);
        value.get().map(&project).ok_or_else(|| invalid("the tool is gone"))
    })))
}

fn project<T>(projector: &Projector<T>, value: &FrozenJson, what: &str) -> Result<T, ToolError> {
    let Some(project) = projector.get() else {
        return Err(invalid("the tool is gone"));
    };
    contain(|| project(value)).map_err(|panicked| stopped(what, panicked))?
}

impl fmt::Debug for Settled {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settled").field("value", &self.value).finish_non_exhaustive()
    }
}
