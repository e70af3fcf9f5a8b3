//! Everything that can be wrong with tools before they are registered.

use super::error::RegisterProblem;
use super::tools::ToolSet;
use crate::json::{RESERVED_NAME, is_hand_made_name};
use crate::tool::{Defect, Requirement, SourceLocation, States, ToolDefinition};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the tools would be registered into.
pub(super) struct Surroundings<'a> {
    /// The path of the scope; `None` for the global layer.
    pub(super) scope: Option<&'a Arc<str>>,
    pub(super) tools: &'a ToolSet,
    pub(super) states: &'a States,
    /// States that calls bring along.
    pub(super) declared: &'a [Requirement],
    pub(super) timeouts_honoured: bool,
}

/// All problems of all tools.
pub(super) fn check(tools: &[ToolDefinition], around: &Surroundings<'_>) -> Vec<RegisterProblem> {
    let mut problems = Vec::new();
    // By the same types as a view, so that no other map is generated.
    let mut seen: BTreeMap<&Arc<str>, &ToolDefinition> = BTreeMap::new();
    for tool in tools {
        let name = || Arc::clone(tool.shared_name());
        let location = tool.location();
        if !is_hand_made_name(tool.name()) {
            problems.push(RegisterProblem::Name {
                tool: name(),
                location,
                why: what_is_wrong(tool.name()),
            });
        }
        if tool.name() == RESERVED_NAME {
            problems.push(RegisterProblem::Reserved { tool: name(), location });
        }
        if let Some(first) =
            seen.get(tool.shared_name()).copied().or_else(|| around.tools.get(tool.name()))
        {
            problems.push(RegisterProblem::Duplicate {
                tool: name(),
                first: first.location(),
                second: location,
                scope: around.scope.cloned(),
            });
        }
        if !seen.contains_key(tool.shared_name()) {
            seen.insert(tool.shared_name(), tool);
        }
        match tool.timeout() {
            Some(timeout) if timeout.is_zero() => {
                problems.push(RegisterProblem::ZeroTimeout { tool: name(), location });
            }
            Some(_) if !around.timeouts_honoured => {
                problems.push(RegisterProblem::UnhonouredTimeout { tool: name(), location });
            }
            _ => {}
        }
        problems.extend(tool.defects().map(|defect| problem(name(), location, defect)));
        let types: Vec<_> = tool
            .requirements()
            .iter()
            .filter(|wanted| !around.states.supplies(wanted))
            .filter(|wanted| !around.declared.iter().any(|known| known.stands_for(wanted)))
            .map(Requirement::name)
            .collect();
        if !types.is_empty() {
            problems.push(RegisterProblem::MissingState { tool: name(), location, types });
        }
    }
    problems
}

fn problem(tool: Arc<str>, location: SourceLocation, defect: &Defect) -> RegisterProblem {
    match defect.clone() {
        Defect::Parameters(error) => RegisterProblem::Parameters { tool, location, error },
        Defect::Output(error) => RegisterProblem::OutputSchema { tool, location, error },
        Defect::Other(what) => RegisterProblem::Definition { tool, location, what },
    }
}

fn what_is_wrong(name: &str) -> String {
    match name.chars().find(|c| !(c.is_ascii_alphanumeric() || "_-./".contains(*c))) {
        _ if name.is_empty() => "this one is empty".to_owned(),
        Some(c) => format!("this one has {c:?}"),
        None => format!("this one has {} characters", name.len()),
    }
}
