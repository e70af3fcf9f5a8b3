//! Colours.

use anstyle::{AnsiColor, Style};

pub(super) const TITLE: Style = Style::new().bold();
/// What is beside the point.
pub const DIM: Style = Style::new().dimmed();
/// What went well.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What did not.
pub const BAD: Style = AnsiColor::Red.on_default();
pub(super) const PLACE: Style = AnsiColor::Cyan.on_default();
