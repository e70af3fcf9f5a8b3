//! What can be narrowed, and how one place is.

use super::super::{Draft, Node, Shape};
use super::bounds;
use super::path::{Path, Step};
use super::place::Place;
use crate::json::{Cursor, FrozenJson, JsonKind, JsonWriter, LossyError, Quoted};
use std::sync::Arc;

/// One edit.
#[derive(Clone, Debug)]
pub(crate) struct Narrowing {
    pub(crate) path: Path,
    pub(crate) change: Change,
}

/// What becomes of a property.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Another description: nothing is narrowed.
    Describe(Arc<str>),
    /// Only these values, an array of them.
    Choices(FrozenJson),
    /// Narrower bounds of a number.
    Range(Bounds),
    /// Narrower bounds of a length.
    Length(Lengths),
    /// It has to be there.
    Require,
    /// It is not there.
    Without,
}

/// Bounds of a number, each with whether it is excluded.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Option<(FrozenJson, bool)>,
    pub(crate) high: Option<(FrozenJson, bool)>,
}

/// Bounds of a length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    pub(crate) min: Option<u32>,
    pub(crate) max: Option<u32>,
}

impl Change {
    /// Whether it changes what is legal.
    #[inline]
    pub(super) const fn is_constraint(&self) -> bool {
        !matches!(self, Self::Describe(_))
    }
}

/// Which text is edited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// What a model sees.
    Advertised,
    /// What arguments are held to.
    Checked,
}

/// A text while it is edited.
pub(super) struct Editor<'d> {
    pub(super) document: Cursor<'d>,
    pub(super) root: Place<'d>,
    pub(super) draft: Draft,
    pub(super) side: Side,
}

impl<'d> Editor<'d> {
    #[inline]
    pub(super) fn new(document: &'d FrozenJson, draft: Draft, side: Side) -> Self {
        let document = document.root();
        Self { document, root: Place::new(document), draft, side }
    }

    /// The steps of a path in this text.
    #[inline]
    pub(super) fn steps(&self, path: &Path) -> Result<Vec<Step>, String> {
        let properties = self.document.get("properties");
        path.steps(|name| properties.is_some_and(|properties| properties.get(name).is_some()))
    }

    /// Where some steps lead.
    #[inline]
    pub(super) fn place(&mut self, steps: &[Step]) -> Result<&mut Place<'d>, String> {
        let (document, draft) = (self.document, self.draft);
        steps.iter().try_fold(&mut self.root, |place, step| place.step(step, document, draft))
    }

    /// Makes one edit. `own` is what a type says of the place.
    #[inline]
    pub(super) fn edit(
        &mut self,
        steps: &[Step],
        change: &Change,
        own: Option<&Node>,
    ) -> Result<(), String> {
        let (document, draft, side) = (self.document, self.draft, self.side);
        match change {
            Change::Describe(text) => {
                self.place(steps)?.set("description", FrozenJson::string(&**text));
                Ok(())
            }
            Change::Choices(values) => {
                let place = self.place(steps)?;
                if draft.refers_alone() {
                    place.inline(document, draft)?;
                }
                forget_variants(place, own, values);
                place.set("enum", values.clone());
                Ok(())
            }
            Change::Range(range) => {
                let place = self.place(steps)?;
                place.inline(document, draft)?;
                bounds::range(place, draft, own, range)
            }
            Change::Length(lengths) => {
                let place = self.place(steps)?;
                place.inline(document, draft)?;
                bounds::length(place, *lengths)
            }
            Change::Require => self.require(steps),
            Change::Without => {
                let (place, name) = self.holder(steps)?;
                if required(place).contains(&name) {
                    return Err("is required, and cannot be left out".to_owned());
                }
                if let Some(properties) = place.child("properties") {
                    match side {
                        Side::Advertised => properties.remove(&name),
                        Side::Checked => properties.close(&name),
                    }
                }
                Ok(())
            }
        }
    }

    /// The object that declares a property, and its name.
    #[inline]
    fn holder(&mut self, steps: &[Step]) -> Result<(&mut Place<'d>, String), String> {
        let (document, draft) = (self.document, self.draft);
        let Some((Step::Property(name), outer)) = steps.split_last() else {
            return Err("is every element of an array, and no property".to_owned());
        };
        // It has to be there.
        self.place(steps)?;
        let holder = self.place(outer)?;
        holder.inline(document, draft)?;
        Ok((holder, name.clone()))
    }

    #[inline]
    fn require(&mut self, steps: &[Step]) -> Result<(), String> {
        let (holder, name) = self.holder(steps)?;
        let mut names = required(holder);
        if !names.contains(&name) {
            names.push(name);
            holder.set("required", list(&names).map_err(|error| error.to_string())?);
        }
        // What has to be given stands for nothing when it is not.
        self.place(steps)?.remove("default");
        Ok(())
    }
}

#[inline]
fn required(place: &Place<'_>) -> Vec<String> {
    let names = place.word("required").filter(|names| names.kind() == JsonKind::Array);
    let names = names.into_iter().flat_map(Cursor::items);
    names.filter_map(|name| Some(name.as_str()?.into_owned())).collect()
}

#[inline]
fn list(names: &[String]) -> Result<FrozenJson, LossyError> {
    let mut out = JsonWriter::new();
    out.begin_array()?;
    names.iter().try_for_each(|name| out.str(name))?;
    out.end_array()?;
    out.finish()
}

/// The documentation of variants is folded into a description: that of variants which are gone goes too.
#[inline]
fn forget_variants(place: &mut Place<'_>, own: Option<&Node>, values: &FrozenJson) {
    let Some(Node { shape: Shape::Choice(choices), .. }) = own else {
        return;
    };
    let Some(mut description) =
        place.word("description").and_then(Cursor::as_str).map(std::borrow::Cow::into_owned)
    else {
        return;
    };
    let is_left = |text: &str| {
        values.root().items().any(|value| value.as_str().is_some_and(|value| value == text))
    };
    for choice in choices.iter().filter(|choice| !is_left(&choice.text)) {
        let Some(about) = choice.description else {
            continue;
        };
        let line = format!("`{}`: {about}", &*choice.text);
        for written in [format!("\n{line}"), format!("{line}\n"), line] {
            if let Some(at) = description.find(&written) {
                description.replace_range(at..at + written.len(), "");
                break;
            }
        }
    }
    if description.is_empty() {
        place.remove("description");
    } else {
        place.set("description", FrozenJson::string(description));
    }
}

/// Some of these values, for a message.
#[inline]
pub(super) fn shown(value: Cursor<'_>) -> String {
    if let Some(text) = value.as_str() {
        return Quoted(&text).to_string();
    }
    let text = value.to_string();
    let mut out: String = text.chars().take(80).collect();
    if out.len() < text.len() {
        out.push_str("..");
    }
    out
}
