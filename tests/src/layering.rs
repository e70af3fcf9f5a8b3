//! Imports of the runtime crate point down its layers.

use std::fs;
use std::path::{Path, PathBuf};

/// From the top down; a layer may name those after it.
const LAYERS: [&str; 11] = [
    "bridge", "testing", "policy", "pipeline", "registry", "process", "tool", "view", "schema",
    "json", "sync",
];
/// Beside the layers: they may name everything, and only the crate's root names them.
const BESIDE: [&str; 4] = ["lib", "prelude", "__private", "panic_hook"];
/// `tool` may use `view` and `schema`, but those two do not know each other. What is there for tests nobody uses.
const STRANGERS: [(&str, &str); 2] = [("view", "schema"), ("bridge", "testing")];
/// How macros are called that a layer exports: the compiler puts them at the crate's root.
const MACROS: [(&str, &str); 1] = [("testing", "__testing_")];

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The layer a file belongs to: its first component below `src`.
fn layer_of(root: &Path, file: &Path) -> String {
    let first = file.strip_prefix(root).unwrap().components().next().unwrap();
    let name = Path::new(first.as_os_str()).with_extension("");
    name.to_str().unwrap().to_owned()
}

/// The modules that a source names by `crate::`, comments left out, groups taken apart.
fn named(source: &str) -> Vec<String> {
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut out = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            out.push(word(rest));
            continue;
        };
        // The members of the outer group; what stands in inner braces belongs to one of them.
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                ',' if depth == 0 => {
                    out.push(word(&group[start..at]));
                    start = at + 1;
                }
                '}' if depth == 0 => {
                    out.push(word(&group[start..at]));
                    break;
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    out.retain(|name| !name.is_empty());
    out
}

#[test]
fn imports_point_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dsh-tools/src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 20, "the sources were not found");
    let rank = |layer: &str| LAYERS.iter().position(|known| *known == layer);
    let mut wrong = Vec::new();
    for file in &files {
        let layer = layer_of(&root, file);
        if BESIDE.contains(&layer.as_str()) {
            continue;
        }
        let own = rank(&layer).unwrap_or_else(|| panic!("{} is in no layer", file.display()));
        for name in named(&fs::read_to_string(file).unwrap()) {
            let allowed = match rank(&name) {
                Some(other) => {
                    own <= other && !STRANGERS.contains(&(layer.as_str(), name.as_str()))
                }
                // Macros and types that the root re-exports belong to a layer: name them there.
                None => MACROS.iter().any(|(of, start)| *of == layer && name.starts_with(start)),
            };
            if !allowed {
                wrong.push(format!("{}: `crate::{name}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that do not point down:\n{}", wrong.join("\n"));
}

#[test]
fn named_reads_groups_and_paths() {
    let source =
        "use crate::{json::{Cursor, Key}, schema};\n// crate::bridge\nlet x = crate::tool::X;";
    assert_eq!(named(source), ["json", "schema", "tool"]);
}
