//! Lists of content blocks, most of which have one block.

use crate::json::ContentBlock;
use std::ops::Deref;
use std::slice;

/// What a model sees of a result.
#[derive(Clone, Debug)]
pub(crate) enum Blocks {
    One(ContentBlock),
    Some(Vec<ContentBlock>),
}

impl Deref for Blocks {
    type Target = [ContentBlock];

    fn deref(&self) -> &[ContentBlock] {
        match self {
            Self::One(block) => slice::from_ref(block),
            Self::Some(blocks) => blocks,
        }
    }
}

impl From<ContentBlock> for Blocks {
    fn from(block: ContentBlock) -> Self {
        Self::One(block)
    }
}

impl From<Vec<ContentBlock>> for Blocks {
    fn from(blocks: Vec<ContentBlock>) -> Self {
        Self::Some(blocks)
    }
}
