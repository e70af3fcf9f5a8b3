//! What it costs to compile tools: generated crates of the same content with ours and with peers.
//!
//! `cargo run -p dsh-tools-compile-bench`, in `benches`. Prints a Markdown table, and with `--lines` records instead.
//! `--only ours,rmcp,rig` and `--tools 100,300` measure a part, `--warm` leaves out what dependencies cost, `--smoke` only
//! checks that a small crate of ours compiles, `--write DIR` only writes crates.

mod content;
mod measure;
mod write;

use dsh_tools_benches_frame::record::{Record, to_lines};
use dsh_tools_benches_frame::row::Part;
use measure::{cargo, run, seconds};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use write::Kind;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = Options::read(&words).and_then(|options| options.run());
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

struct Options {
    kinds: Vec<Kind>,
    tools: Vec<usize>,
    cold: bool,
    lines: bool,
    write: Option<PathBuf>,
    smoke: bool,
}

/// What is known of one kind.
struct Row {
    kind: Kind,
    /// Names and versions of all that is compiled beside the crate.
    crates: BTreeSet<(String, String)>,
    /// Seconds that all dependencies take: of processors, and on the clock.
    cold: Option<(f64, f64)>,
    sizes: Vec<Size>,
}

struct Size {
    tools: usize,
    check: f64,
    build: f64,
    bytes: u64,
}

impl Options {
    fn read(words: &[String]) -> Result<Self, String> {
        let mut options = Self {
            kinds: Kind::ALL.to_vec(),
            tools: vec![100, 300],
            cold: true,
            lines: false,
            write: None,
            smoke: false,
        };
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word {
                "--warm" => options.cold = false,
                "--smoke" => options.smoke = true,
                "--lines" => options.lines = true,
                "--write" => options.write = Some(value()?.into()),
                "--only" => {
                    let names: Vec<&str> = value()?.split(',').collect();
                    options.kinds.retain(|kind| names.contains(&kind.name()));
                }
                "--tools" => {
                    let counts = value()?.split(',').map(str::parse).collect::<Result<_, _>>();
                    options.tools = counts.map_err(|error| format!("--tools: {error}"))?;
                }
                _ => {
                    return Err(format!(
                        "{word}: known are --only KINDS, --tools COUNTS, --warm, --lines, --write DIR, --smoke"
                    ));
                }
            }
        }
        Ok(options)
    }

    fn run(self) -> Result<(), String> {
        if let Some(at) = &self.write {
            let count = self.tools.iter().copied().max().unwrap_or(100);
            for kind in &self.kinds {
                lay_out(*kind, count, &at.join(kind.name()))?;
            }
            return Ok(());
        }
        let place = place();
        if self.smoke {
            let at = place.join("smoke");
            lay_out(Kind::Ours, 5, &at)?;
            run(&mut cargo("run", &at, &place.join("target-smoke")))?;
            println!("a crate of 5 tools compiled and ran");
            return Ok(());
        }
        let mut rows = Vec::new();
        for kind in &self.kinds {
            rows.push(self.row(*kind, &place)?);
        }
        if self.lines {
            print!("{}", to_lines(&records(&rows)));
        } else {
            println!("{}", table(&rows));
        }
        Ok(())
    }

    fn row(&self, kind: Kind, place: &Path) -> Result<Row, String> {
        let (at, target) = (place.join(kind.name()), place.join(format!("target-{}", kind.name())));
        lay_out(kind, 0, &at)?;
        if self.cold {
            // What was there before would be found fresh.
            match std::fs::remove_dir_all(&target) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(format!("{}: {error}", target.display()));
                }
                _ => {}
            }
        }
        // Downloads are no part of what is measured.
        run(&mut cargo("fetch", &at, &target))?;
        let start = Instant::now();
        let cold = seconds(&mut cargo("build", &at, &target))?;
        let cold = self.cold.then(|| (cold, start.elapsed().as_secs_f64()));
        run(&mut cargo("check", &at, &target))?;
        let crates = tree(kind, &at, &target)?;
        let mut sizes = Vec::new();
        for &tools in &self.tools {
            eprintln!("{}: {tools} tools", kind.title());
            lay_out(kind, tools, &at)?;
            let check = seconds(&mut cargo("check", &at, &target))?;
            let build = seconds(&mut cargo("build", &at, &target))?;
            let binary = target.join("debug").join(kind.package());
            let bytes = std::fs::metadata(&binary)
                .map_err(|error| format!("{}: {error}", binary.display()))?
                .len();
            let said = run(&mut std::process::Command::new(&binary))?;
            let said = String::from_utf8_lossy(&said.stdout).trim().to_owned();
            if said != tools.to_string() {
                return Err(format!("{}: {said} tools instead of {tools}", kind.title()));
            }
            sizes.push(Size { tools, check, build, bytes });
        }
        Ok(Row { kind, crates, cold, sizes })
    }
}

