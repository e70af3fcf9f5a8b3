//! What a process wrote, as far as it is kept.

use crate::view::whole_characters;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;

/// What a process wrote to a stream: all of it, or its head and its tail where it is longer than what is kept.
///
/// ```
/// # #[cfg(unix)] {
/// use dsh_tools::ProcessGroup;
/// use std::process::Command;
/// use std::time::Duration;
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let mut command = Command::new("sh");
/// command.args(["-c", "echo one; echo two; echo three"]);
/// let end = ProcessGroup::builder(command).keep(4, 6).spawn()?.wait().await;
/// assert_eq!(end.stdout().text(), "one\n[4 bytes are left out here]\nthree\n");
/// # Ok::<(), std::io::Error>(())
/// # }).unwrap();
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct CapturedOutput {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
    keep_head: usize,
    keep_tail: usize,
}

impl CapturedOutput {
    pub(super) const fn new(keep_head: usize, keep_tail: usize) -> Self {
        Self { head: Vec::new(), tail: VecDeque::new(), total: 0, keep_head, keep_tail }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.total = self.total.saturating_add(bytes.len() as u64);
        let room = self.keep_head.saturating_sub(self.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at_checked(room).unwrap_or((bytes, &[]));
        self.head.extend_from_slice(head);
        // Of a long part only the end can stay.
        let rest = rest.get(rest.len().saturating_sub(self.keep_tail)..).unwrap_or_default();
        let over = (self.tail.len() + rest.len()).saturating_sub(self.keep_tail);
        self.tail.drain(..over.min(self.tail.len()));
        self.tail.extend(rest);
    }

    /// How many bytes were written.
    ///
    /// ```
    /// # use dsh_tools::CapturedOutput;
    /// fn is_short(output: &CapturedOutput) -> bool { output.total() < 1000 }
    /// ```
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// How many bytes in the middle are not kept.
    ///
    /// ```
    /// # use dsh_tools::CapturedOutput;
    /// fn is_whole(output: &CapturedOutput) -> bool { output.left_out() == 0 }
    /// ```
    pub fn left_out(&self) -> u64 {
        self.total.saturating_sub((self.head.len() + self.tail.len()) as u64)
    }

    /// The bytes that are kept: the head, and the tail after it.
    ///
    /// ```
    /// # use dsh_tools::CapturedOutput;
    /// fn lines(output: &CapturedOutput) -> usize { output.bytes().iter().filter(|b| **b == b'\n').count() }
    /// ```
    pub fn bytes(&self) -> Vec<u8> {
        self.head.iter().chain(&self.tail).copied().collect()
    }

    /// What is kept as text, with a line in the place of what is left out. Bytes that are no UTF-8 become `U+FFFD`;
    /// a character that the limit cut through is left out whole.
    ///
    /// ```
    /// # use dsh_tools::CapturedOutput;
    /// fn shown(output: &CapturedOutput) -> String { output.text() }
    /// ```
    pub fn text(&self) -> String {
        if self.left_out() == 0 {
            return String::from_utf8_lossy(&self.bytes()).into_owned();
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let (head, _begun) = whole_characters(&self.head);
        let tail = without_ended(&tail);
        let left_out = self.total.saturating_sub((head.len() + tail.len()) as u64);
        let head = String::from_utf8_lossy(head);
        let line = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
        let tail: Cow<'_, str> = String::from_utf8_lossy(tail);
        format!("{head}{line}[{left_out} bytes are left out here]\n{tail}")
    }
}

/// The bytes without the end of a character whose start is missing.
fn without_ended(bytes: &[u8]) -> &[u8] {
    // A character is continued by three bytes at most.
    let ended = bytes.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count();
    bytes.get(ended..).unwrap_or(bytes)
}

impl fmt::Debug for CapturedOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CapturedOutput")
            .field("total", &self.total)
            .field("left_out", &self.left_out())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(keep: (usize, usize), parts: &[&[u8]]) -> CapturedOutput {
        let mut output = CapturedOutput::new(keep.0, keep.1);
        for part in parts {
            output.push(part);
        }
        output
    }

    #[test]
    fn head_and_tail_are_kept_however_the_parts_come() {
        let whole: Vec<u8> = (0..=255).collect();
        for size in [1, 3, 7, 50, 256] {
            let parts: Vec<_> = whole.chunks(size).collect();
            let output = captured((10, 20), &parts);
            assert_eq!((output.total(), output.left_out()), (256, 226), "{size}");
            assert_eq!(output.bytes(), [&whole[..10], &whole[236..]].concat(), "{size}");
            assert_eq!(captured((10, 246), &parts).bytes(), whole, "{size}");
            assert_eq!(captured((256, 0), &parts).left_out(), 0, "{size}");
            assert!(captured((0, 0), &parts).bytes().is_empty(), "{size}");
        }
    }

    #[test]
    fn a_cut_leaves_no_half_characters() {
        let text = "äöü".repeat(4);
        let output = captured((3, 3), &[text.as_bytes()]);
        assert_eq!(output.text(), "ä\n[20 bytes are left out here]\nü");
        // Bytes that never were text are shown as such.
        assert_eq!(captured((9, 9), &[b"a\xff"]).text(), "a\u{fffd}");
    }
}
