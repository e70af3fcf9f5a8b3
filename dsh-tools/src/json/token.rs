//! The flat table behind a document that came as text.

/// What a token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
    Key,
}

/// The span holds escapes: it must be decoded before it is compared or shown.
pub(super) const ESCAPED: u8 = 1;
/// The number is exactly `±aux * 10^exponent`.
pub(super) const SMALL: u8 = 2;
/// The number starts with a minus sign.
pub(super) const NEGATIVE: u8 = 4;

/// One value or key, in document order: the children of a container follow it, each key before its value.
///
/// | kind | `start`, `len` | `aux` |
/// |---|---|---|
/// | key | span between the quotes | hash of the decoded key |
/// | string | span between the quotes | 0 |
/// | number | span | mantissa, when `SMALL` |
/// | array, object | opening bracket; number of children | index of the next sibling |
/// | null, false, true | span | 0 |
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Token {
    pub(super) start: u32,
    pub(super) len: u32,
    pub(super) aux: u32,
    pub(super) kind: Kind,
    pub(super) flags: u8,
    pub(super) exponent: i8,
    /// Nothing: with it a token is sixteen bytes that are written and copied as a whole.
    pub(super) spare: u8,
}

// The measured layout: `aux` is never wasted, four tokens share a cache line.
const _: () = assert!(size_of::<Token>() == 16);

impl Token {
    /// Stands in for a token outside the table, which no cursor refers to.
    pub(super) const NULL: Self = Self::new(Kind::Null, 0, 0);

    #[inline]
    pub(super) const fn new(kind: Kind, start: u32, len: u32) -> Self {
        Self { start, len, aux: 0, kind, flags: 0, exponent: 0, spare: 0 }
    }

    #[inline]
    pub(super) const fn is_container(self) -> bool {
        matches!(self.kind, Kind::Array | Kind::Object)
    }

    #[inline]
    pub(super) const fn is_escaped(self) -> bool {
        self.flags & ESCAPED != 0
    }

    /// The span in bytes; for containers only its start means anything.
    #[inline]
    pub(super) const fn span(self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start + self.len as usize
    }
}
