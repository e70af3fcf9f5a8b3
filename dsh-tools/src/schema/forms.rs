//! Which form a value was meant to have: what a message tells of the forms it does not fit.

use super::walk::{Direction, explain, fits};
use super::{Code, Root, Union, Violation, Violations};
use crate::json::{Cursor, FrozenJson};
use std::fmt;

/// Forms that are looked at, however many there are.
const FORMS: usize = 16;
/// Problems of the nearest form that are told.
const PROBLEMS: usize = 4;

impl Violation<'_> {
    /// What keeps a value from the form it is nearest to, or which forms it fits all at once.
    pub(super) fn forms(
        &self,
        f: &mut fmt::Formatter<'_>,
        union: &Union,
        value: Cursor<'_>,
        values: bool,
    ) -> fmt::Result {
        let (root, direction, explains) = self.walked();
        if explains {
            return Ok(());
        }
        let document = value.to_frozen();
        let matching: Vec<usize> = if union.exclusive {
            let all = union.forms.iter().enumerate();
            all.filter(|(_, form)| fits(&document, &root.at(form.node), direction))
                .map(|(at, _)| at + 1)
                .take(FORMS)
                .collect()
        } else {
            Vec::new()
        };
        if let [first, second, ..] = &*matching {
            return write!(
                f,
                ", which fits {} of {} forms (number {first} and number {second}, for two) where it may fit only one",
                matching.len(),
                union.forms.len()
            );
        }
        match nearest(&document, union, root, direction) {
            None => Ok(()),
            Some(found) => problems(f, &found.within(self.full_path()), values),
        }
    }
}

/// The form with the fewest problems, as far as one has the right kind at all.
fn nearest(
    document: &FrozenJson,
    union: &Union,
    root: &Root,
    direction: Direction,
) -> Option<Violations> {
    let forms = union.forms.iter().take(FORMS);
    let found = forms.filter_map(|form| explain(document, root.at(form.node), direction).err());
    found.filter(has_kind).min_by_key(|found| (told_apart(found), found.len()))
}

/// A form whose kind is another one is not near.
fn has_kind(found: &Violations) -> bool {
    let mut all = found.iter();
    !all.any(|violation| violation.code() == Code::Type && violation.full_path().is_root())
}

/// A wrong constant is what tells forms apart: such a form was not meant.
fn told_apart(found: &Violations) -> usize {
    let tells = |violation: &Violation<'_>| {
        matches!(violation.code(), Code::Const | Code::Enum)
            && violation.allowed().len() <= 1
            && violation.full_path().segments().len() == 1
    };
    found.iter().filter(tells).count()
}

fn problems(f: &mut fmt::Formatter<'_>, found: &Violations, values: bool) -> fmt::Result {
    f.write_str("; of the nearest form ")?;
    for (at, violation) in found.iter().take(PROBLEMS).enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        violation.write(f, values)?;
    }
    match found.len().saturating_sub(PROBLEMS) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}
