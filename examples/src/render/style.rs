//! Colours.

use anstyle::{AnsiColor, Style};

pub(super) const TITLE: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default();
pub(super) const PLACE: Style = AnsiColor::Cyan.on_default();
