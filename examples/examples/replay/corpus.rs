//! Replays recorded calls of real agents: each recorded tool under its own name, with its own parameters.
//!
//! Files are read and written in a fresh directory; recorded shell commands are validated and never run.

use anyhow::Context as _;
use dsh_tools::prelude::*;
use dsh_tools_examples::Workspace;
use dsh_tools_examples::script::lines;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tempfile::TempDir;

/// The directory with the recorded calls: `DSH_CORPUS`, or beside the workspace.
fn place() -> PathBuf {
    std::env::var_os("DSH_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    )
}

/// A recorded call.
#[derive(Deserialize)]
struct Recorded {
    tool_id: String,
    arguments: Box<RawValue>,
    /// The model's own text where it is no JSON.
    arguments_raw: Option<String>,
    /// The verdict of an independent validator.
    valid_expected: Option<bool>,
}

/// Append or replace.
#[derive(Clone, Copy, Debug, ToolValue)]
#[arg(rename_all = "lowercase")]
enum WriteMode {
    Rewrite,
    Append,
}

/// Write a file, or append to it.
#[tool(name = "write_file", type = WriteWithMode)]
async fn write_with_mode(
    #[arg(object)] call: WriteWithModeArgs,
    workspace: &Workspace,
) -> Result<String, ToolError> {
    match call.mode {
        WriteMode::Rewrite => drop(workspace.write(&call.path, &call.content)?),
        WriteMode::Append => workspace.append(&call.path, &call.content)?,
    }
    Ok(String::from("written"))
}

#[derive(Debug, ToolArgs)]
#[arg(deny_unknown_fields)]
struct WriteWithModeArgs {
    path: String,
    content: String,
    #[arg(default = "rewrite")]
    mode: WriteMode,
}

#[derive(Debug, ToolArgs)]
#[arg(deny_unknown_fields)]
struct WriteArgs {
    path: String,
    content: String,
}

/// Write a file.
#[tool(name = "write_file", type = WriteClosed)]
async fn write_closed(args: WriteArgs, workspace: &Workspace) -> Result<String, ToolError> {
    workspace.write(&args.path, &args.content)?;
    Ok(String::from("written"))
}

/// Write a file.
#[tool(name = "write_file", type = WriteOpen)]
async fn write_open(
    /// The path to the file to write to.
    file_path: String,
    /// The content to write to the file.
    content: String,
    workspace: &Workspace,
) -> Result<String, ToolError> {
    workspace.write(&file_path, &content)?;
    Ok(String::from("written"))
}

/// Read a file.
#[tool(name = "read_file", type = ReadLines, read_only)]
async fn read_lines(
    /// The path to the file to read.
    file_path: String,
    /// The 1-based line number to start reading from.
    #[arg(range(min = 1))]
    start_line: Option<i64>,
    /// The 1-based line number to end reading at (inclusive).
    #[arg(range(min = 1))]
    end_line: Option<i64>,
    workspace: &Workspace,
) -> Result<String, ToolError> {
    let text = workspace.read(&file_path)?;
    let first = start_line.map_or(0, |line| usize::try_from(line - 1).unwrap_or(usize::MAX));
    let end = end_line.map_or(usize::MAX, |line| usize::try_from(line).unwrap_or(usize::MAX));
    let lines = text.lines().take(end).skip(first);
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[derive(Debug, ToolArgs)]
#[arg(deny_unknown_fields)]
struct HeadArgs {
    path: String,
    /// If provided, returns only the last N lines of the file
    tail: Option<f64>,
    /// If provided, returns only the first N lines of the file
    head: Option<f64>,
}

/// Read a file, or one end of it.
#[tool(name = "read_file", type = ReadEnds, read_only)]
async fn read_ends(args: HeadArgs, workspace: &Workspace) -> Result<String, ToolError> {
    let text = workspace.read(&args.path)?;
    let lines: Vec<&str> = text.lines().collect();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates"
    )]
    let (head, tail) = (args.head.map(|n| n as usize), args.tail.map(|n| n as usize));
    let skipped = tail.map_or(0, |tail| lines.len().saturating_sub(tail));
    let kept = lines.into_iter().skip(skipped).take(head.unwrap_or(usize::MAX));
    Ok(kept.collect::<Vec<_>>().join("\n"))
}

/// Read lines of a file.
#[tool(name = "read", type = ReadPaged, read_only)]
async fn read_paged(
    /// Path to read, resolved by the filesystem backend.
    file_path: String,
    /// 1-based first line to return. Defaults to 1.
    offset: Option<f64>,
    /// Maximum number of lines to return. Defaults to 2000.
    limit: Option<f64>,
    workspace: &Workspace,
) -> Result<String, ToolError> {
    let text = workspace.read(&file_path)?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates"
    )]
    let (first, count) = (offset.unwrap_or(1.0) as usize, limit.unwrap_or(2000.0) as usize);
    let lines = text.lines().skip(first.saturating_sub(1)).take(count);
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// What a recorded command would get: it is never run.
fn not_run(command: &str) -> String {
    format!("valid, and not run: {} bytes of shell", command.len())
}

