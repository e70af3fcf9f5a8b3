//! Where in the arguments something is narrowed.

use crate::json::visible;
use std::fmt;
use std::sync::Arc;

/// Steps of one path: what goes deeper is nobody's property any more.
const DEEPEST: usize = 32;

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The value of a property.
    Property(String),
    /// Every element of an array.
    Elements,
}

/// A property, as the author wrote it: `filter.mode`, `rows[].id`, `/filter/mode`, or the name as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path(Arc<str>);

impl From<&str> for Path {
    #[inline]
    fn from(written: &str) -> Self {
        Self(written.into())
    }
}

impl Path {
    /// The steps; a name that the arguments declare as a whole is one step.
    #[inline]
    pub(super) fn steps(&self, declares: impl Fn(&str) -> bool) -> Result<Vec<Step>, String> {
        let written = &*self.0;
        let steps = if declares(written) {
            vec![Step::Property(written.to_owned())]
        } else if let Some(pointer) = written.strip_prefix('/') {
            pointer.split('/').map(of_pointer).collect()
        } else {
            dotted(written).ok_or_else(|| {
                format!(
                    "{self}: is no path: write `name`, `outer.inner`, `list[].name`, or a JSON Pointer like `/outer/inner`, in which `-` stands for every element"
                )
            })?
        };
        if steps.len() > DEEPEST {
            return Err(format!("{self}: has more than {DEEPEST} steps"));
        }
        Ok(steps)
    }
}

impl fmt::Display for Path {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", visible(&self.0))
    }
}

#[inline]
fn of_pointer(segment: &str) -> Step {
    match segment {
        "-" => Step::Elements,
        name => Step::Property(name.replace("~1", "/").replace("~0", "~")),
    }
}

/// `None` where a step is empty.
#[inline]
fn dotted(written: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in written.split('.') {
        let mut name = part;
        let mut elements = 0;
        while let Some(outer) = name.strip_suffix("[]") {
            name = outer;
            elements += 1;
        }
        if name.is_empty() && (elements == 0 || !steps.is_empty()) {
            return None;
        }
        if !name.is_empty() {
            steps.push(Step::Property(name.to_owned()));
        }
        steps.extend(std::iter::repeat_n(Step::Elements, elements));
    }
    Some(steps)
}
