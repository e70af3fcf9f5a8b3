//! The small examples print what is recorded beside this file.
//!
//! To record anew: `cargo run -q -p dsh-tools-examples --example NAME > examples/tests/NAME.out`, and read it.

mod support;

use support::assert_prints;

macro_rules! pages {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            assert_prints(stringify!($name), include_str!(concat!(stringify!($name), ".out")));
        })*

        /// Every example that is one file has its line here.
        #[test]
        fn none_is_forgotten() {
            let mut listed = [$(concat!(stringify!($name), ".rs")),*];
            listed.sort_unstable();
            let folder = std::fs::read_dir("examples").unwrap().map(|entry| entry.unwrap().file_name());
            let mut found: Vec<String> = folder
                .map(|name| name.into_string().unwrap())
                .filter(|name| name.ends_with(".rs"))
                .collect();
            found.sort_unstable();
            assert_eq!(found, listed);
            for name in [$(stringify!($name)),*] {
                let row = format!("\n| `{name}` | ");
                assert!(include_str!("../../README.md").contains(&row), "{name} is not in the README");
            }
        }
    };
}

pages! {
    hello plain_parameters shared_state toolbox typed_output by_hand raw_schema errors agent_loop
    structured_output journal limits permission retries spans cards
}

/// The codes that calls end with by now; a policy that denies and raw schemas that are enforced come later.
#[test]
fn the_example_of_errors_shows_every_code() {
    let shown: Vec<&str> = include_str!("errors.out")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(' '))
        .collect();
    for code in [
        "UNKNOWN_TOOL",
        "INVALID_JSON",
        "INVALID_ARGS",
        "INVALID_TOOL_OUTPUT",
        "TOOL_TIMEOUT",
        "ABORTED",
        "ABORTED_BEFORE_DISPATCH",
        "TOOL_PANICKED",
        "HOOK_PANICKED",
        "TOOL_ERROR",
        "LOCKED",
    ] {
        assert!(shown.contains(&code), "{code} is not in {shown:?}");
    }
}

/// The picture in the README is the one that the example draws.
#[test]
fn the_picture_of_cards_is_fresh() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = support::example("cards").arg("--svg").arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let drawn = std::fs::read_to_string(file.path()).unwrap();
    let command = "cargo run -p dsh-tools-examples --example cards -- --svg docs/cards.svg";
    assert!(drawn == include_str!("../../docs/cards.svg"), "draw it anew: `{command}`");
}
