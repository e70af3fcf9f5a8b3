//! Cards in a terminal.
//!
//! [`Terminal`] draws a call's card in two parts, [`head`](Terminal::head) when it starts and [`body`](Terminal::body) when
//! it has ended, or [as a whole](Terminal::card), or as [one line of a log](Terminal::log_line). It looks at views alone
//! and knows no tool. What a running call writes is drawn as it comes by [`LiveOutput`].
//!
//! What cards hold is foreign: models, files and commands wrote it. No control character and no escape sequence of it
//! reaches the terminal, nothing in it reorders or hides text, each of its lines stands behind a margin of ours, and
//! what is long is folded and counted. Colours, links and the width are those of the terminal; without one, the text is
//! plain.

mod call;
mod columns;
mod detect;
mod diff;
mod ended;
mod fold;
mod line;
mod link;
mod live;
mod log;
mod output;
mod result;
mod settings;
mod sheet;
mod style;
mod web;

pub use ended::Ended;
pub use live::LiveOutput;
pub use settings::Terminal;
