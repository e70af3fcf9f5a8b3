use super::file::{Mode, check};
use crate::tool::{ToolDefinition, ToolSchema};
use std::fs;
use std::path::{Path, PathBuf};

const HERE: Mode = Mode { bless: false, ci: false };
const BLESS: Mode = Mode { bless: true, ci: false };
const CI: Mode = Mode { bless: false, ci: true };

/// A folder of this test's own, gone when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("dsh-tools-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone_already = fs::remove_dir_all(&self.0);
    }
}

fn schemas(limit: u32) -> Vec<ToolSchema> {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {"limit": {"type": "integer", "maximum": limit}},
    });
    let tool = ToolDefinition::builder("read").description("Reads.");
    let tool = tool.validated(schema).body(|_, _| async { "" }).build();
    vec![tool.schema().clone()]
}

fn run(folder: &Folder, limit: u32, mode: Mode) -> Result<(), String> {
    let path = Path::new("tests/schemas.json");
    check(&folder.0.join(path), path, &schemas(limit), mode)
}

#[test]
fn a_missing_file_is_written_where_somebody_can_commit_it() {
    let folder = Folder::new("missing");
    assert_eq!(
        run(&folder, 9, CI).unwrap_err(),
        "tests/schemas.json is missing\n\n\
         Write it by `DSH_BLESS=1 cargo test` where you work, read it, and commit it."
    );
    assert!(!folder.0.join("tests").exists(), "nothing is written in CI");
    run(&folder, 9, HERE).unwrap();
    run(&folder, 9, CI).unwrap();
}

#[test]
fn what_changed_is_told_until_it_is_accepted() {
    let folder = Folder::new("changed");
    run(&folder, 9, HERE).unwrap();
    let told = "the schemas are not those of tests/schemas.json: 1 change, 1 of them breaking\n\n\
                `read`\n\
                \x20 breaking:   `limit` has a narrower `maximum`: 8, was 9\n\n\
                If this is meant, accept it by `DSH_BLESS=1 cargo test`, and commit the file.";
    assert_eq!(run(&folder, 8, HERE).unwrap_err(), told);
    assert_eq!(run(&folder, 8, CI).unwrap_err(), told, "and nothing was written by that");
    run(&folder, 8, BLESS).unwrap();
    run(&folder, 8, CI).unwrap();
    assert!(run(&folder, 9, CI).unwrap_err().contains("1 change, none of them breaking"));
}

#[test]
fn line_ends_and_blanks_are_nobodys_business() {
    let folder = Folder::new("blanks");
    run(&folder, 9, HERE).unwrap();
    let file = folder.0.join("tests/schemas.json");
    let text = fs::read_to_string(&file).unwrap();
    for other in [text.replace('\n', "\r\n"), text.replace('\n', " ")] {
        fs::write(&file, other).unwrap();
        run(&folder, 9, CI).unwrap();
    }
    // What git checked out with other line ends is as it would be written.
    fs::write(&file, text.replace('\n', "\r\n")).unwrap();
    run(&folder, 9, BLESS).unwrap();
    assert!(fs::read_to_string(&file).unwrap().contains("\r\n"));
}

#[test]
fn a_file_that_is_no_snapshot_is_told_and_can_be_written_anew() {
    let folder = Folder::new("broken");
    run(&folder, 9, HERE).unwrap();
    fs::write(folder.0.join("tests/schemas.json"), "<<<<<<< HEAD\n[]\n").unwrap();
    let told = run(&folder, 9, CI).unwrap_err();
    assert!(
        told.starts_with("tests/schemas.json is no snapshot of schemas: line 1, column 1: "),
        "{told}"
    );
    assert!(told.ends_with("\n\n`DSH_BLESS=1 cargo test` writes it anew."), "{told}");
    run(&folder, 9, BLESS).unwrap();
    run(&folder, 9, CI).unwrap();
}
