//! What a command wrote, as far as it is kept.

/// Bytes that are kept of one command; what was written first goes first.
const KEPT: usize = 1024 * 1024;

/// What a command wrote until now.
#[derive(Debug, Default)]
pub(super) struct Output {
    bytes: Vec<u8>,
    /// Bytes that were written before those that are kept.
    dropped: u64,
}

/// A part of the output, to be read.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) text: String,
    /// Bytes between what was asked for and what is there, because they are not kept.
    pub(super) lost: u64,
    /// The byte after the part.
    pub(super) next: u64,
}

impl Output {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        // Moving what is kept costs as much as it is long: only now and then.
        if self.bytes.len() > 2 * KEPT {
            self.dropped += (self.bytes.len() - KEPT) as u64;
            self.bytes.drain(..self.bytes.len() - KEPT);
        }
    }

    /// How many bytes were written.
    pub(super) fn total(&self) -> u64 {
        self.dropped + self.bytes.len() as u64
    }

    /// Whether a text was written after a point.
    pub(super) fn has(&self, text: &str, since: u64) -> bool {
        memchr::memmem::find(self.since(since), text.as_bytes()).is_some()
    }

    fn since(&self, since: u64) -> &[u8] {
        let from = usize::try_from(since.saturating_sub(self.dropped)).unwrap_or(usize::MAX);
        self.bytes.get(from..).unwrap_or_default()
    }

    /// At most `limit` bytes after a point, wherever that cuts; and how many between are not kept.
    pub(super) fn raw(&self, since: u64, limit: usize) -> (u64, &[u8]) {
        let all = self.since(since);
        (self.dropped.saturating_sub(since), all.get(..limit).unwrap_or(all))
    }

    /// At most `limit` bytes after a point: to the end of a line where the limit cuts, and unless nothing more comes
    /// without the first bytes of a character that is not written to its end.
    pub(super) fn part(&self, since: u64, limit: usize, is_over: bool) -> Part {
        let all = self.since(since);
        let cut = all.get(..limit).map(|cut| match memchr::memrchr(b'\n', cut) {
            Some(line) => cut.get(..=line).unwrap_or(cut),
            None => cut,
        });
        let bytes = match cut {
            None if is_over => all,
            part => whole_chars(part.unwrap_or(all)),
        };
        let start = since.max(self.dropped).min(self.total());
        Part {
            text: String::from_utf8_lossy(bytes).into_owned(),
            lost: self.dropped.saturating_sub(since),
            next: start + bytes.len() as u64,
        }
    }

    /// At most `limit` bytes of the end, from the start of a line where the limit cuts.
    pub(super) fn tail(&self, limit: usize) -> String {
        let tail = self.bytes.get(self.bytes.len().saturating_sub(limit)..).unwrap_or_default();
        let line = if tail.len() < self.bytes.len() { memchr::memchr(b'\n', tail) } else { None };
        let tail = line.and_then(|line| tail.get(line + 1..)).unwrap_or(tail);
        String::from_utf8_lossy(tail).into_owned()
    }
}

/// The bytes without the start of a character whose end is missing.
fn whole_chars(bytes: &[u8]) -> &[u8] {
    let rest = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let begun = std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
    if begun { bytes.get(..bytes.len() - rest.len()).unwrap_or(bytes) } else { bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> Output {
        let mut output = Output::default();
        output.push(text.as_bytes());
        output
    }

    #[test]
    fn parts_end_at_lines_and_go_on() {
        let output = output("one\ntwo\nthree\n");
        let first = output.part(0, 9, false);
        assert_eq!((first.text.as_str(), first.next, first.lost), ("one\ntwo\n", 8, 0));
        let second = output.part(first.next, 9, false);
        assert_eq!((second.text.as_str(), second.next), ("three\n", 14));
        assert_eq!(output.part(14, 9, false).text, "");
        assert_eq!(output.part(99, 9, false).text, "");
    }

    #[test]
    fn a_character_comes_whole_or_later() {
        let mut output = output("a");
        output.push(&"ä".as_bytes()[..1]);
        let part = output.part(0, 100, false);
        assert_eq!((part.text.as_str(), part.next), ("a", 1));
        output.push(&"ä".as_bytes()[1..]);
        assert_eq!(output.part(part.next, 100, false).text, "ä");
        // Bytes that are no text do not keep the rest waiting.
        output.push(b"\xff\xfe");
        assert_eq!(output.part(part.next, 100, false).text, "ä\u{fffd}\u{fffd}");
    }

    #[test]
    fn what_was_written_first_is_dropped_first() {
        let mut output = Output::default();
        for _ in 0..3 {
            output.push(&vec![b'x'; KEPT - 1]);
            output.push(b"\n");
        }
        output.push(b"end\n");
        assert_eq!(output.total(), 3 * KEPT as u64 + 4);
        let part = output.part(0, 10, false);
        assert!(part.lost > KEPT as u64 && part.lost < output.total(), "{}", part.lost);
        assert!((part.lost + 1..=part.lost + 10).contains(&part.next), "{}", part.next);
        assert_eq!(output.tail(8), "end\n");
        assert!(output.has("end", 0));
        assert!(!output.has("end", output.total()));
    }
}
