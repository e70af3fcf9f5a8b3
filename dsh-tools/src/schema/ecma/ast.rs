//! What a pattern says.

use super::set::Set;

#[derive(Clone, Debug)]
pub(super) enum Ast {
    Empty,
    Char(char),
    Set(Set),
    /// `^`.
    Start,
    /// `$`.
    End,
    /// `\b`, or `\B` where negated.
    Boundary {
        negated: bool,
    },
    Group(Box<Group>),
    Concat(Vec<Ast>),
    Alternation(Vec<Ast>),
    Repeat(Box<Repeat>),
    Look(Box<Look>),
    Reference(Reference),
}

/// `(..)`, `(?<name>..)` or, without an index, `(?:..)`.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) index: Option<u32>,
    /// Its number among the groups that something refers to.
    pub(super) referred: Option<u32>,
    pub(super) inner: Ast,
}

#[derive(Clone, Debug)]
pub(super) struct Repeat {
    pub(super) min: u32,
    pub(super) max: Option<u32>,
    pub(super) lazy: bool,
    pub(super) inner: Ast,
}

#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) behind: bool,
    pub(super) negated: bool,
    pub(super) inner: Ast,
}

/// `\1` or `\k<name>`.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) offset: usize,
    pub(super) to: Target,
    pub(super) reads: Reads,
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    Index(u32),
    Name(String),
}

/// What ECMA-262 makes of a back-reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// The group has not been seen by then: the empty text.
    Nothing,
    /// The group, by its number among those referred to.
    Always(u32),
    /// The group where it took part, else the empty text.
    IfSet(u32),
}

impl Ast {
    /// Fewest characters that it matches.
    pub(super) fn shortest(&self) -> u32 {
        match self {
            Self::Empty
            | Self::Start
            | Self::End
            | Self::Boundary { .. }
            | Self::Look(_)
            | Self::Reference(_) => 0,
            Self::Char(_) | Self::Set(_) => 1,
            Self::Group(group) => group.inner.shortest(),
            Self::Concat(parts) => parts.iter().map(Self::shortest).fold(0, u32::saturating_add),
            Self::Alternation(branches) => branches.iter().map(Self::shortest).min().unwrap_or(0),
            Self::Repeat(repeat) => repeat.inner.shortest().saturating_mul(repeat.min),
        }
    }
}