/// Where crates are generated: in the target directory that this program was built into.
fn place() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    let target = own.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    target
        .map_or_else(
            || std::path::absolute("target").unwrap_or_else(|_| PathBuf::from("target")),
            Path::to_path_buf,
        )
        .join("compile")
}

/// Writes the crate, or one that does nothing if there are to be no tools.
fn lay_out(kind: Kind, tools: usize, at: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", at.display());
    let sources = at.join("src");
    if sources.exists() {
        std::fs::remove_dir_all(&sources).map_err(failed)?;
    }
    std::fs::create_dir_all(&sources).map_err(failed)?;
    let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dsh-tools");
    std::fs::write(at.join("Cargo.toml"), kind.manifest(ours)).map_err(failed)?;
    let files = match tools {
        0 => vec![(String::from("main.rs"), String::from("fn main() {}\n"))],
        _ => kind.sources(tools),
    };
    for (name, text) in files {
        std::fs::write(sources.join(name), text).map_err(failed)?;
    }
    Ok(())
}

/// What is compiled beside the crate itself.
fn tree(kind: Kind, at: &Path, target: &Path) -> Result<BTreeSet<(String, String)>, String> {
    let mut command = cargo("tree", at, target);
    let output = run(command.args(["-e", "normal,build", "--prefix", "none", "--no-dedupe"]))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let crates = text.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        let version = rest.split(' ').next()?.trim_start_matches('v');
        (name != kind.package()).then(|| (name.to_owned(), version.to_owned()))
    });
    Ok(crates.collect())
}

impl Row {
    fn syn_versions(&self) -> usize {
        self.crates.iter().filter(|(name, _)| name == "syn").count()
    }

    /// The versions of what the crate names.
    fn versions(&self) -> String {
        let known: &[&str] = match self.kind {
            Kind::Ours => &["dsh-tools"],
            Kind::Rmcp => &["rmcp", "schemars", "serde"],
            Kind::Rig => &["rig-agent", "rig-core", "schemars", "serde"],
        };
        let named = self.crates.iter().filter(|(name, _)| known.contains(&&**name));
        let named: Vec<String> = named.map(|(name, version)| format!("{name} {version}")).collect();
        named.join(", ")
    }
}

fn table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| with | tools | check, CPU s | dev build, CPU s | binary, MB | crates | dependencies cold, CPU s |\n|---|--:|--:|--:|--:|--:|--:|\n",
    );
    let ours = rows.iter().find(|row| row.kind == Kind::Ours);
    for row in rows {
        let cold = row.cold.map_or_else(|| String::from("-"), |(cpu, _)| format!("{cpu:.1}"));
        for (at, size) in row.sizes.iter().enumerate() {
            let own = ours.and_then(|ours| ours.sizes.get(at)).filter(|_| row.kind != Kind::Ours);
            let ratio = |ours: Option<f64>, theirs: f64| {
                ours.map_or_else(String::new, |ours| format!(" (ours {:.2}x)", ours / theirs))
            };
            let _ = writeln!(
                out,
                "| {} | {} | {:.1}{} | {:.1}{} | {:.1}{} | {} | {cold} |",
                row.kind.title(),
                size.tools,
                size.check,
                ratio(own.map(|own| own.check), size.check),
                size.build,
                ratio(own.map(|own| own.build), size.build),
                size.bytes as f64 / 1e6,
                ratio(own.map(|own| own.bytes as f64), size.bytes as f64),
                row.crates.len(),
            );
        }
    }
    out.push_str("\nCPU s: user and system time of cargo and all that it starts. Check and build: the generated crate alone, dependencies built before, `incremental` off, the dev profile as cargo has it.\n");
    for row in rows {
        let _ = writeln!(
            out,
            "{}: {}; {} of syn.",
            row.kind.title(),
            row.versions(),
            row.syn_versions()
        );
    }
    out
}

fn records(rows: &[Row]) -> Vec<Record> {
    let mut records = Vec::new();
    for row in rows {
        let of = |group: String| {
            let record = Record::new(Part::Compile, group, row.kind.title());
            if row.kind == Kind::Ours { record.ours() } else { record }
        };
        for Size { tools, check, build, bytes } in &row.sizes {
            let record = of(format!("{tools} tools"));
            records.push(
                record
                    .figure("check_cpu_s", *check)
                    .figure("build_cpu_s", *build)
                    .figure("binary_bytes", *bytes as f64),
            );
        }
        let mut record = of(String::from("dependencies"))
            .figure("crates", row.crates.len() as f64)
            .figure("syn_versions", row.syn_versions() as f64);
        if let Some((cpu, wall)) = row.cold {
            record = record.figure("cold_cpu_s", cpu).figure("cold_wall_s", wall);
        }
        records.push(record);
    }
    records
}
