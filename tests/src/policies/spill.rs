//! Files that hold what was cut.

use crate::support::{call, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{FileSpillStore, OutputLimit, SpillStore};
use futures_util::future::join_all;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A call, as a store gets it.
async fn execution(name: &str, id: &str) -> ToolExecution {
    let registry = ToolRegistry::new();
    let seen = Arc::new(Mutex::new(None));
    let see = Arc::clone(&seen);
    registry.observe_fn(move |call, _| *see.lock().unwrap() = Some(call.clone()));
    registry.execute(ToolExecutionInput::new(id, name, "{}")).await;
    seen.lock().unwrap().take().unwrap()
}

async fn stored(
    store: &FileSpillStore,
    name: &str,
    id: &str,
    text: &str,
) -> Result<String, ToolError> {
    store.store(execution(name, id).await, text.into()).await
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[tokio::test]
async fn c135_the_model_can_read_in_the_file_what_was_cut() {
    let folder = tempfile::tempdir().unwrap();
    let text = "line\n".repeat(10_000);
    let given = text.clone();
    let tool = free("bash").body(move |_, _| std::future::ready(given.clone())).build();
    let registry = registry([tool]);
    let store = FileSpillStore::new(folder.path().join("not/there/yet"));
    registry.policy(OutputLimit::new(600).spill(store));
    let result = registry.execute(call("bash", "{}")).await.text().into_owned();
    let path = result.split_once("full text: ").unwrap().1.split_once(']').unwrap().0;
    assert!(path.ends_with("bash-call_1.txt"), "{path}");
    assert_eq!(fs::read_to_string(path).unwrap(), text);
}

#[tokio::test]
async fn names_stay_in_the_folder_whatever_somebody_made_up() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileSpillStore::new(folder.path()).shown_as("spill/");
    let long = "x".repeat(10_000);
    for (name, id, expected) in [
        ("../../etc", "/etc/passwd", "spill/______etc-_etc_passwd.txt"),
        ("..", "..", "spill/__-__.txt"),
        ("CON", "a\\b:c\0d\n", "spill/CON-a_b_c_d_.txt"),
        ("", "", "spill/-.txt"),
        ("é", "💾", "spill/_-_.txt"),
        (&long, &long, &format!("spill/{0}-{0}.txt", &long[..48])),
    ] {
        assert_eq!(stored(&store, name, id, "text").await.unwrap(), expected);
    }
    assert_eq!(names(folder.path()).len(), 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_overwritten_by_the_same_id_or_by_anybody_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileSpillStore::new(folder.path()).shown_as("s");
    fs::write(folder.path().join("t-c.txt"), "somebody else's").unwrap();
    assert_eq!(stored(&store, "t", "c", "one").await.unwrap(), "s/t-c-2.txt");
    let other = FileSpillStore::new(folder.path()).shown_as("s");
    let call = execution("t", "c").await;
    let stores = (0..150).map(|n| {
        let store = if n % 2 == 0 { store.clone() } else { other.clone() };
        let call = call.clone();
        tokio::spawn(async move { store.store(call, format!("text {n}").into()).await.unwrap() })
    });
    let paths: BTreeSet<_> = join_all(stores).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(paths.len(), 150);
    let kept: BTreeSet<_> = names(folder.path())
        .iter()
        .map(|name| fs::read_to_string(folder.path().join(name)).unwrap())
        .collect();
    assert_eq!(kept.len(), 152);
    assert!(kept.contains("somebody else's") && kept.contains("text 149"));
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_reads_and_no_link_is_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("spill");
    let store = FileSpillStore::new(&inner);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let path = stored(&store, "t", "a", "text").await.unwrap();
    assert_eq!((mode(path.as_ref()), mode(&inner)), (0o600, 0o700));
    let target = folder.path().join("target");
    symlink(&target, inner.join("t-b.txt")).unwrap();
    assert!(stored(&store, "t", "b", "text").await.unwrap().ends_with("t-b-2.txt"));
    assert!(!target.exists());
}

#[tokio::test]
async fn the_oldest_of_its_own_files_go_first() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a-file-of-the-host.txt"), "x").unwrap();
    let store = FileSpillStore::new(folder.path()).max_files(3);
    for n in 0..10 {
        stored(&store, "t", &n.to_string(), "text").await.unwrap();
    }
    let expected = ["a-file-of-the-host.txt", "t-7.txt", "t-8.txt", "t-9.txt"];
    assert_eq!(names(folder.path()), expected.map(String::from).into());

    let folder = tempfile::tempdir().unwrap();
    let store = FileSpillStore::new(folder.path()).max_bytes(100);
    for (id, bytes) in [("a", 40), ("b", 40), ("c", 20), ("d", 60)] {
        stored(&store, "t", id, &"x".repeat(bytes)).await.unwrap();
    }
    assert_eq!(names(folder.path()), ["t-c.txt", "t-d.txt"].map(String::from).into());
    assert!(stored(&store, "t", "e", &"x".repeat(101)).await.is_err());
    assert_eq!(names(folder.path()).len(), 2, "what cannot be kept costs nobody his place");
    stored(&store, "t", "f", &"x".repeat(100)).await.unwrap();
    assert_eq!(names(folder.path()), ["t-f.txt"].map(String::from).into());
}

#[tokio::test]
async fn a_path_that_was_given_out_is_never_anothers() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileSpillStore::new(folder.path()).shown_as("s").max_files(2);
    let mut given = BTreeSet::new();
    for n in 0..120 {
        // The same store, whoever holds it.
        let path = stored(&store.clone(), "t", "c", &n.to_string()).await.unwrap();
        assert!(given.insert(path.clone()), "{path} twice");
    }
    assert!(given.contains("s/t-c.txt") && given.contains("s/t-c-4.txt"), "{given:?}");
    // Nor by way of another call's id.
    assert_eq!(stored(&store, "t", "c-2", "x").await.unwrap(), "s/t-c-2-2.txt");
    assert_eq!(names(folder.path()).len(), 2);
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "no folder").unwrap();
    assert!(stored(&FileSpillStore::new(&file), "t", "a", "text").await.is_err());
    assert_eq!(fs::read_to_string(&file).unwrap(), "no folder");
}

#[test]
fn it_needs_no_runtime() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileSpillStore::new(folder.path());
    let path =
        futures_util::FutureExt::now_or_never(async { stored(&store, "t", "a", "text").await });
    assert_eq!(fs::read_to_string(path.unwrap().unwrap()).unwrap(), "text");
}
