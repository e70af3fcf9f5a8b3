//! What was probably meant: the slips of models that have one likely remedy.

use super::union::{Data, Tagging};
use super::walk::fits;
use super::wording;
use super::{Code, Union, Violation, nearest};
use crate::json::{Cursor, FrozenJson, Quoted, visible};
use std::fmt;

impl<'a> Violation<'a> {
    /// Keys of the object that no row declares.
    pub(super) fn undeclared(&self) -> Vec<(String, Cursor<'a>)> {
        let (Some(object), Some(holder)) = (self.object(), self.holder()) else {
            return Vec::new();
        };
        holder
            .raw_entries()
            .filter(|(key, _)| !object.declares(*key))
            .filter(|(key, _)| !self.all.told_form(self.found.at, &key.text()))
            .take(nearest::CANDIDATES)
            .map(|(key, value)| (key.text().into_owned(), value))
            .collect()
    }

    pub(super) fn look_alike(&self) -> Option<String> {
        let row = self.row()?;
        let undeclared = self.undeclared();
        let keys = || undeclared.iter().map(|(key, _)| key.as_str());
        std::iter::once(&row.key)
            .chain(row.aliases.iter())
            .find_map(|name| nearest::nearest(&name.name, keys()))
            .map(str::to_owned)
    }

    /// Where a model wrapped its arguments once more: the undeclared key that holds the missing one.
    pub(super) fn wrapper(&self) -> Option<String> {
        let name = &self.row()?.key.name;
        let inside = |(_, value): &(String, Cursor<'_>)| value.get(name).is_some();
        self.undeclared().into_iter().find(inside).map(|(key, _)| key)
    }

    /// The key that holds a form's name where another one has to, or is called almost like it.
    pub(super) fn tag_like(&self) -> Option<String> {
        let (Some(union), None) = (self.union(), self.row()) else { return None };
        let Tagging::Key(tag) = &union.tagging else { return None };
        let entries: Vec<_> = self.holder()?.raw_entries().take(nearest::CANDIDATES).collect();
        let names =
            |value: &Cursor<'_>| value.as_str().is_some_and(|name| union.named(&name).is_some());
        let mut holding = entries.iter().filter(|(_, value)| names(value));
        if let (Some((key, _)), None) = (holding.next(), holding.next()) {
            return Some(key.text().into_owned());
        }
        let keys: Vec<_> = entries.iter().map(|(key, _)| key.text()).collect();
        nearest::nearest(&tag.name, keys.iter().map(|key| &**key)).map(str::to_owned)
    }

    /// A declared name that is absent is the likelier one.
    pub(super) fn declared_like(&self) -> Option<String> {
        let holder = self.holder()?;
        let path = self.json_path();
        let name = path.last_key()?;
        if let Some(union) = self.union() {
            return nearest::nearest(name, keys_of(union)).map(str::to_owned);
        }
        let object = self.object()?;
        let rows = object.all_rows();
        let mut given = vec![false; rows.len()];
        for (key, _) in holder.raw_entries() {
            let row = object.locate(key, &mut 0);
            if let Some(given) = row.and_then(|row| given.get_mut(row)) {
                *given = true;
            }
        }
        let names = || rows.iter().map(|row| &*row.key.name);
        let absent = names().zip(&given).filter(|(_, given)| !**given).map(|(name, _)| name);
        nearest::nearest(name, absent)
            .or_else(|| nearest::nearest(name, names()))
            .map(str::to_owned)
    }

    /// Whether what the object does not declare is declared nowhere: other schemas of the same value may.
    pub(super) fn declares_all(&self) -> bool {
        self.object().is_some_and(|object| !object.exact || object.deny)
    }

    /// What was probably meant by the missing field: it stands inside another one, or under another name.
    pub(super) fn instead(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(wrapper) = self.wrapper() {
            return write!(
                f,
                "; it was found inside `{}`: move it one level up",
                visible(&wrapper)
            );
        }
        if let (Some(key), Some(Union { tagging: Tagging::Key(tag), .. })) =
            (self.tag_like(), self.union())
        {
            let (key, tag) = (visible(&key), visible(&tag.name));
            return write!(f, "; `{key}` is not it: did you mean `{tag}`?");
        }
        match (self.look_alike(), self.undeclared().as_slice()) {
            (Some(name), _) => {
                let name = visible(&name);
                write!(f, "; `{name}` is not a declared field: did you mean `{}`?", self.name())
            }
            (None, [(only, _)]) if self.declares_all() => {
                write!(f, "; `{}` is not a declared field", visible(only))
            }
            (None, _) => Ok(()),
        }
    }

    /// A string that names a form which holds something.
    pub(super) fn names_content(&self, text: &str) -> bool {
        let union = self.union().filter(|union| matches!(union.tagging, Tagging::Outer));
        union.is_some_and(|union| union.named(text).is_some())
    }

    /// An undeclared key that names a form without data.
    pub(super) fn is_bare(&self) -> bool {
        let path = self.json_path();
        let form = || self.union()?.named(path.last_key()?);
        form().is_some_and(|form| form.data == Data::Bare)
    }

    /// A model's slips that have one obvious remedy.
    pub(super) fn hint(&self, f: &mut fmt::Formatter<'_>, value: Cursor<'_>) -> fmt::Result {
        /// Longer text is not read again for the sake of a hint.
        const LONGEST: usize = 16 * 1024;
        let node = self.target();
        match (self.code(), value.as_str()) {
            (Code::Enum | Code::Type, Some(text)) if self.names_content(&text) => {
                write!(f, "; write it as the key of an object: {{{}: ..}}", Quoted(&text))
            }
            (Code::Type, Some(text)) if text == "null" && node.optional => {
                f.write_str("; leave it out, or write null without quotes")
            }
            (Code::Type, Some(text)) if text.len() <= LONGEST => {
                let root = self.all.home(self.found.home).at(self.found.node);
                let fits = FrozenJson::parse(text.as_ref())
                    .is_ok_and(|inner| fits(&inner, &root, self.all.direction));
                if fits { f.write_str("; write it without quotes") } else { Ok(()) }
            }
            (Code::Enum, Some(text)) => {
                let names: Vec<&str> = match self.union() {
                    Some(union) => union.names().collect(),
                    None => wording::choices(node, self.nodes()).collect(),
                };
                match nearest::nearest(&text, names) {
                    Some(choice) => write!(f, "; did you mean {}?", Quoted(choice)),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

/// The names that are keys where the only key tells the form.
pub(super) fn keys_of(union: &Union) -> impl Iterator<Item = &str> {
    union.forms.iter().filter(|form| form.data != Data::Bare).map(|form| &*form.name)
}
