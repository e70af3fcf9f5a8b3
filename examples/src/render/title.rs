//! The first lines of a card: what is about to happen.

use super::safe::{Keep, block, line};
use super::style::{DIM, PLACE, TITLE};
use dsh_tools::view::ToolCallView;
use std::io::{self, Write};

/// Lines of a command that are shown.
const COMMAND: usize = 8;

/// Draws the start of a card.
///
/// ```
/// use dsh_tools::view::ToolCallView;
/// use dsh_tools_examples::render;
///
/// let mut out = anstream::AutoStream::never(Vec::new());
/// let card = ToolCallView::terminal("cargo test").description("Run the tests");
/// render::title(&mut out, &card.into())?;
/// assert_eq!(out.into_inner(), b"\xe2\x97\x8f $ cargo test\n  Run the tests\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// What writing says.
pub fn title(out: &mut impl Write, card: &ToolCallView) -> io::Result<()> {
    write!(out, "{PLACE}●{PLACE:#} ")?;
    let (first, rest) = card.title().split_once('\n').unwrap_or((card.title(), ""));
    let prompt = if matches!(card, ToolCallView::Terminal(_)) { "$ " } else { "" };
    writeln!(out, "{prompt}{TITLE}{}{TITLE:#}", line(first))?;
    block(out, "  > ", TITLE, rest, Keep::First(COMMAND))?;
    match card {
        ToolCallView::Generic(card) => {
            for text in card.content.iter().filter_map(|block| block.as_text()) {
                block(out, "  ", DIM, text, Keep::First(COMMAND))?;
            }
            if let Some(input) = &card.raw_input {
                writeln!(out, "  {DIM}{}{DIM:#}", line(&input.to_string()))?;
            }
        }
        ToolCallView::Terminal(card) => {
            if let Some(description) = &card.description {
                block(out, "  ", DIM, description, Keep::First(COMMAND))?;
            }
        }
        _ => {}
    }
    Ok(())
}
