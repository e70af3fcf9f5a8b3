//! One of several forms.

use super::super::layout::{Layout, Placed};
use super::super::union::{Data, Form, Tagging};
use super::super::{Kinds, Meta, Node, Nodes, Shape, Union};
use super::forms::{Content, Leaf, leaves};
use super::{Renderer, Result, folded};

/// The word of a union whose forms all have one kind.
pub(super) fn kind(node: &Node, nullable: bool) -> Option<&'static str> {
    let objects = || Kinds::of(node, Nodes::NONE) == Kinds::OBJECT;
    (matches!(node.shape, Shape::Union(_)) && !nullable && objects()).then_some("object")
}

impl Renderer<'_> {
    /// Forms without a tag are alternatives (`anyOf`); with one they exclude each other (`oneOf`).
    pub(super) fn union(&mut self, union: &Union, nullable: bool) -> Result {
        self.out.key(match union.tagging {
            Tagging::Untagged => "anyOf",
            Tagging::Key(_) | Tagging::Outer => "oneOf",
        })?;
        self.out.begin_array()?;
        match &union.tagging {
            Tagging::Untagged => {
                for form in union.forms.iter() {
                    let meta = Meta { description: form.description, ..Meta::NONE };
                    self.schema(form.node.get(), &meta)?;
                }
            }
            Tagging::Key(_) => {
                for leaf in leaves(union) {
                    self.leaf(&leaf)?;
                }
            }
            Tagging::Outer => {
                self.bare(&union.forms)?;
                for form in union.forms.iter().filter(|form| form.data != Data::Bare) {
                    self.outer(form)?;
                }
            }
        }
        if nullable {
            self.begin()?;
            self.text("type", "null")?;
            self.out.end_object()?;
        }
        self.out.end_array()
    }

    /// `"name"`: all forms without data are one string.
    fn bare(&mut self, forms: &[Form]) -> Result {
        let bare = || forms.iter().filter(|form| form.data == Data::Bare);
        if bare().next().is_none() {
            return Ok(());
        }
        self.begin()?;
        self.names("", bare())?;
        self.out.end_object()
    }

    /// A string that is one of the forms' names; what they mean is folded into its description.
    pub(super) fn names<'f>(
        &mut self,
        description: &str,
        forms: impl Iterator<Item = &'f Form> + Clone,
    ) -> Result {
        self.text("type", "string")?;
        let told = forms.clone().map(|form| (&*form.name, form.description));
        self.description(&folded(description, told))?;
        self.out.key("enum")?;
        self.out.begin_array()?;
        for form in forms.clone() {
            self.out.str(&form.name)?;
        }
        self.out.end_array()?;
        self.other_forms(forms)
    }

    /// Names of forms that are not advertised.
    pub(super) fn other_forms<'f>(&mut self, forms: impl Iterator<Item = &'f Form>) -> Result {
        self.other_names(
            forms.flat_map(|form| form.aliases.iter().map(|alias| (*alias, &*form.name))),
        )
    }

    /// `{"name": ..}`
    fn outer(&mut self, form: &Form) -> Result {
        self.begin()?;
        self.text("type", "object")?;
        self.description(form.description.unwrap_or_default())?;
        self.out.key("properties")?;
        self.begin()?;
        self.out.key(&form.name)?;
        self.schema(form.node.get(), &Meta::NONE)?;
        self.out.end_object()?;
        self.other_forms(std::iter::once(form))?;
        self.required(&[&form.name])?;
        self.closed()?;
        self.out.end_object()
    }

    /// An object whose tags are constants.
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result {
        self.begin()?;
        self.text("type", "object")?;
        self.description(&leaf.description())?;
        let mut required: Vec<&str> = leaf.beside().map(|tag| &*tag.key.name).collect();
        let count = u32::try_from(required.len()).unwrap_or(u32::MAX);
        self.out.key("properties")?;
        self.begin()?;
        for tag in leaf.beside() {
            self.constant(&tag.key.name, tag.form)?;
        }
        let layout = match leaf.content {
            Content::Object(object) => object.layout(),
            _ => Layout::default(),
        };
        for Placed { row, .. } in &layout.rows {
            match leaf.told_by(&row.key.name) {
                Some(form) => self.constant(&row.key.name, form)?,
                None => self.property(row)?,
            }
        }
        self.out.end_object()?;
        self.other_keys(&layout)?;
        required.extend(self.required_of(&layout));
        self.required(&required)?;
        match leaf.content {
            Content::Object(object) => self.rest(object, &layout)?,
            Content::Map(map) => {
                self.values(map)?;
                self.count("minProperties", map.min.saturating_add(count), count)?;
                self.count("maxProperties", map.max.saturating_add(count), u32::MAX)?;
            }
            Content::Any => {}
            Content::Nothing => self.closed()?,
        }
        self.out.end_object()
    }

    /// The key that holds a form's name. Where other names are told it may hold those, too.
    fn constant(&mut self, key: &str, form: &Form) -> Result {
        self.out.key(key)?;
        self.begin()?;
        if self.aliases && !form.aliases.is_empty() {
            self.names("", std::iter::once(form))?;
        } else {
            self.text("type", "string")?;
            self.text("const", &form.name)?;
        }
        self.out.end_object()
    }
}
