//! What a body writes while it runs.

use super::escapes::Filter;
use crate::tool::Progress;
use hmac_sha256::Hash;
use std::fmt;

/// Bytes of the end of an output that a card without a terminal shows while it grows.
const WINDOW: usize = 8 * 1024;
/// Bytes that may be sent of windows before anything is written.
const START: usize = 64 * 1024;
/// Bytes that may be sent of windows for each that is written: what is sent stays in proportion, however long it gets.
const SHARE: usize = 8;
/// The same for each time that the body tells something.
const EACH: usize = 256;
/// Bytes of one piece.
pub(super) const PIECE: usize = 64 * 1024;

/// The output of one call so far.
#[derive(Debug)]
pub(super) struct Live {
    filter: Filter,
    /// The last line, which goes on: kept back where lines are looked through for what must not leave.
    by_line: bool,
    begun: String,
    length: usize,
    digest: Digest,
    window: String,
    budget: usize,
    /// What is being done, in words.
    words: String,
}

/// Of all that was heard so far.
struct Digest(Hash);

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(..)")
    }
}

/// What is new.
#[derive(Debug, Default)]
pub(super) struct News {
    /// Follows what came before.
    pub(super) output: String,
    /// The words changed.
    pub(super) words: bool,
}

impl Live {
    /// `for_terminal`: the client draws a terminal. `by_line`: only whole lines go on.
    pub(super) fn new(for_terminal: bool, by_line: bool) -> Self {
        Self {
            filter: Filter::new(for_terminal && !by_line),
            by_line,
            begun: String::new(),
            length: 0,
            digest: Digest(Hash::new()),
            window: String::new(),
            budget: START,
            words: String::new(),
        }
    }

    /// Whether anything was written.
    pub(super) const fn has_output(&self) -> bool {
        self.length > 0
    }

    pub(super) fn hear(&mut self, progress: &Progress) -> News {
        let mut news = News::default();
        if let Some(output) = &progress.output {
            news.output = self.write(output);
        }
        let words = words(progress);
        if !words.is_empty() && words != self.words {
            self.words = words;
            news.words = true;
        }
        news
    }

    fn write(&mut self, output: &str) -> String {
        self.length = self.length.saturating_add(output.len());
        self.digest.0.update(output.as_bytes());
        let passed = self.filter.pass(output);
        self.lines(&passed)
    }

    /// The lines that are whole, where only those go on.
    fn lines(&mut self, passed: &str) -> String {
        if !self.by_line {
            return passed.to_owned();
        }
        self.begun.push_str(passed);
        let end = self.begun.rfind('\n').map_or(0, |at| at + 1);
        let rest = self.begun.split_off(end);
        std::mem::replace(&mut self.begun, rest)
    }

    /// What the whole output has that was not handed on; `None` when it is not the output that was heard.
    pub(super) fn rest(&mut self, whole: &str) -> Option<String> {
        let (heard, rest) = whole.split_at_checked(self.length)?;
        if Hash::hash(heard.as_bytes())
            != std::mem::replace(&mut self.digest.0, Hash::new()).finalize()
        {
            return None;
        }
        let passed = self.filter.pass(rest);
        let mut rest = self.lines(&passed);
        rest.push_str(&std::mem::take(&mut self.begun));
        Some(rest)
    }

    /// Adds to the end of the output that is shown.
    pub(super) fn grow(&mut self, added: &str) {
        self.window.push_str(added);
        if self.window.len() > WINDOW {
            let from = self.window.ceil_char_boundary(self.window.len() - WINDOW);
            self.window.drain(..from);
        }
        self.budget = self.budget.saturating_add(added.len().saturating_mul(SHARE));
    }

    /// Whether the card, with so many bytes beside what is live, is worth being sent again.
    pub(super) fn afford(&mut self, beside: usize) -> bool {
        let bytes = beside.saturating_add(self.window.len()).saturating_add(self.words.len());
        self.budget = self.budget.saturating_add(EACH);
        let is_affordable = self.budget >= bytes;
        if is_affordable {
            self.budget -= bytes;
        }
        is_affordable
    }

    /// The end of the output.
    pub(super) fn window(&self) -> &str {
        &self.window
    }

    pub(super) fn words(&self) -> &str {
        &self.words
    }
}

/// How far a body is, where it says more than what it writes.
fn words(progress: &Progress) -> String {
    let message = progress.message.as_deref().unwrap_or_default();
    match progress.total {
        Some(total) if message.is_empty() => format!("{} of {total}", progress.done),
        Some(total) => format!("{message} ({} of {total})", progress.done),
        None => message.to_owned(),
    }
}

/// The text in pieces that a message can take.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = rest.split_at_checked(rest.floor_char_boundary(PIECE))?;
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> Progress {
        Progress::done(0.0).output(text)
    }

    #[test]
    fn the_rest_is_what_was_not_heard() {
        let mut live = Live::new(true, false);
        assert_eq!(live.hear(&output("one\n")).output, "one\n");
        assert_eq!(live.hear(&output("tw")).output, "tw");
        assert_eq!(live.rest("one\ntwo\n").as_deref(), Some("o\n"));
        let mut live = Live::new(true, false);
        live.hear(&output("secret"));
        assert_eq!(live.rest("******"), None, "it was replaced");
        assert_eq!(live.rest("se"), None, "it was cut");
    }

    #[test]
    fn lines_are_kept_whole() {
        let mut live = Live::new(true, true);
        assert_eq!(live.hear(&output("a\ntok")).output, "a\n");
        assert_eq!(live.hear(&output("en\nb")).output, "token\n");
        assert_eq!(live.rest("a\ntoken\nbc").as_deref(), Some("bc"));
    }

    #[test]
    fn what_is_sent_of_windows_stays_in_proportion() {
        let mut live = Live::new(false, false);
        let (mut written, mut sent) = (0, 0);
        for _ in 0..100_000 {
            written += 100;
            live.grow(&"x".repeat(100));
            if live.afford(0) {
                sent += live.window().len();
            }
        }
        assert!(sent > written && sent <= START + (SHARE + 3) * written, "{sent} of {written}");
        assert!(live.window().len() <= WINDOW);
        assert!(!live.afford(1 << 30), "a heavy card is not sent for a word");
    }

    #[test]
    fn pieces_are_the_text() {
        let text = "ß".repeat(PIECE);
        assert_eq!(pieces(&text).collect::<String>(), text);
        assert!(pieces(&text).count() > 1 && pieces(&text).all(|piece| piece.len() <= PIECE));
    }
}
