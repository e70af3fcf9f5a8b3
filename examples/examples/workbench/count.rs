//! How calls ended, counted.

use dsh_tools::ErrorCode;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Debug, Default)]
pub(crate) struct Count {
    calls: usize,
    codes: BTreeMap<String, usize>,
}

impl Count {
    /// One more, with its code if it failed.
    pub(crate) fn add(&mut self, code: Option<&ErrorCode>) {
        let code = code.map_or("ok", ErrorCode::as_str);
        *self.codes.entry(code.to_owned()).or_default() += 1;
        self.calls += 1;
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        if self.calls == 0 {
            return writeln!(out, "\n0 calls");
        }
        let codes = self.codes.iter().map(|(code, count)| format!("{count} {code}"));
        writeln!(out, "\n{} calls: {}", self.calls, codes.collect::<Vec<_>>().join(", "))
    }
}
