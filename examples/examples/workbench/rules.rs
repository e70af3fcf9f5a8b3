//! Rules of permission from a file, and which of them decides.

use anyhow::{Context as _, anyhow, bail};
use dsh_tools::prelude::*;
use dsh_tools::view::line;
use dsh_tools::{Explanation, PermissionRules, RuleEffect, RulesError};
use dsh_tools_examples::script::Call;
use dsh_tools_examples::style::DIM;
use std::error::Error as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Rules and where they stand.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    file: PathBuf,
    rules: PermissionRules,
}

impl Rules {
    /// Reads a file; what is wrong is told with its place, as `FILE:LINE:COLUMN`.
    pub(crate) fn open(file: &Path) -> anyhow::Result<Self> {
        let name = file.display();
        let is =
            |wanted: &str| file.extension().is_some_and(|end| end.eq_ignore_ascii_case(wanted));
        let read: fn(&str) -> Result<PermissionRules, Wrong> = if is("json") {
            of_json
        } else if is("toml") {
            of_toml
        } else {
            bail!("{name}: a file of rules ends in `.json` or `.toml`");
        };
        let text = std::fs::read_to_string(file).with_context(|| name.to_string())?;
        // An editor's mark at the start is no part of either language.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let rules = read(text).map_err(|Wrong { place, what }| match place {
            Some((line, column)) => anyhow!("{name}:{line}:{column}: {what}"),
            None => anyhow!("{name}: {what}"),
        })?;
        Ok(Self { file: file.to_owned(), rules })
    }

    pub(crate) fn policy(&self) -> PermissionRules {
        self.rules.clone()
    }

    /// How many there are, which of them never decide, and which mean nothing that these tools have.
    pub(crate) fn introduce(
        &self,
        out: &mut impl Write,
        registry: &ToolRegistry,
    ) -> io::Result<()> {
        let count = self.rules.rules().len();
        let noun = if count == 1 { "rule" } else { "rules" };
        writeln!(out, "rules: {count} {noun} of {}", self.file.display())?;
        for lint in self.rules.lints_for(registry) {
            writeln!(out, "  {}", line(&lint.to_string()))?;
        }
        Ok(())
    }

    /// Beside a denial: which rule it was, if it was one.
    pub(crate) fn beside(&self, out: &mut impl Write, call: &ToolExecution) -> io::Result<()> {
        let explained = self.rules.explain(call);
        match explained.effect() {
            RuleEffect::Allow => Ok(()),
            _ => writeln!(out, "  {DIM}{}{DIM:#}", line(&said(&explained))),
        }
    }

    /// What the rules say of a call that is not made.
    pub(crate) fn why(&self, out: &mut impl Write, call: &ToolExecution) -> io::Result<()> {
        if call.definition().is_none() {
            return writeln!(
                out,
                "  there is no tool `{}`: no rule lets such a call run",
                line(call.name())
            );
        }
        let explained = self.rules.explain(call);
        writeln!(out, "  {}", line(&said(&explained)))?;
        if let Some(reason) = explained.rule().and_then(|(_, rule)| rule.reason()) {
            writeln!(out, "  {DIM}{}{DIM:#}", line(reason))?;
        }
        if call.arguments().is_none() {
            writeln!(
                out,
                "  {DIM}its arguments are no JSON: it fails before it is decided about{DIM:#}"
            )?;
        }
        Ok(())
    }
}

fn said(explained: &Explanation) -> String {
    let effect = match explained.effect() {
        RuleEffect::Allow => "allowed",
        RuleEffect::Ask => "asked about",
        RuleEffect::Deny => "denied",
    };
    match explained.rule() {
        Some((at, rule)) => format!("{effect} by rule {}: {rule}", at + 1),
        None => format!("{effect}, as no rule is about it"),
    }
}

/// The call as rules see it, without making it: a call of a message that was cut off is accepted and not run. It is made
/// outside of the scope, so no hook and no observer of the workbench's hears of it.
pub(crate) async fn unmade(registry: &ToolRegistry, call: Call) -> Option<ToolExecution> {
    let input = ToolExecutionInput::new(call.id, call.name, call.arguments);
    let mut batch = registry.run_batch([input], BatchOptions::new().cut_off(true));
    batch.next().await.map(|(execution, _)| execution)
}

/// What is wrong with a file, and in which line and column.
struct Wrong {
    place: Option<(usize, usize)>,
    what: String,
}

fn of_json(text: &str) -> Result<PermissionRules, Wrong> {
    PermissionRules::from_json(text).map_err(|error: RulesError| {
        let source = error.source().and_then(|source| source.downcast_ref::<serde_json::Error>());
        let Some(source) = source else {
            return Wrong { place: None, what: error.to_string() };
        };
        let place = (source.line(), source.column());
        let what = source.to_string();
        let end = format!(" at line {} column {}", place.0, place.1);
        let what = what.strip_suffix(&end).unwrap_or(&what).to_owned();
        Wrong { place: (place.0 > 0).then_some(place), what }
    })
}

fn of_toml(text: &str) -> Result<PermissionRules, Wrong> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let place = before.map(|before| {
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let column = before.get(start..).unwrap_or_default().chars().count() + 1;
            (before.matches('\n').count() + 1, column)
        });
        // One line, as everything else that is told of a file.
        Wrong { place, what: error.message().trim_end().replace('\n', "; ") }
    })
}
