//! Content blocks as the protocol has them.

use super::fence::fenced;
use super::settings::Settings;
use super::v1::{self, ToolCallContent};
use crate::json::ContentBlock;

/// How the text of blocks is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// Its author wrote it for this place.
    Markdown,
    /// It is what it is.
    Verbatim,
}

/// The blocks, all of them: what is no text stays what it is.
pub(super) fn blocks<'a>(
    settings: &Settings,
    blocks: impl IntoIterator<Item = &'a ContentBlock>,
    writing: Writing,
) -> Vec<ToolCallContent> {
    blocks.into_iter().map(|found| block(settings, found, writing).into()).collect()
}

fn block(settings: &Settings, block: &ContentBlock, writing: Writing) -> v1::ContentBlock {
    if let Some(text) = block.as_text() {
        let text = settings.text(text);
        let text = if writing == Writing::Verbatim { fenced("", &text) } else { text };
        return match as_it_is(settings, block) {
            // With what else it says, such as whom it is for.
            Some(v1::ContentBlock::Text(mut found)) => {
                found.text = text;
                v1::ContentBlock::Text(found)
            }
            _ => text.into(),
        };
    }
    match as_it_is(settings, block) {
        Some(v1::ContentBlock::Resource(mut found)) => {
            if let v1::EmbeddedResourceResource::TextResourceContents(resource) =
                &mut found.resource
            {
                resource.text = settings.text(&resource.text);
            }
            v1::ContentBlock::Resource(found)
        }
        Some(v1::ContentBlock::ResourceLink(mut found)) => {
            found.name = settings.line(&found.name);
            found.title = found.title.map(|title| settings.line(&title));
            found.description = found.description.map(|text| settings.line(&text));
            v1::ContentBlock::ResourceLink(found)
        }
        Some(found) => found,
        // A kind of block that the protocol has not.
        None => {
            let json = serde_json::to_string(block).unwrap_or_default();
            settings.fenced("json", &json).into()
        }
    }
}

/// The block with all that it says, where the protocol has such blocks.
fn as_it_is(settings: &Settings, block: &ContentBlock) -> Option<v1::ContentBlock> {
    if matches!(block, ContentBlock::Other { .. }) {
        return None;
    }
    let mut value = serde_json::to_value(block).ok()?;
    if settings.redacts() {
        settings.redact_block(&mut value);
    }
    serde_json::from_value(value).ok()
}

/// A text block.
pub(super) fn text(text: impl Into<String>) -> ToolCallContent {
    let text: String = text.into();
    v1::ContentBlock::from(text).into()
}
