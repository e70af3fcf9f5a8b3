//! No tool leaves the workspace.

use crate::support::Bench;
use serde_json::{Value, json};
use std::os::unix::fs::symlink;

const SECRET: &str = "the secret word";

/// A workspace with links that lead out of it, to files that are there and to one that is not.
fn bench() -> Bench {
    let bench = Bench::new();
    std::fs::create_dir(bench.outside("outside")).unwrap();
    std::fs::write(bench.outside("outside/secret.txt"), SECRET).unwrap();
    bench.put("sub/a.txt", "inside\n");
    symlink("../outside/secret.txt", bench.path("file_link")).unwrap();
    symlink(bench.outside("outside"), bench.path("dir_link")).unwrap();
    symlink("../outside/new.txt", bench.path("new_link")).unwrap();
    symlink("file_link", bench.path("link_to_link")).unwrap();
    symlink("..", bench.path("up_link")).unwrap();
    bench
}

/// Ways to the secret file.
fn files(bench: &Bench) -> Vec<String> {
    let absolute = bench.outside("outside/secret.txt").to_str().unwrap().to_owned();
    let paths = [
        "../outside/secret.txt",
        "sub/../../outside/secret.txt",
        "./../outside/secret.txt",
        "file_link",
        "link_to_link",
        "dir_link/secret.txt",
        "up_link/outside/secret.txt",
        "sub/../dir_link/../outside/secret.txt",
        "/etc/passwd",
    ];
    paths.into_iter().map(str::to_owned).chain([absolute]).collect()
}

/// Ways to the directory that it is in.
fn directories(bench: &Bench) -> Vec<String> {
    let absolute = bench.outside("outside").to_str().unwrap().to_owned();
    let paths = ["..", "../outside", "sub/../..", "dir_link", "dir_link/", "up_link/outside", "/"];
    paths.into_iter().map(str::to_owned).chain([absolute]).collect()
}

async fn refused(bench: &Bench, name: &str, arguments: Value) {
    let (code, text) = bench.failure(name, arguments.clone()).await;
    assert_eq!(code, "OUTSIDE_WORKSPACE", "{name} {arguments}: {text}");
    assert!(!text.contains(SECRET), "{text}");
}

#[tokio::test]
async fn files_outside_are_refused() {
    let bench = bench();
    for path in files(&bench) {
        refused(&bench, "read", json!({"path": path})).await;
        refused(&bench, "write", json!({"path": path, "content": "x"})).await;
        let arguments = json!({"path": path, "old_text": "secret", "new_text": "known"});
        refused(&bench, "edit", arguments).await;
        refused(&bench, "grep", json!({"path": path, "pattern": "."})).await;
        refused(&bench, "glob", json!({"path": path, "pattern": "*"})).await;
        refused(&bench, "ls", json!({"path": path})).await;
    }
    let secret = std::fs::read_to_string(bench.outside("outside/secret.txt")).unwrap();
    assert_eq!(secret, SECRET);
}

#[tokio::test]
async fn directories_outside_are_refused() {
    let bench = bench();
    for path in directories(&bench) {
        refused(&bench, "ls", json!({"path": path})).await;
        refused(&bench, "glob", json!({"path": path, "pattern": "**"})).await;
        refused(&bench, "grep", json!({"path": path, "pattern": "."})).await;
    }
}

#[tokio::test]
async fn nothing_is_made_outside() {
    let bench = bench();
    let absolute = bench.outside("outside/new.txt");
    for path in [
        "new_link",
        "../outside/new.txt",
        "dir_link/new.txt",
        "dir_link/new/new.txt",
        "up_link/outside/new/new.txt",
        absolute.to_str().unwrap(),
    ] {
        refused(&bench, "write", json!({"path": path, "content": "x"})).await;
    }
    assert_eq!(std::fs::read_dir(bench.outside("outside")).unwrap().count(), 1);
}

#[tokio::test]
async fn patterns_do_not_lead_out() {
    let bench = bench();
    for pattern in ["../**", "sub/../../**", "/etc/*"] {
        refused(&bench, "glob", json!({"pattern": pattern})).await;
        refused(&bench, "grep", json!({"pattern": ".", "glob": pattern})).await;
    }
}

#[tokio::test]
async fn searches_do_not_follow_links_that_lead_out() {
    let bench = bench();
    assert_eq!(bench.text("glob", json!({"pattern": "**"})).await, "sub/a.txt");
    assert_eq!(bench.text("grep", json!({"pattern": "."})).await, "sub/a.txt:1:inside");
}

#[tokio::test]
async fn links_within_are_followed_where_they_are_named() {
    let bench = bench();
    symlink("sub/a.txt", bench.path("inner_link")).unwrap();
    symlink("sub", bench.path("inner_dir")).unwrap();
    assert_eq!(bench.text("read", json!({"path": "inner_link"})).await, "     1\tinside\n");
    assert_eq!(bench.text("ls", json!({"path": "inner_dir"})).await, "a.txt");
    let found = bench.text("grep", json!({"pattern": ".", "path": "inner_dir"})).await;
    assert_eq!(found, "inner_dir/a.txt:1:inside");
    bench.text("write", json!({"path": "inner_link", "content": "changed"})).await;
    assert_eq!(std::fs::read_to_string(bench.path("sub/a.txt")).unwrap(), "changed");
}

/// `bash` starts in the workspace, is not confined to it, and says so.
#[tokio::test]
async fn bash_says_that_it_is_not_confined() {
    let bench = bench();
    let tool = bench.registry.get("bash").unwrap();
    assert!(tool.description().contains("not confined to the workspace"));
    assert_eq!(bench.text("bash", json!({"command": "cat sub/a.txt"})).await, "inside\n");
    assert_eq!(bench.text("bash", json!({"command": "cat file_link"})).await, SECRET.to_owned());
}
