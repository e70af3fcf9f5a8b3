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
    /// The number of its group among those that something refers to.
    pub(super) referred: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    Index(u32),
    Name(String),
}
