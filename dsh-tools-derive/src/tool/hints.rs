//! What one tool says of itself in words that all tools of a box may share.

use super::duration;
use crate::attr::{Entry, flag, string};
use crate::ctxt::{At, Ctxt};

/// Hints for hosts, and the time a call may take.
#[derive(Clone, Default)]
pub(crate) struct Hints {
    read_only: Option<At<bool>>,
    destructive: Option<At<bool>>,
    idempotent: Option<At<bool>>,
    open_world: Option<At<bool>>,
    /// In milliseconds.
    pub(super) timeout: Option<u64>,
}

impl Hints {
    /// Reads the entry, if its key is one of these.
    pub(crate) fn entry(&mut self, cx: &Ctxt, entry: &Entry, name: &str) -> bool {
        match name {
            "read_only" => self.read_only = flag(cx, entry),
            "destructive" => self.destructive = flag(cx, entry),
            "idempotent" => self.idempotent = flag(cx, entry),
            "open_world" => self.open_world = flag(cx, entry),
            "timeout" => self.timeout = timeout(cx, entry),
            _ => return false,
        }
        true
    }

    pub(crate) fn check(&self, cx: &Ctxt) {
        if let (Some(At { value: true, .. }), Some(At { value: true, blame })) =
            (&self.read_only, &self.destructive)
        {
            cx.error(
                *blame,
                "`destructive` contradicts `read_only`: what only reads destroys nothing, keep one",
            );
        }
    }

    /// Takes what is not said here from what is said of all tools of the box.
    pub(super) fn inherit(&mut self, cx: &Ctxt, all: &Self) {
        let on = |flag: &Option<At<bool>>| flag.as_ref().is_some_and(|flag| flag.value);
        for (own, key, other, said, inherited) in [
            (&self.destructive, "destructive", "read_only", &self.read_only, &all.read_only),
            (&self.read_only, "read_only", "destructive", &self.destructive, &all.destructive),
        ] {
            if let Some(At { value: true, blame }) = own
                && said.is_none()
                && on(inherited)
            {
                cx.error(
                    *blame,
                    format!("`{key}` contradicts the `{other}` that the toolbox says of all its tools: write `{other} = false` beside it"),
                );
                return;
            }
        }
        let Self { read_only, destructive, idempotent, open_world, timeout } = all.clone();
        self.read_only = self.read_only.take().or(read_only);
        self.destructive = self.destructive.take().or(destructive);
        self.idempotent = self.idempotent.take().or(idempotent);
        self.open_world = self.open_world.take().or(open_world);
        self.timeout = self.timeout.or(timeout);
    }

    /// The hints, by their names in the runtime.
    pub(super) fn named(&self) -> [(&'static str, Option<bool>); 4] {
        let on = |flag: &Option<At<bool>>| flag.as_ref().map(|flag| flag.value);
        [
            ("read_only", on(&self.read_only)),
            ("destructive", on(&self.destructive)),
            ("idempotent", on(&self.idempotent)),
            ("open_world", on(&self.open_world)),
        ]
    }
}

fn timeout(cx: &Ctxt, entry: &Entry) -> Option<u64> {
    let text = string(cx, entry, "30s")?;
    match duration::parse(&text.value) {
        Ok(millis) => Some(millis),
        Err(message) => {
            cx.error(text.blame, message);
            None
        }
    }
}
