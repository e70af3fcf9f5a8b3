//! From the text of a pattern to what it says (ECMA-262, 22.2.1, with what annex B.1.2 adds without ambiguity).

use super::ast::{Ast, Group, Look, Reference, Repeat, Target};
use super::error::{PatternError, quoted};
use super::set::Set;
use super::{NESTING_LIMIT, class, escape};

/// A pattern with its groups.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) ast: Ast,
    /// In document order.
    pub(super) named: Vec<Named>,
    /// How many groups there are; they are numbered from 1.
    pub(super) groups: u32,
}

/// A group with a name.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) index: u32,
    pub(super) offset: usize,
    /// The alternations around it from the outside in, and the branch of each.
    pub(super) branches: Vec<(u32, u32)>,
}

/// Each keeps what is around it.
const NAMED_LIMIT: usize = 1_000;

/// Where in the text reading has come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    pub(super) source: &'a str,
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let there = self.rest().starts_with(text);
        if there {
            self.at += text.len();
        }
        there
    }

    pub(super) fn since(&self, start: usize) -> &'a str {
        self.source.get(start..self.at).unwrap_or_default()
    }

    /// What stands from `start` to here is wrong.
    pub(super) fn error(&self, start: usize, what: &str) -> PatternError {
        PatternError::new(start, format!("{} {what}", quoted(self.since(start))))
    }
}

pub(super) fn parse(source: &str) -> Result<Parsed, PatternError> {
    let mut parser = Parser {
        reader: Reader { source, at: 0 },
        groups: 0,
        named: Vec::new(),
        alternations: 0,
        branches: Vec::new(),
        depth: 0,
    };
    let ast = parser.alternation()?;
    if parser.reader.peek().is_some() {
        // Only a parenthesis ends an alternation early.
        let start = parser.reader.at;
        parser.reader.next();
        return Err(parser.reader.error(start, "closes no group: escape it as `\\)`"));
    }
    Ok(Parsed { ast, named: parser.named, groups: parser.groups })
}

struct Parser<'a> {
    reader: Reader<'a>,
    groups: u32,
    named: Vec<Named>,
    alternations: u32,
    branches: Vec<(u32, u32)>,
    depth: usize,
}

