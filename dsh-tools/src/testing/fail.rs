//! How an assertion fails, and how texts are shown then.

use crate::json::{Cursor, JsonKind, seen, visible};
use std::fmt::{self, Display, Write};

/// Characters of a text that are shown at most.
const MOST: usize = 2000;
/// Characters of a value that are shown at most.
const MOST_OF_VALUE: usize = 200;

/// Fails the test; where it failed is where the assertion was called.
#[track_caller]
#[allow(clippy::panic, reason = "an assertion that does not hold fails the test")]
#[inline]
pub(super) fn fail(message: &dyn Display) -> ! {
    panic!("{message}")
}

/// The text, what is hidden in it escaped, and cut where it drowns the message.
#[inline]
pub(super) fn cut(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (at, c) in text.chars().enumerate() {
        if at == most {
            let all = text.chars().count();
            let _infallible = write!(out, "… ({all} characters)");
            break;
        }
        if c == '\n' { out.push(c) } else { out.extend(seen(c)) }
    }
    out
}

/// A value on one line.
#[inline]
pub(super) fn shown(value: Cursor<'_>) -> String {
    cut(&value.to_string(), MOST_OF_VALUE)
}

/// `name: text`; a text of several lines stands below, further in.
#[inline]
pub(super) fn labelled(out: &mut String, label: &str, text: &str) {
    let text = cut(text, MOST);
    let _infallible = if text.contains('\n') {
        write!(out, "\n  {label}:\n    {}", text.replace('\n', "\n    "))
    } else {
        write!(out, "\n  {label}: {text}")
    };
}

/// `Page<Item>` of `my_crate::Page<my_crate::Item>`.
#[inline]
pub(super) fn short_name<T>() -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in std::any::type_name::<T>().chars() {
        match c {
            ':' => word.clear(),
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            c => {
                out.push_str(&word);
                word.clear();
                out.push(c);
            }
        }
    }
    out + &word
}

/// `1 call`, `2 calls`.
pub(super) struct Counted(pub(super) usize, pub(super) &'static str);

impl Display for Counted {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} {}{s}", self.0, self.1)
    }
}

/// Whether a value holds others.
#[inline]
pub(super) fn is_nested(value: Cursor<'_>) -> bool {
    matches!(value.kind(), JsonKind::Array | JsonKind::Object)
}

/// Names of tools in a row; or that there are none.
pub(super) struct Names<'a>(pub(super) Vec<&'a str>);

impl Display for Names<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        for (at, name) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            f.write_char('`')?;
            write!(f, "{}`", visible(name))?;
        }
        Ok(())
    }
}
