//! Colours.

use anstyle::{AnsiColor, Style};

pub(super) const PLAIN: Style = Style::new();
pub(super) const TITLE: Style = Style::new().bold();
/// What is beside the point.
pub(super) const DIM: Style = Style::new().dimmed();
/// What went well, and what is new.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// What did not, and what is gone.
pub(super) const BAD: Style = AnsiColor::Red.on_default();
/// Where something is.
pub(super) const PLACE: Style = AnsiColor::Cyan.on_default();
