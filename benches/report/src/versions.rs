//! Versions of the peers, as the lock file has them.

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

/// A line of them.
///
/// # Errors
///
/// There is no lock file, or a peer is not in it.
pub fn line() -> Result<String, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock");
    let lock = fs::read_to_string(path).map_err(|why| format!("{path}: {why}"))?;
    of_lock(&lock)
}

fn of_lock(lock: &str) -> Result<String, String> {
    let mut all = Vec::new();
    for peer in PEERS {
        let found = versions(lock, peer);
        if found.is_empty() {
            return Err(format!("{peer} is measured, and not in the lock file"));
        }
        all.extend(found.into_iter().map(|version| format!("{peer} {version}")));
    }
    Ok(format!("\nPeers, of `benches/Cargo.lock`: {}.\n", all.join(", ")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_locked_version_of_a_crate_is_found_and_of_no_other() {
        let lock = "\
            [[package]]\nname = \"tower\"\nversion = \"0.4.13\"\n\n\
            [[package]]\nname = \"tower\"\nversion = \"0.5.3\"\ndependencies = [\n \"tower-layer\",\n]\n\n\
            [[package]]\nname = \"tower-layer\"\nversion = \"0.3.3\"\n";
        assert_eq!(versions(lock, "tower"), ["0.4.13", "0.5.3"]);
        assert_eq!(versions(lock, "tower-layer"), ["0.3.3"]);
        assert!(versions(lock, "layer").is_empty());
    }

    #[test]
    fn a_peer_that_is_not_locked_is_told() {
        let said = of_lock("name = \"serde\"\nversion = \"1.0.0\"\n").expect_err("one of eleven");
        assert!(said.starts_with("serde_json "), "{said}");
    }

    #[test]
    fn the_lock_file_has_all_of_them() {
        let line = line().expect("the lock file of the benchmarks");
        for peer in PEERS {
            assert!(line.contains(&format!(" {peer} ")), "{peer}: {line}");
        }
    }
}
