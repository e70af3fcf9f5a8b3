//! Cards of every kind on screens of two widths, in colour and plain, and in a file.
//!
//! To record anew: `DSH_BLESS=1 cargo test -p dsh-tools-tests --test all terminal::screens`, and read it.

use super::cards::drawn;
use super::screen::{Screen, without_looks};
use dsh_tools::bridge::terminal::Terminal;
use std::path::Path;
use vt100::Color;

#[track_caller]
fn recorded(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/terminal/recorded").join(name);
    if std::env::var_os("DSH_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(text == expected, "{name}:\n{text}\nexpected:\n{expected}");
}

fn colorful(columns: usize) -> Terminal {
    Terminal::plain().width(columns).color(true).hyperlinks("/code")
}

#[test]
fn cards_look_right_on_40_columns() {
    recorded("40.txt", &Screen::of(&drawn(&colorful(40)), 40).text());
}

#[test]
fn cards_look_right_on_120_columns() {
    recorded("120.txt", &Screen::of(&drawn(&colorful(120)), 120).text());
}

#[test]
fn a_file_gets_plain_lines() {
    let text = drawn(&Terminal::plain());
    assert!(!text.contains('\u{1b}'));
    recorded("plain.txt", &text);
}

/// Colours and links are beside the text: it is the same without them.
#[test]
fn colours_change_no_text() {
    for columns in [20, 40, 80, 120, 1000] {
        let plain = drawn(&Terminal::plain().width(columns));
        let colored = drawn(&colorful(columns));
        assert_ne!(colored, plain);
        assert_eq!(without_looks(&colored), plain);
        assert_eq!(drawn(&colorful(columns).color(false)), plain, "no link without colours");
    }
}

#[test]
fn colours_say_what_is_what() {
    let screen = Screen::of(&drawn(&colorful(120)), 120);
    let (red, green, cyan) = (Color::Idx(1), Color::Idx(2), Color::Idx(6));
    for (part, look) in [
        ("● Edit src/main.rs:2", (cyan, false, false)),
        ("Edit src/main.rs:2", (Color::Default, true, false)),
        ("-     let name = \"world\";", (red, false, false)),
        ("+     let name = \"Welt\";", (green, false, false)),
        ("    println!(\"Hello, {name}!\");", (Color::Default, false, false)),
        ("replaced 2 places", (Color::Default, false, true)),
        ("exit 0", (green, false, false)),
        ("ended by SIGTERM", (red, false, false)),
        ("✗ NO_MATCH", (red, false, false)),
        ("… 45 more lines", (Color::Default, false, true)),
        ("status 404", (red, false, false)),
        // A command's own colours are left out.
        ("   Compiling demo", (Color::Default, false, false)),
    ] {
        assert_eq!(screen.look(part), look, "{part}");
    }
}
