//! Paths in titles and places.

use super::{Client, puppet};
use crate::support::registry;
use dsh_tools::bridge::acp::AcpSession;
use dsh_tools::prelude::*;
use serde_json::json;
use std::path::Path;

/// The title and the place of a card, in a conversation about this directory.
async fn card(directory: impl AsRef<Path>, title: &str, path: &str) -> (String, String) {
    let client = Client::default();
    let scope = registry([puppet()]).scope("agent");
    scope.policy(client.build(AcpSession::builder("s", directory)));
    let card = json!({"card": "generic", "title": title, "locations": [{"path": path}]});
    scope.execute(ToolExecutionInput::new("call_1", "puppet", json!({"card": card}))).await;
    let card = client.card();
    (card.title, card.locations[0].path.to_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_title_is_shortened_where_its_path_is_inside() {
    for (directory, path, shown) in [
        ("/w", "/w/..cache/x", "..cache/x"),
        ("/w", "/w/...", "..."),
        ("/w/", "/w/a b/ü", "a b/ü"),
        ("/w", "/w/a/../../etc", "/w/a/../../etc"),
        ("/w", "/web/a", "/web/a"),
        (r"C:\w", r"C:\w\src\a.rs", r"src\a.rs"),
        (r"C:\w", "c:/W/src/a.rs", "src/a.rs"),
        (r"C:\w", r"C:\w\..cache\x", r"..cache\x"),
        (r"C:\w", r"C:\web\a", r"C:\web\a"),
        (r"\\box\share", r"\\box\share\a", "a"),
        ("/w", r"C:\w\a", r"C:\w\a"),
    ] {
        let (title, place) = card(directory, &format!("Read {path}, now"), path).await;
        assert_eq!(title, format!("Read {shown}, now"), "{path} in {directory}");
        assert_eq!(place, path, "the place stays as it is");
    }
}

#[tokio::test]
async fn places_of_the_tool_are_absolute_for_the_client() {
    let (title, place) = card("/w", "Read src/a.rs", "src/a.rs").await;
    assert_eq!((title.as_str(), place.as_str()), ("Read src/a.rs", "/w/src/a.rs"));
    assert_eq!(card(r"C:\w", "Read", r"src\a.rs").await.1, r"C:\w\src\a.rs");
    assert_eq!(card("/w", "Read", ".").await.1, "/w");
}

#[cfg(unix)]
#[tokio::test]
async fn a_directory_that_is_a_link_is_known_by_both_its_names() {
    let outside = tempfile::tempdir().unwrap();
    let real = outside.path().canonicalize().unwrap().join("real");
    std::fs::create_dir(&real).unwrap();
    let link = real.parent().unwrap().join("link");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    for name in [&real, &link] {
        let path = name.join("src/a.rs");
        let path = path.to_str().unwrap();
        let (title, place) = card(&link, &format!("Read {path}"), path).await;
        assert_eq!(title, "Read src/a.rs");
        assert_eq!(place, path, "the place stays as it is");
    }
    let beside = real.with_file_name("beside");
    let path = beside.to_str().unwrap();
    assert_eq!(card(&link, &format!("Read {path}"), path).await.0, format!("Read {path}"));
}
