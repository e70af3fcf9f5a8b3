//! Versions of the peers, as the lock file has them.

use std::fmt::Write as _;
use std::fs;

/// Crates that are measured, or that measured ones stand on.
const PEERS: [&str; 11] = [
    "serde",
    "serde_json",
    "garde",
    "jsonschema",
    "boon",
    "rmcp",
    "rig-core",
    "tower",
    "tokio",
    "schemars",
    "tiktoken-rs",
];

/// A table of them.
pub fn table() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock");
    let lock = fs::read_to_string(path).unwrap_or_default();
    let mut text = String::from("\nPeers, of `benches/Cargo.lock`:");
    for peer in PEERS {
        for version in versions(&lock, peer) {
            let _ = write!(text, " {peer} {version},");
        }
    }
    text.trim_end_matches(',').to_owned() + ".\n"
}

/// Every locked version of a crate.
fn versions<'a>(lock: &'a str, name: &str) -> Vec<&'a str> {
    let named = format!("name = \"{name}\"");
    let mut lines = lock.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line == named {
            found.extend(lines.next().and_then(|line| line.split('"').nth(1)));
        }
    }
    found
}
