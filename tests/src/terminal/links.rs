//! Where cards lead.

use super::cards::drawn;
use dsh_tools::bridge::terminal::Terminal;

/// Each link with the text that it lies on.
fn links(text: &str) -> Vec<(String, String)> {
    let mut parts =
        text.split("\u{1b}]8;;").skip(1).map(|part| part.split_once("\u{1b}\\").unwrap());
    let mut links = Vec::new();
    while let Some((uri, text)) = parts.next() {
        let (end, _) = parts.next().unwrap();
        assert_eq!(end, "", "a link ends before the next one");
        assert!(!text.contains('\n'), "a link ends with its row: {text:?}");
        links.push((uri.to_owned(), super::screen::without_looks(text)));
    }
    links
}

#[test]
fn paths_lines_and_pages_are_links() {
    let links = links(&drawn(&Terminal::plain().width(120).color(true).hyperlinks("/code")));
    for (uri, text) in [
        ("file:///code/src/main.rs#2", "src/main.rs"),
        ("file:///code/src/main.rs#3", "   3  "),
        ("file:///code/src/main.rs", "src/main.rs"),
        ("file:///code/src", "(src and 1 more)"),
        ("file:///code/src/main.rs#12", "  12: "),
        ("file:///code/src/%E6%97%A5%E6%9C%AC%E8%AA%9E.rs", "src/日本語.rs"),
        ("file:///code", "/code"),
        ("https://docs.rs/unicode-width", "unicode-width"),
        ("https://example.org/grammar", "<The grammar: https://example.org/grammar>"),
    ] {
        let link = (uri.to_owned(), text.to_owned());
        assert!(links.contains(&link), "{link:?} is not among {links:#?}");
    }
}

#[test]
fn a_link_goes_on_in_the_next_row() {
    let links = links(&drawn(&Terminal::plain().width(20).color(true).hyperlinks("/code")));
    let rows: Vec<_> =
        links.iter().filter(|(uri, _)| uri == "https://docs.rs/unicode-width").collect();
    assert!(!rows.is_empty());
    let grammar = links.iter().filter(|(uri, _)| uri == "https://example.org/grammar").count();
    assert_eq!(grammar, 2, "two rows of one link");
}
