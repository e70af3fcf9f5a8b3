//! A crate of imported tools, built in the target directory and asked about values.

use crate::corpus::Recorded;
use anyhow::{Context as _, bail};
use dsh_tools_examples::import::Imported;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A value, and the number of the tool whose arguments it is.
pub(crate) struct Question {
    pub(crate) tool: usize,
    pub(crate) value: Value,
}

/// What the crate says.
pub(crate) struct Answers {
    pub(crate) tools: Vec<Rendered>,
    /// For each question whether the validator and whether decoding accept it.
    pub(crate) verdicts: Vec<(bool, bool)>,
}

/// A tool as the generated code has it.
#[derive(Deserialize)]
pub(crate) struct Rendered {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) parameters: Value,
    /// Why a registry refuses it.
    pub(crate) refused: Option<String>,
}

/// Builds and runs it.
pub(crate) fn run(
    tools: &[(Recorded, Imported)],
    questions: &[Question],
    keep: bool,
) -> anyhow::Result<Answers> {
    let place = target()?.join("import-roundtrip");
    let folder = place.join("crate");
    write(tools, &folder)?;
    let program = build(&folder, &place.join("target"))?;
    if !keep {
        // The sources are recorded data, which stays where it came from.
        std::fs::remove_dir_all(&folder)?;
    }
    ask(&program, tools.len(), questions)
}

/// The target directory that this program was built in.
fn target() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(3).context("this program is in no target directory")?;
    Ok(target.to_owned())
}

fn write(tools: &[(Recorded, Imported)], folder: &Path) -> anyhow::Result<()> {
    _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder.join("src"))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let library = root.join("dsh-tools").display().to_string();
    let manifest = format!(
        "[package]\nname = \"imported\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [workspace]\n\n[dependencies]\ndsh-tools = {{ path = {library:?} }}\nserde_json = \"1\"\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    // The versions that are there already.
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut modules = String::from("#![deny(warnings)]\n");
    let mut table = String::new();
    for (number, (_, imported)) in tools.iter().enumerate() {
        let name = format!("t{number}");
        let Some(tool) = imported.tools.first() else { bail!("nothing was imported") };
        writeln!(modules, "pub mod {name};")?;
        std::fs::write(folder.join(format!("src/{name}.rs")), &imported.source)?;
        let beside = tool.beside.as_ref().unwrap_or(&tool.function);
        let arguments = &tool.arguments;
        writeln!(
            table,
            "    (imported::{name}::{beside}::definition, check::<imported::{name}::{arguments}>),"
        )?;
    }
    std::fs::write(folder.join("src/lib.rs"), modules)?;
    let main = include_str!("program.txt").replace("    // TABLE\n", &table);
    std::fs::write(folder.join("src/main.rs"), main)?;
    Ok(())
}

fn build(folder: &Path, target: &Path) -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--offline", "--color", "never", "--target-dir"])
        .arg(target)
        .current_dir(folder)
        .env_remove("RUSTFLAGS")
        .stderr(Stdio::piped())
        .output()
        .context("cargo cannot be run")?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || told.contains("warning") {
        bail!(
            "the generated crate does not compile without a warning ({}):\n{told}",
            folder.display()
        );
    }
    Ok(target.join("debug").join(format!("imported{}", std::env::consts::EXE_SUFFIX)))
}

fn ask(program: &Path, tools: usize, questions: &[Question]) -> anyhow::Result<Answers> {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().context("no standard input")?;
    let mut text = String::new();
    for question in questions {
        writeln!(text, "{} {}", question.tool, question.value)?;
    }
    // The program writes while it reads: both at once, or both wait.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("writing panicked"))??;
    if !output.status.success() {
        bail!("the generated program ended with {}", output.status);
    }
    let text = String::from_utf8(output.stdout)?;
    let mut lines = text.lines();
    let rendered: Result<Vec<Rendered>, _> =
        lines.by_ref().take(tools).map(serde_json::from_str).collect();
    let verdicts: Vec<(bool, bool)> =
        lines.map(|line| (line.starts_with('1'), line.ends_with('1'))).collect();
    if verdicts.len() != questions.len() {
        bail!("{} questions, {} answers", questions.len(), verdicts.len());
    }
    Ok(Answers { tools: rendered?, verdicts })
}
