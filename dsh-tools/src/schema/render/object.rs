//! Objects with declared keys.

use super::super::layout::Layout;
use super::super::{Direction, Nodes, Object, Row};
use super::{ALIASES, Renderer, Result};

impl Renderer<'_> {
    pub(super) fn object(&mut self, object: &Object) -> Result {
        let layout = object.layout();
        self.out.key("properties")?;
        self.begin()?;
        for placed in &layout.rows {
            self.property(placed.row)?;
        }
        self.out.end_object()?;
        self.other_keys(&layout)?;
        let required = self.required_of(&layout);
        self.required(&required)?;
        self.rest(object, &layout)
    }

    pub(super) fn other_keys(&mut self, layout: &Layout<'_>) -> Result {
        let rows = layout.rows.iter().map(|placed| placed.row);
        self.other_names(
            rows.flat_map(|row| row.aliases.iter().map(|alias| (&*alias.name, &*row.key.name))),
        )
    }

    /// The keys that must be there, whatever else is.
    pub(super) fn required_of<'l>(&self, layout: &Layout<'l>) -> Vec<&'l str> {
        let rows = layout.rows.iter();
        let required = rows.filter(|placed| placed.group.is_none() && self.requires(placed.row));
        required.map(|placed| &*placed.row.key.name).collect()
    }

    /// Whether a key must be there. Results have every key, but for those that are never written.
    pub(super) fn requires(&self, row: &Row) -> bool {
        row.required || self.direction == Direction::Output && !row.is_never_written(Nodes::NONE)
    }

    pub(super) fn required(&mut self, names: &[&str]) -> Result {
        self.list("required", names)
    }

    pub(super) fn list(&mut self, key: &str, names: &[&str]) -> Result {
        if names.is_empty() {
            return Ok(());
        }
        self.out.key(key)?;
        self.out.begin_array()?;
        for name in names {
            self.out.str(name)?;
        }
        self.out.end_array()
    }

    /// What keys call for others, and what undeclared keys may hold.
    pub(super) fn rest(&mut self, object: &Object, layout: &Layout<'_>) -> Result {
        if !layout.groups.is_empty() {
            self.groups(layout)?;
        }
        match object.rest {
            // Without a schema of their own the values of an open object need no word.
            Some(rest) if !super::is_silent(rest.get()) => {
                self.out.key("additionalProperties")?;
                self.link(&rest)
            }
            None if object.deny => self.closed(),
            _ => Ok(()),
        }
    }

    pub(super) fn closed(&mut self) -> Result {
        self.out.key("additionalProperties")?;
        self.out.bool(false)
    }

    pub(super) fn property(&mut self, row: &Row) -> Result {
        self.out.key(&row.key.name)?;
        self.row(row)
    }

    /// What is there together or not at all: each key of a group calls for those that the group requires.
    pub(super) fn groups(&mut self, layout: &Layout<'_>) -> Result {
        self.out.key("dependentRequired")?;
        self.begin()?;
        for (at, placed) in layout.rows.iter().enumerate() {
            let Some(group) = placed.group else { continue };
            let others: Vec<&str> = layout
                .rows
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != at)
                .filter(|(_, other)| self.requires(other.row))
                .filter(|(_, other)| {
                    other.group.is_some_and(|other| layout.is_within(group, other))
                })
                .map(|(_, other)| &*other.row.key.name)
                .collect();
            self.list(&placed.row.key.name, &others)?;
        }
        self.out.end_object()
    }

    pub(super) fn other_names<'n>(
        &mut self,
        names: impl Iterator<Item = (&'n str, &'n str)>,
    ) -> Result {
        let mut names = names.peekable();
        if !self.aliases || names.peek().is_none() {
            return Ok(());
        }
        self.out.key(ALIASES)?;
        self.begin()?;
        for (alias, name) in names {
            self.text(alias, name)?;
        }
        self.out.end_object()
    }

    /// A property: in results an `Option` is always there and may be `null`.
    pub(super) fn row(&mut self, row: &Row) -> Result {
        let node = row.node.get();
        let nullable = node.nullable || (node.optional && self.direction == Direction::Output);
        self.begin()?;
        self.refer(node, nullable, &row.meta)?;
        if let Some(default) = &row.default
            && self.direction == Direction::Input
            && !default.says_nothing(row)
        {
            self.out.key("default")?;
            self.out.json(default.document().root())?;
        }
        self.out.end_object()
    }
}