/// Run a command.
#[tool(name = "bash", type = Bash)]
async fn bash(
    /// The bash command to execute.
    command: String,
    /// What this command does.
    description: String,
    /// Timeout in milliseconds.
    #[arg(rename = "timeoutMs")]
    timeout_ms: Option<f64>,
    /// Working directory for this command.
    workdir: Option<String>,
    /// Run in the background and return a job id immediately.
    run_in_background: Option<bool>,
) -> String {
    let _ = (description, timeout_ms, workdir, run_in_background);
    not_run(&command)
}

/// Paths that a command may touch besides.
#[derive(Debug, ToolValue)]
#[allow(dead_code, reason = "validated only")]
struct FilePermissions {
    /// List of additional absolute paths to allow reading.
    read: Option<Vec<String>>,
    /// List of additional absolute paths to allow writing.
    write: Option<Vec<String>>,
}

#[derive(Debug, ToolValue)]
#[arg(rename_all = "camelCase")]
#[allow(dead_code, reason = "validated only")]
struct Permissions {
    file_system: Option<FilePermissions>,
    /// Set to true to enable network access for this command.
    network: Option<bool>,
}

/// Run a command.
#[tool(name = "run_shell_command", type = RunShellCommand)]
async fn run_shell_command(
    /// Exact bash command to execute as `bash -c <command>`
    command: String,
    /// Brief description of the command for the user.
    description: Option<String>,
    /// The path of the directory to run the command in.
    dir_path: Option<String>,
    /// Set to true if this command should be run in the background.
    is_background: Option<bool>,
    /// Delay in milliseconds to wait after starting the process in the background.
    delay_ms: Option<i64>,
    /// Sandbox permissions for the command.
    additional_permissions: Option<Permissions>,
) -> String {
    let _ = (description, dir_path, is_background, delay_ms, additional_permissions);
    not_run(&command)
}

/// The recorded tools; some share a name, so each gets a registry of its own.
fn tools() -> [(&'static str, ToolDefinition); 8] {
    [
        ("t_0f1f4a56ce2b", WriteWithMode::definition()),
        ("t_575cd4e344c7", WriteClosed::definition()),
        ("t_66bdd880a6e7", WriteOpen::definition()),
        ("t_85eb471239f8", ReadLines::definition()),
        ("t_9a1717ddc720", RunShellCommand::definition()),
        ("t_9e3fd442c066", ReadEnds::definition()),
        ("t_ae591a9c78bf", ReadPaged::definition()),
        ("t_b212046c7a46", Bash::definition()),
    ]
}

struct Recording {
    name: String,
    registry: ToolRegistry,
    calls: usize,
    valid: usize,
    outcomes: BTreeMap<String, usize>,
}

pub(crate) async fn replay(scratch: &TempDir) -> anyhow::Result<ExitCode> {
    let file = place().join("calls.jsonl");
    let text = std::fs::read_to_string(&file).with_context(|| {
        format!(
            "no recorded calls at {}: set DSH_CORPUS to the directory that holds calls.jsonl",
            file.display()
        )
    })?;
    let mut recordings: BTreeMap<&str, Recording> = BTreeMap::new();
    for (id, tool) in tools() {
        let name = tool.name().to_owned();
        let workspace = Workspace::open(scratch.path())?;
        let registry = ToolRegistry::builder().state(workspace).tools([tool]).build()?;
        let empty = Recording { name, registry, calls: 0, valid: 0, outcomes: BTreeMap::new() };
        recordings.insert(id, empty);
    }

    let (mut disagreed, mut total) = (0, 0);
    println!("calls that did not validate, by line:");
    for (line, call) in lines::<Recorded>(&text)? {
        let Some(recording) = recordings.get_mut(call.tool_id.as_str()) else {
            continue;
        };
        let arguments = call.arguments_raw.as_deref().unwrap_or(call.arguments.get());
        let name = recording.name.clone();
        let input = ToolExecutionInput::new(line.to_string(), name.as_str(), arguments);
        let result = recording.registry.execute(input).await;
        let code = match result.outcome() {
            Ok(_) => String::from("ok"),
            Err(failure) => failure.code().to_string(),
        };
        let valid = !["INVALID_ARGS", "INVALID_JSON"].contains(&code.as_str());
        if !valid {
            println!("  {line} {name}: {}", result.text().replace('\n', "\n      "));
        }
        if call.valid_expected.is_some_and(|expected| expected != valid) {
            disagreed += 1;
            println!("  {line} {name}: the recorded verdict is the opposite");
        }
        total += 1;
        recording.calls += 1;
        recording.valid += usize::from(valid);
        *recording.outcomes.entry(code).or_default() += 1;
    }

    println!("\ntool, validated of calls, what came of them:");
    for (id, recording) in &recordings {
        let outcomes: Vec<String> =
            recording.outcomes.iter().map(|(code, count)| format!("{count} {code}")).collect();
        let Recording { name, valid, calls, .. } = recording;
        println!("  {name} ({id}): {valid} of {calls}: {}", outcomes.join(", "));
    }
    let valid: usize = recordings.values().map(|recording| recording.valid).sum();
    println!(
        "{total} calls, {valid} validated, {} did not; {disagreed} against the recorded verdict",
        total - valid
    );
    anyhow::ensure!(total > 0, "{} holds no call of these tools", file.display());
    Ok(if disagreed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
