//! One of several forms.

use super::{Purpose, Walker};
use crate::json::{Cursor, JsonKind};
use crate::schema::union::{Data, Form, Tagging};
use crate::schema::{Code, Key, Kinds, Link, Union};

impl<'a> Walker<'a> {
    pub(super) fn walk_union(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        union: &'a Union,
        depth: usize,
    ) {
        match &union.tagging {
            Tagging::Untagged => self.walk_untagged(cursor, link, union, depth),
            Tagging::Key(key) => self.walk_tagged(cursor, link, union, key, depth),
            Tagging::Outer => self.walk_outer(cursor, link, union, depth),
        }
    }

    /// Where one form alone takes values of this kind, that form was meant. Else it is one violation: which of the
    /// forms was meant is for those who read the report to guess.
    fn walk_untagged(&mut self, cursor: Cursor<'a>, link: Link, union: &'a Union, depth: usize) {
        let mut fits = 0;
        for form in union.forms.iter() {
            fits += usize::from(self.fits(cursor, form.node, depth));
            if self.budget.is_spent() || fits > usize::from(union.exclusive) {
                break;
            }
        }
        if fits == 1 {
            return;
        }
        match self.meant(cursor, union) {
            _ if fits == 0 && self.is_none_of_objects(cursor, link, union) => {
                self.report_at(cursor, Code::Type, link);
            }
            Some(form) if fits == 0 => self.walk(cursor, form, depth),
            _ => self.report_at(cursor, Code::OneOf, link),
        }
    }

    /// All forms are objects, and the value is none.
    fn is_none_of_objects(&self, cursor: Cursor<'a>, link: Link, union: &Union) -> bool {
        !union.whole
            && self.purpose == Purpose::Report
            && cursor.kind() != JsonKind::Object
            && Kinds::of(self.nodes.get(link), self.nodes) == Kinds::OBJECT
    }

    /// The one form that takes values of this kind. A probe need not know.
    fn meant(&self, cursor: Cursor<'a>, union: &Union) -> Option<Link> {
        if union.whole || self.purpose == Purpose::Probe {
            return None;
        }
        let takes = |form: &&Form| Kinds::of(self.nodes.get(form.node), self.nodes).take(cursor);
        let mut forms = union.forms.iter().filter(takes);
        match (forms.next(), forms.next()) {
            (Some(only), None) => Some(only.node),
            _ => None,
        }
    }

    /// The form is told by a key: violations are those of that form.
    fn walk_tagged(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        union: &'a Union,
        key: &'a Key,
        depth: usize,
    ) {
        if cursor.kind() != JsonKind::Object {
            return self.report_at(cursor, Code::Type, link);
        }
        let tag = cursor.get(&key.name).filter(|_| !self.is_taken(cursor, &key.name));
        let Some(tag) = tag else {
            return self.report_missing(cursor, None, link);
        };
        let form = tag.as_str().and_then(|name| union.named(&name));
        match form.map(|form| (form.data, form.node)) {
            None => self.report_at(tag, Code::Enum, link),
            Some((Data::Beside, node)) => self.walk_beside(cursor, node, key, depth),
            Some((_, node)) => self.walk(cursor, node, depth),
        }
    }

    /// The form is told by the only key, or is the string itself.
    fn walk_outer(&mut self, cursor: Cursor<'a>, link: Link, union: &'a Union, depth: usize) {
        match cursor.kind() {
            JsonKind::String => {
                let form = cursor.as_str().and_then(|name| union.named(&name));
                if form.is_none_or(|form| form.data != Data::Bare) {
                    let strings = union.forms.iter().any(|form| form.data == Data::Bare);
                    self.report_at(cursor, if strings { Code::Enum } else { Code::Type }, link);
                }
            }
            JsonKind::Object => {
                let mut entries = cursor.raw_entries();
                match (entries.next(), entries.next()) {
                    (Some((key, value)), None) => match union.named(&key.text()) {
                        Some(form) if form.data != Data::Bare => {
                            self.walk(value, form.node, depth);
                        }
                        _ => self.report_key(key, None, Code::UnknownField, link),
                    },
                    _ => self.report_at(cursor, Code::Items, link),
                }
            }
            _ => self.report_at(cursor, Code::Type, link),
        }
    }
}
