//! Where lines are typed.

use std::fmt;
use std::io::{self, BufRead, ErrorKind};

/// Bytes of a line that are kept: more than any answer needs.
const MOST: usize = 1024;

/// Where lines are typed.
pub(super) enum Source {
    /// Locked a line at a time, so that others can read from it between questions.
    Stdin,
    Lines(Box<dyn BufRead + Send>),
}

impl Source {
    /// The next line; `None` at the end. A line that nobody ended was not entered, and is none.
    #[inline]
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        match self {
            Self::Stdin => line(&mut io::stdin().lock()),
            Self::Lines(lines) => line(lines),
        }
    }
}

#[inline]
fn line(from: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    loop {
        let bytes = match from.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok(None);
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        // The rest is read and not kept.
        let room = MOST.saturating_sub(line.len());
        line.extend(part.iter().take(room));
        let used = part.len() + usize::from(end.is_some());
        from.consume(used);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}

impl fmt::Debug for Source {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdin => "Stdin",
            Self::Lines(_) => "Lines(..)",
        })
    }
}
