//! What most programs leave unused is compiled by those who use it: its functions are `#[inline]`, so that nothing of it is
//! in the library's own objects, and no program links it, with its debug information, for nothing.

use std::fs;
use std::path::{Path, PathBuf};

/// Whole layers and parts of which every function is.
const UNUSED: [&str; 6] =
    ["policy", "testing", "schema/raw", "schema/refine", "schema/structured", "pipeline/approval"];

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            out.push(path);
        }
    }
}

/// Whether the line starts a function, where it is not one of a trait without a body.
fn starts_function(line: &str, rest: &[&str]) -> bool {
    let mut words = line.split_whitespace().peekable();
    while words
        .next_if(|word| {
            word.starts_with("pub")
                || matches!(*word, "const" | "async" | "in")
                || word.ends_with(')')
        })
        .is_some()
    {}
    let end = |line: &&str| line.ends_with(['{', ';', '}']);
    words.next() == Some("fn")
        && words.peek().is_some_and(|name| name.contains(['(', '<']))
        && rest.iter().find(|line| end(line)).is_some_and(|line| !line.ends_with(';'))
}

#[test]
fn what_most_programs_leave_unused_is_compiled_by_those_who_use_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dsh-tools/src");
    let (mut looked_at, mut missing) = (0, Vec::new());
    for part in UNUSED {
        let mut files = vec![];
        sources(&root.join(part), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let code = text.split("\n#[cfg(test)]\n").next().unwrap();
            let lines: Vec<&str> = code.lines().map(str::trim_end).collect();
            for (at, line) in lines.iter().enumerate() {
                if !starts_function(line, &lines[at..]) {
                    continue;
                }
                looked_at += 1;
                let before = lines[..at].iter().rev().map(|line| line.trim());
                let attributes: Vec<_> = before
                    .take_while(|line| !line.is_empty() && !line.ends_with(['{', '}', ';']))
                    .collect();
                if !attributes.iter().any(|line| line.starts_with("#[inline") || *line == "#[cold]")
                {
                    missing.push(format!(
                        "{}:{}",
                        file.strip_prefix(&root).unwrap().display(),
                        at + 1
                    ));
                }
            }
        }
    }
    assert!(looked_at > 900, "{looked_at} functions were looked at");
    assert!(missing.is_empty(), "add `#[inline]`, see the top of this file: {missing:#?}");
}
