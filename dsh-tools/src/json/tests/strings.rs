//! Strings: lengths and texts, with and without escapes.

use super::both;
use crate::json::scan::{next_special, quote, unescape};
use crate::json::{Cursor, FrozenJson};

#[test]
fn lengths_are_counted_in_scalar_values() {
    for (text, count) in [
        (r#""""#, 0),
        (r#""abc""#, 3),
        (r#""äöü""#, 3),
        (r#""𝄞x""#, 2),
        (r#""\ud834\udd1ex""#, 2),
        (r#""\n\\\"\u00e9é""#, 5),
        (r#""\u0041\ud83d\ude00\/""#, 3),
    ] {
        for document in both(text) {
            let root = document.root();
            assert_eq!(root.char_count(), count, "{text}");
            assert_eq!(root.as_str().unwrap().chars().count(), count, "{text}");
            let (least, most) = root.char_bounds().unwrap();
            assert!(least <= count && count <= most, "{text}: {least}..={most}");
        }
    }
    for document in both("[1]") {
        assert_eq!((document.root().char_count(), document.root().char_bounds()), (0, None));
    }
}

#[test]
fn bounds_are_tight_for_the_longest_and_shortest_forms() {
    let bounds = |text: &str| FrozenJson::parse(text).unwrap().root().char_bounds();
    assert_eq!(bounds(r#""abcd""#), Some((1, 4)));
    assert_eq!(bounds(r#""\ud834\udd1e""#), Some((1, 12)));
    assert_eq!(bounds(r#""""#), Some((0, 0)));
}

#[test]
fn only_strings_without_escapes_are_raw() {
    let document = FrozenJson::parse(r#"["a b", "a\tb", 1]"#).unwrap();
    let raw: Vec<_> = document.root().items().map(Cursor::raw_str).collect();
    assert_eq!(raw, [Some("a b"), None, None]);
    for document in both(r#""x""#) {
        assert_eq!(document.root().raw_str(), Some("x"));
    }
}

#[test]
fn specials_are_found_at_every_offset() {
    for special in ['"', '\\', '\n', '\0', '\u{1f}'] {
        for before in 0..20 {
            for after in 0..20 {
                let text = "é".repeat(before / 2)
                    + &"#".repeat(before)
                    + &special.to_string()
                    + &"!".repeat(after);
                assert_eq!(text.find(special), Some(next_special(text.as_bytes(), 0)), "{text:?}");
            }
        }
    }
    // Neighbours of the specials, and bytes of longer characters.
    let clean = "! #[]^ \u{7f}\u{80}ÿĀ€\u{10ffff}";
    assert_eq!(next_special(clean.as_bytes(), 0), clean.len());
}

#[test]
fn what_is_quoted_reads_back_by_us_and_by_serde_json() {
    let mut text: String = (0..=0x2ffu32).filter_map(char::from_u32).collect();
    text.push_str("\u{2028}\u{feff}\u{ffff}𝄞\u{10ffff}");
    // Every start within a word.
    for cut in 0..16 {
        let text: String = text.chars().skip(cut).collect();
        let mut quoted = String::new();
        quote(&text, &mut quoted);
        assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
        assert_eq!(unescape(&quoted[1..quoted.len() - 1]), text);
        assert_eq!(FrozenJson::parse(quoted).unwrap().root().as_str().unwrap(), text);
    }
}

/// Escapes are decoded in pieces of a fixed size.
#[test]
fn an_escape_at_any_place_of_a_long_string_is_decoded() {
    for escape in ["\\n", "\\\"", "\\\\", "\\u00e9", "\\ud834\\udd1e", "\\n\\u0041\\t"] {
        for before in (0..20).chain(230..290).chain(490..520) {
            for after in [0, 1, 7, 8, 9, 300] {
                let text = format!("\"{}{escape}{}\"", "#".repeat(before), "\\/é".repeat(after));
                let read: String = serde_json::from_str(&text).unwrap();
                let document = FrozenJson::parse(text).unwrap();
                assert_eq!(document.root().as_str().unwrap(), read, "{escape} at {before}");
            }
        }
    }
}