impl Parser<'_> {
    fn alternation(&mut self) -> Result<Ast, PatternError> {
        self.alternations += 1;
        self.branches.push((self.alternations, 0));
        let mut branches = vec![self.concat()?];
        while self.reader.take("|") {
            if let Some((_, branch)) = self.branches.last_mut() {
                *branch += 1;
            }
            branches.push(self.concat()?);
        }
        self.branches.pop();
        Ok(if branches.len() > 1 {
            Ast::Alternation(branches)
        } else {
            branches.pop().unwrap_or(Ast::Empty)
        })
    }

    fn concat(&mut self) -> Result<Ast, PatternError> {
        let mut parts = Vec::new();
        while !matches!(self.reader.peek(), None | Some('|' | ')')) {
            parts.push(self.term()?);
        }
        Ok(match parts.len() {
            0 => Ast::Empty,
            1 => parts.pop().unwrap_or(Ast::Empty),
            _ => Ast::Concat(parts),
        })
    }

    fn term(&mut self) -> Result<Ast, PatternError> {
        let start = self.reader.at;
        let atom = match self.reader.next() {
            Some('(') => self.group(start)?,
            Some('[') => Ast::Set(class::class(&mut self.reader, start)?),
            Some('\\') => escape::atom(&mut self.reader, start)?,
            Some('.') => Ast::Set(Set::dot()),
            Some('^') => Ast::Start,
            Some('$') => Ast::End,
            Some('*' | '+' | '?') => {
                let sign = self.reader.since(start);
                return Err(self.reader.error(
                    start,
                    &format!(
                        "repeats nothing: escape it as `\\{sign}`, or put it after what repeats"
                    ),
                ));
            }
            Some('{') => {
                self.reader.at = start;
                if self.braces()?.is_some() {
                    return Err(self.reader.error(
                        start,
                        "repeats nothing: escape the brace as `\\{`, or put it after what repeats",
                    ));
                }
                // Annex B: a brace that repeats nothing and is no repetition is itself.
                self.reader.at = start + 1;
                Ast::Char('{')
            }
            Some(c) => Ast::Char(c),
            None => return Ok(Ast::Empty),
        };
        self.repeated(atom, start)
    }

    fn repeated(&mut self, atom: Ast, start: usize) -> Result<Ast, PatternError> {
        let at = self.reader.at;
        let (min, max) = match self.reader.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.braces()? {
                Some(counts) => counts,
                None => return Ok(atom),
            },
            _ => return Ok(atom),
        };
        if self.reader.at == at {
            self.reader.next();
        }
        let lazy = self.reader.take("?");
        if self.another()? {
            return Err(self.reader.error(
                start,
                "repeats a repetition, which ECMA-262 does not have: put the inner one into a group, as in `(?:a+)*`",
            ));
        }
        match &atom {
            Ast::Start | Ast::End | Ast::Boundary { .. } => Err(self.reader.error(
                start,
                "repeats an assertion, which ECMA-262 does not have: repeat a group or a character",
            )),
            Ast::Look(look) if look.behind => Err(self.reader.error(
                start,
                "repeats an assertion, which ECMA-262 does not have: repeat a group or a character",
            )),
            _ => Ok(Ast::Repeat(Box::new(Repeat { min, max, lazy, inner: atom }))),
        }
    }

    fn another(&mut self) -> Result<bool, PatternError> {
        match self.reader.peek() {
            Some('*' | '+' | '?') => Ok(self.reader.next().is_some()),
            Some('{') => Ok(self.braces()?.is_some()),
            _ => Ok(false),
        }
    }

    /// `{n}`, `{n,}` or `{n,m}`; what is none of them is left where it is.
    fn braces(&mut self) -> Result<Option<(u32, Option<u32>)>, PatternError> {
        let start = self.reader.at;
        let counts = self.counts();
        match counts {
            None => self.reader.at = start,
            Some((min, Some(max))) if min > max => {
                return Err(self.reader.error(start, "repeats at least more often than at most"));
            }
            Some(_) => {}
        }
        Ok(counts)
    }

    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        self.reader.take("{").then_some(())?;
        let min = self.count()?;
        if self.reader.take("}") {
            return Some((min, Some(min)));
        }
        self.reader.take(",").then_some(())?;
        let max = if self.reader.peek() == Some('}') { None } else { Some(self.count()?) };
        self.reader.take("}").then_some((min, max))
    }

    /// Counts of any length; what is over 32 bits is too large to run anyway.
    fn count(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit) = self.reader.peek().and_then(|c| c.to_digit(10)) {
            self.reader.next();
            value = Some(value.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
        }
        value
    }

    fn group(&mut self, start: usize) -> Result<Ast, PatternError> {
        self.depth += 1;
        if self.depth > NESTING_LIMIT {
            return Err(PatternError::new(
                start,
                format!("groups are nested too deep: over {NESTING_LIMIT} levels"),
            ));
        }
        let (mut index, mut look) = (None, None);
        if !self.reader.take("?") {
            index = Some(self.numbered());
        } else if self.reader.take("=") {
            look = Some((false, false));
        } else if self.reader.take("!") {
            look = Some((false, true));
        } else if self.reader.take("<=") {
            look = Some((true, false));
        } else if self.reader.take("<!") {
            look = Some((true, true));
        } else if self.reader.take("<") {
            let name = escape::group_name(&mut self.reader, start)?;
            index = Some(self.numbered());
            self.name(name, start)?;
        } else if !self.reader.take(":") {
            return Err(self.no_group(start));
        }
        let inner = self.alternation()?;
        if !self.reader.take(")") {
            return Err(PatternError::new(
                start,
                format!(
                    "{} opens a group that is not closed: add `)`, or escape it as `\\(`",
                    quoted(self.reader.source.get(start..).unwrap_or_default())
                ),
            ));
        }
        self.depth -= 1;
        Ok(match look {
            Some((behind, negated)) => Ast::Look(Box::new(Look { behind, negated, inner })),
            None => Ast::Group(Box::new(Group { index, referred: None, inner })),
        })
    }

    fn numbered(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    /// The group numbered last has a name.
    fn name(&mut self, name: String, offset: usize) -> Result<(), PatternError> {
        if self.named.len() == NAMED_LIMIT {
            return Err(PatternError::new(offset, format!("over {NAMED_LIMIT} groups have names")));
        }
        let branches = self.branches.clone();
        self.named.push(Named { name, index: self.groups, offset, branches });
        Ok(())
    }

    fn no_group(&mut self, start: usize) -> PatternError {
        let more =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '<' | '=' | '^' | '#' | '\'');
        while self.reader.peek().is_some_and(more) {
            self.reader.next();
        }
        self.reader.take(">");
        let seen = self.reader.since(start);
        let way_out = if seen.starts_with("(?P<") {
            "is no group of ECMA-262: write `(?<name>..)`"
        } else if seen.starts_with("(?P=") {
            "is no group of ECMA-262: write `\\k<name>`"
        } else if seen.starts_with("(?>") {
            "is an atomic group, which ECMA-262 does not have: write `(?:..)`"
        } else if seen
            .get(2..)
            .is_some_and(|flags| flags.starts_with(['i', 'm', 's', 'x', 'u', 'a', '-']))
        {
            "is an inline flag, which ECMA-262 does not have: spell it out, as in `[Aa]`"
        } else {
            "is no group of ECMA-262: write `(..)` or `(?:..)`"
        };
        self.reader.error(start, way_out)
    }
}

/// A back-reference where reading has come to.
pub(super) fn reference(offset: usize, to: Target) -> Ast {
    Ast::Reference(Reference { offset, to, referred: None })
}
