//! Colours of what is printed beside cards; a stream as `anstream` gives it leaves them out where they are not wanted.

use anstyle::{AnsiColor, Style};

/// What is beside the point.
pub const DIM: Style = Style::new().dimmed();
/// What did not go well.
pub const BAD: Style = AnsiColor::Red.on_default();
