//! Ids and names that take no memory of their own.

use std::fmt;
use std::sync::Arc;

/// As many bytes as fit where a longer text has its pointer: ids that models make up are about thirty long.
const INLINE: usize = 30;

/// The id or the name of a call: kept where the call is, when it is short, and shared when it is not.
#[derive(Clone)]
pub(crate) enum Label {
    Inline { len: u8, bytes: [u8; INLINE] },
    Shared(Arc<str>),
}

impl Label {
    pub(crate) fn new(text: impl AsRef<str> + Into<Arc<str>>) -> Self {
        Self::inline(text.as_ref()).unwrap_or_else(|| Self::Shared(text.into()))
    }

    #[inline]
    fn inline(text: &str) -> Option<Self> {
        let mut bytes = [0; INLINE];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self::Inline { len: u8::try_from(text.len()).ok()?, bytes })
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            // It was a text when it was copied, so it is one.
            Self::Inline { .. } => std::str::from_utf8(self.as_ref()).unwrap_or_default(),
            Self::Shared(text) => text,
        }
    }

    pub(crate) fn to_shared(&self) -> Arc<str> {
        match self {
            Self::Inline { .. } => self.as_str().into(),
            Self::Shared(text) => Arc::clone(text),
        }
    }
}

impl AsRef<[u8]> for Label {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Inline { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Self::Shared(text) => text.as_bytes(),
        }
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_texts_are_what_they_were() {
        for text in [
            "",
            "a",
            "call_9kP2",
            "ü".repeat(15).as_str(),
            "ü".repeat(16).as_str(),
            "x".repeat(300).as_str(),
        ] {
            let label = Label::new(text);
            assert_eq!(label.as_str(), text);
            assert_eq!(&*label.to_shared(), text);
            assert_eq!(matches!(label, Label::Inline { .. }), text.len() <= 30, "{text}");
        }
    }

    #[test]
    fn a_long_text_that_is_shared_stays_shared() {
        let text: Arc<str> = "x".repeat(31).into();
        assert!(Arc::ptr_eq(&Label::new(Arc::clone(&text)).to_shared(), &text));
    }
}
