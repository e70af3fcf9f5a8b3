//! What follows a backslash.

use super::ast::{Ast, Target};
use super::error::PatternError;
use super::parse::{Reader, reference};
use super::property;
use super::set::{DIGIT, Item, SPACE, Set, WORD};

/// What an escape means inside and outside of a class alike.
#[derive(Debug)]
pub(super) enum Escape {
    /// A code point, which may be a surrogate.
    Point(u32),
    Set(Set),
}

/// Behind the backslash at `start`, outside of a class.
pub(super) fn atom(reader: &mut Reader<'_>, start: usize) -> Result<Ast, PatternError> {
    match reader.peek() {
        Some('b') => {
            reader.next();
            Ok(Ast::Boundary { negated: false })
        }
        Some('B') => {
            reader.next();
            Ok(Ast::Boundary { negated: true })
        }
        Some('k') => {
            reader.next();
            if !reader.take("<") {
                return Err(reader.error(start, "is no back-reference: write `\\k<name>`"));
            }
            let name = group_name(reader, start)?;
            Ok(reference(start, Target::Name(name)))
        }
        Some('1'..='9') => {
            let mut index = 0_u32;
            while let Some(digit) = reader.peek().and_then(|c| c.to_digit(10)) {
                reader.next();
                index = index.saturating_mul(10).saturating_add(digit);
            }
            Ok(reference(start, Target::Index(index)))
        }
        _ => Ok(match shared(reader, start)? {
            // A surrogate without its other half is part of no text.
            Escape::Point(point) => char::from_u32(point)
                .map_or(Ast::Set(Set { negated: false, items: Vec::new() }), Ast::Char),
            Escape::Set(set) => Ast::Set(set),
        }),
    }
}

/// Behind the backslash at `start`, inside of a class or outside.
pub(super) fn shared(reader: &mut Reader<'_>, start: usize) -> Result<Escape, PatternError> {
    let set = |known, negated| Ok(Escape::Set(Set::of(known, negated)));
    let Some(c) = reader.next() else {
        return Err(reader.error(start, "escapes nothing: write `\\\\` for a backslash"));
    };
    let point = match c {
        'd' => return set(DIGIT, false),
        'D' => return set(DIGIT, true),
        'w' => return set(WORD, false),
        'W' => return set(WORD, true),
        's' => return set(SPACE, false),
        'S' => return set(SPACE, true),
        'p' | 'P' => {
            let name = property::name(reader, start)?;
            let items = vec![Item::Property { name, negated: c == 'P' }];
            return Ok(Escape::Set(Set { negated: false, items }));
        }
        't' => 0x09,
        'n' => 0x0A,
        'v' => 0x0B,
        'f' => 0x0C,
        'r' => 0x0D,
        '0' => {
            if reader.peek().is_some_and(|c| c.is_ascii_digit()) {
                reader.next();
                return Err(reader.error(
                    start,
                    "is an octal escape, which ECMA-262 does not have: write `\\xHH`",
                ));
            }
            0
        }
        'c' => match reader.next() {
            Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
            _ => {
                return Err(
                    reader.error(start, "is no control character: write a letter behind `\\c`")
                );
            }
        },
        'x' => digits(reader, 2).ok_or_else(|| {
            reader.error(start, "is no escape: write two hexadecimal digits, `\\xHH`")
        })?,
        'u' => unicode(reader, start)?,
        // Annex B, IdentityEscape. Letters and digits stay errors: elsewhere they mean something.
        c if !c.is_ascii_alphanumeric() => u32::from(c),
        _ => return Err(unknown(reader, start, c)),
    };
    Ok(Escape::Point(point))
}

fn unknown(reader: &Reader<'_>, start: usize, c: char) -> PatternError {
    let way_out = match c {
        'A' => "is no escape of ECMA-262: write `^`".to_owned(),
        'Z' | 'z' => "is no escape of ECMA-262: write `$`".to_owned(),
        'h' => "is no escape of ECMA-262: write `[ \\t]`".to_owned(),
        'R' => "is no escape of ECMA-262: write `(?:\\r\\n?|\\n)`".to_owned(),
        'a' => "is no escape of ECMA-262: write `\\x07`".to_owned(),
        'e' => "is no escape of ECMA-262: write `\\x1B`".to_owned(),
        c => {
            format!("is no escape of ECMA-262: write `{c}`, or `\\\\{c}` for a backslash before it")
        }
    };
    reader.error(start, &way_out)
}

/// So many hexadecimal digits; where they are not there, nothing is read.
fn digits(reader: &mut Reader<'_>, count: usize) -> Option<u32> {
    let text = reader.rest().get(..count)?;
    let all = text.bytes().all(|b| b.is_ascii_hexdigit());
    let value = all.then(|| u32::from_str_radix(text, 16).ok()).flatten()?;
    reader.at += count;
    Some(value)
}

/// `\uHHHH`, a pair of them, or `\u{H..}`.
fn unicode(reader: &mut Reader<'_>, start: usize) -> Result<u32, PatternError> {
    if reader.take("{") {
        let from = reader.at;
        while reader.peek().is_some_and(|c| c.is_ascii_hexdigit()) {
            reader.next();
        }
        let text = reader.since(from);
        let value = u32::from_str_radix(text.trim_start_matches('0'), 16).ok();
        let value =
            if text.bytes().any(|b| b != b'0') { value } else { (!text.is_empty()).then_some(0) };
        return match value {
            Some(value) if value <= 0x10_FFFF && reader.take("}") => Ok(value),
            _ => {
                Err(reader.error(start, "is no code point: write `\\u{H..}`, up to `\\u{10FFFF}`"))
            }
        };
    }
    let Some(lead) = digits(reader, 4) else {
        return Err(reader.error(
            start,
            "is no escape: write four hexadecimal digits, `\\uHHHH`, or `\\u{H..}`",
        ));
    };
    if (0xD800..0xDC00).contains(&lead) {
        let back = reader.at;
        if reader.take("\\u")
            && let Some(trail) = digits(reader, 4)
            && (0xDC00..0xE000).contains(&trail)
        {
            return Ok(0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00));
        }
        reader.at = back;
    }
    Ok(lead)
}

/// A name and the `>` behind it.
pub(super) fn group_name(reader: &mut Reader<'_>, start: usize) -> Result<String, PatternError> {
    let mut name = String::new();
    loop {
        let c = match reader.next() {
            Some('>') if !name.is_empty() => return Ok(name),
            Some('\\') if reader.take("u") => char::from_u32(unicode(reader, start)?),
            c => c,
        };
        // ID_Start and ID_Continue, nearly: letters and digits of any script.
        let fits = |c: char| {
            c == '_'
                || c == '$'
                || c.is_alphabetic()
                || (!name.is_empty()
                    && (c.is_alphanumeric() || matches!(c, '\u{200C}' | '\u{200D}')))
        };
        match c {
            Some(c) if fits(c) => name.push(c),
            _ => {
                return Err(reader.error(
                    start,
                    "is no name of a group: write a letter, then letters and digits, then `>`",
                ));
            }
        }
    }
}
