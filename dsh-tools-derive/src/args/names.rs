//! Names on the wire: no two alike.

use crate::ctxt::{At, Blame, Ctxt};

/// The names that are taken, each with what took it.
pub(super) struct Names<'a> {
    cx: &'a Ctxt,
    /// `field` or `variant`.
    kind: &'static str,
    taken: Vec<(String, String)>,
}

impl<'a> Names<'a> {
    pub(super) const fn new(cx: &'a Ctxt, kind: &'static str) -> Self {
        Self { cx, kind, taken: Vec::new() }
    }

    /// The owner's name; an error when another has it.
    pub(super) fn name(&mut self, owner: &str, name: &str, blame: Blame) {
        self.take(owner, name, blame);
    }

    /// Another name of the same owner.
    pub(super) fn alias(&mut self, owner: &str, alias: &At<String>) {
        self.take(owner, &alias.value, alias.blame);
    }

    fn take(&mut self, owner: &str, name: &str, blame: Blame) {
        let kind = self.kind;
        match self.taken.iter().find(|(taken, _)| taken == name) {
            Some((_, by)) if by == owner => {
                self.cx.error(
                    blame,
                    format!("`{name}` is a name of this {kind} already: leave the alias out"),
                );
            }
            Some((_, by)) => {
                self.cx.error(blame, format!("the name `{name}` is taken by the {kind} `{by}`: give one of them another by `rename`"));
            }
            None => self.taken.push((name.to_owned(), owner.to_owned())),
        }
    }
}
