//! JSON as it is written in `default_json`.

use super::Literal;
use std::iter::Peekable;
use std::str::Chars;

/// Levels that are read: more than a default needs, fewer than a compiler's stack has.
const DEEPEST: usize = 100;

/// Reads a document.
///
/// # Errors
/// What is wrong, in words.
pub(super) fn parse(text: &str) -> Result<Literal, String> {
    let mut parser = Parser { rest: text.chars().peekable() };
    let value = parser.value(0)?;
    parser.space();
    match parser.rest.peek() {
        None => Ok(value),
        Some(next) => Err(format!("`{next}` stands behind the value")),
    }
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
}

impl Parser<'_> {
    fn space(&mut self) {
        while self.rest.next_if(|c| matches!(c, ' ' | '\t' | '\n' | '\r')).is_some() {}
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        self.space();
        match self.rest.next() {
            Some(c) if c == wanted => Ok(()),
            Some(c) => Err(format!("expected `{wanted}`, found `{c}`")),
            None => Err(format!("expected `{wanted}`, found the end")),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Literal, String> {
        if depth > DEEPEST {
            return Err(String::from("it nests too deep"));
        }
        self.space();
        match self.rest.peek() {
            Some('"') => self.string().map(Literal::Str),
            Some('[') => self.list(depth),
            Some('{') => self.object(depth),
            Some('t') => self.word("true", Literal::Bool(true)),
            Some('f') => self.word("false", Literal::Bool(false)),
            Some('n') => self.word("null", Literal::Null),
            Some('-' | '0'..='9') => self.number(),
            Some(other) => Err(format!("expected a value, found `{other}`")),
            None => Err(String::from("expected a value, found the end")),
        }
    }

    fn word(&mut self, word: &str, value: Literal) -> Result<Literal, String> {
        for c in word.chars() {
            if self.rest.next() != Some(c) {
                return Err(format!("expected `{word}`"));
            }
        }
        Ok(value)
    }

    fn digits(&mut self, out: &mut String) -> Result<usize, String> {
        let before = out.len();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            out.push(digit);
        }
        match out.len() - before {
            0 => Err(format!("`{out}` is no number")),
            count => Ok(count),
        }
    }

    fn number(&mut self) -> Result<Literal, String> {
        let mut text = String::new();
        text.extend(self.rest.next_if_eq(&'-'));
        let start = text.len();
        let count = self.digits(&mut text)?;
        if count > 1 && text.get(start..).is_some_and(|digits| digits.starts_with('0')) {
            return Err(format!("`{text}` is no number: it starts with 0"));
        }
        let mut whole = true;
        if let Some(point) = self.rest.next_if_eq(&'.') {
            whole = false;
            text.push(point);
            self.digits(&mut text)?;
        }
        if let Some(exponent) = self.rest.next_if(|c| matches!(c, 'e' | 'E')) {
            whole = false;
            text.push(exponent);
            text.extend(self.rest.next_if(|c| matches!(c, '+' | '-')));
            self.digits(&mut text)?;
        }
        if whole && let Ok(value) = text.parse() {
            return Ok(Literal::Int(value));
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Literal::Float(value)),
            _ => Err(format!("`{text}` is too large for a 64 bit float")),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let mut out = String::new();
        loop {
            match self.rest.next() {
                None => return Err(String::from("a string does not end")),
                Some('"') => return Ok(out),
                Some('\\') => out.push(self.escape()?),
                Some(c) if c < ' ' => {
                    return Err(String::from("a control character in a string is not escaped"));
                }
                Some(c) => out.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        Ok(match self.rest.next() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let unit = self.unit()?;
                let high = match unit.checked_sub(0xD800) {
                    Some(high) if high < 0x400 => high,
                    _ => {
                        return char::from_u32(unit)
                            .ok_or_else(|| String::from("half of a surrogate pair"));
                    }
                };
                if self.rest.next() != Some('\\') || self.rest.next() != Some('u') {
                    return Err(String::from("half of a surrogate pair"));
                }
                let low = self.unit()?.checked_sub(0xDC00).filter(|low| *low < 0x400);
                low.and_then(|low| char::from_u32(0x10000 + high * 0x400 + low))
                    .ok_or_else(|| String::from("half of a surrogate pair"))?
            }
            _ => return Err(String::from("an unknown escape in a string")),
        })
    }

    fn unit(&mut self) -> Result<u32, String> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.rest.next().and_then(|c| c.to_digit(16));
            unit = unit * 16 + digit.ok_or("`\\u` takes four hexadecimal digits")?;
        }
        Ok(unit)
    }

    fn list(&mut self, depth: usize) -> Result<Literal, String> {
        self.expect('[')?;
        let mut values = Vec::new();
        self.space();
        if self.rest.next_if_eq(&']').is_some() {
            return Ok(Literal::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            self.space();
            match self.rest.next() {
                Some(',') => {}
                Some(']') => return Ok(Literal::List(values)),
                Some(c) => return Err(format!("expected `,` or `]`, found `{c}`")),
                None => return Err(String::from("a list does not end")),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Literal, String> {
        self.expect('{')?;
        let mut entries: Vec<(String, Literal)> = Vec::new();
        self.space();
        if self.rest.next_if_eq(&'}').is_some() {
            return Ok(Literal::Object(entries));
        }
        loop {
            self.space();
            let key = self.string()?;
            if entries.iter().any(|(other, _)| *other == key) {
                return Err(format!("the key `{key}` stands there twice"));
            }
            self.expect(':')?;
            let value = self.value(depth + 1)?;
            entries.push((key, value));
            self.space();
            match self.rest.next() {
                Some(',') => {}
                Some('}') => return Ok(Literal::Object(entries)),
                Some(c) => return Err(format!("expected `,` or `}}`, found `{c}`")),
                None => return Err(String::from("an object does not end")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn documents() {
        for (text, json) in [
            ("null", "null"),
            (" [1, -2.5e3, true, \"a\\u00e9\\ud83d\\ude42\\n\"] ", "[1,-2500.0,true,\"aé🙂\\n\"]"),
            ("{\"a\": {}, \"b\": []}", "{\"a\":{},\"b\":[]}"),
        ] {
            assert_eq!(parse(text).unwrap().json(), json);
        }
    }

    #[test]
    fn what_is_none() {
        for (text, problem) in [
            ("", "found the end"),
            ("01", "starts with 0"),
            ("1 2", "`2` stands behind the value"),
            ("{\"a\": 1, \"a\": 2}", "twice"),
            ("[1,]", "found `]`"),
            ("{a: 1}", "expected `\"`, found `a`"),
            ("\"\\ud800\"", "surrogate"),
            ("\"a", "does not end"),
            ("1e999", "too large"),
            ("nil", "expected `null`"),
        ] {
            assert!(parse(text).unwrap_err().contains(problem), "{text}: {:?}", parse(text));
        }
        let deep = "[".repeat(1_000_000);
        assert_eq!(parse(&deep).unwrap_err(), "it nests too deep");
    }
}
