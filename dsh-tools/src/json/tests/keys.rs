//! Keys as words and hashes.

use super::both;
use crate::json::key::hash_name;
use crate::json::{FrozenJson, Sought, words};
use std::collections::HashSet;

#[test]
fn words_are_length_first_and_last_eight_bytes() {
    let word = |text: &str| u64::from_le_bytes(text.as_bytes().try_into().unwrap());
    for (name, first, last) in [
        ("", 0, 0),
        ("a", 0x61, 0),
        ("ab", 0x6261, 0),
        ("abcdefgh", word("abcdefgh"), 0),
        ("abcdefghi", word("abcdefgh"), word("bcdefghi")),
        ("abcdefgh--------ijklmnop", word("abcdefgh"), word("ijklmnop")),
    ] {
        let words = words(name.as_bytes());
        assert_eq!((words.len, words.first, words.last), (name.len(), first, last), "{name:?}");
    }
}

#[test]
fn a_key_has_the_words_and_hash_of_its_name_wherever_it_stands() {
    // Every length around the eight-byte steps, with and without text behind it, plain and with escapes.
    for len in 0..40 {
        let name: String = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF".chars().take(len).collect();
        let escaped = name
            .chars()
            .fold(String::new(), |escaped, c| escaped + &format!("\\u{:04x}", u32::from(c)));
        for text in [format!("{{\"{name}\":1}}"), format!("{{\"{escaped}\":1, \"~\":2}}")] {
            for document in both(&text) {
                let (key, _) = document
                    .root()
                    .raw_entries()
                    .find(|(key, _)| key.text() == name)
                    .unwrap_or_else(|| panic!("{name:?} in {text}"));
                assert_eq!(key.words(), words(name.as_bytes()), "{text}");
                assert_eq!(key.hash(), hash_name(name.as_bytes()), "{text}");
                assert!(key.is(&name) && !key.is("~"));
                if let Some(bytes) = key.plain() {
                    assert_eq!(bytes, name.as_bytes());
                }
            }
        }
    }
}

/// Tables are asked for keys of both forms, those of texts straight from the text.
#[test]
fn a_sought_key_is_its_own_name_and_none_that_differs_in_a_letter() {
    for len in 0..40 {
        let name: String = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF".chars().take(len).collect();
        let first =
            name.chars().next().map_or(String::from("0061"), |c| format!("{:04x}", u32::from(c)));
        let rest: String = name.chars().skip(1).collect();
        let escaped = if len == 0 { String::new() } else { format!("\\u{first}{rest}") };
        // With text behind the key and with next to none; plain and with an escape.
        for text in [
            format!("{{\"{name}\":1}}"),
            format!("{{\"{name}\":1, \"~\": \"long enough for any word\"}}"),
            format!("{{\"{escaped}\":1}}"),
        ] {
            for document in both(&text) {
                let root = document.root();
                let texts = root.text_entries().into_iter().flatten();
                for is_sought in texts
                    .map(|entry| asked(entry.key))
                    .chain(root.sought_entries().map(|entry| asked(entry.key)))
                    .take(1)
                {
                    assert!(is_sought(&name), "{name} in {text}");
                    for at in 0..len {
                        let mut other = name.clone().into_bytes();
                        other[at] = b'-';
                        assert!(!is_sought(&String::from_utf8(other).unwrap()), "{at} in {text}");
                    }
                    assert!(!is_sought(&format!("{name}x")) && (len == 0 || !is_sought(&rest)));
                }
            }
        }
    }
}

/// How a table asks: by words, and where these do not decide by name.
fn asked<'a>(key: impl Sought<'a> + 'a) -> Box<dyn Fn(&str) -> bool + 'a> {
    Box::new(move |name| {
        let words = words(name.as_bytes());
        let has = key.has(&words, words.mask()) && (words.len <= 16 || key.is_named(name));
        assert!(!has || key.hash() == hash_name(name.as_bytes()), "{name}");
        assert_eq!(has, key.raw().is(name), "{name}");
        has
    })
}

#[test]
fn an_escaped_key_is_not_plain() {
    let document = FrozenJson::parse(r#"{"\u0061b": 1, "ab ": 2}"#).unwrap();
    let plain: Vec<_> = document.root().raw_entries().map(|(key, _)| key.plain()).collect();
    assert_eq!(plain, [None, Some(&b"ab "[..])]);
}

/// Tables and filters use the low bits. Names of one object often differ in one letter only.
#[test]
fn the_low_bits_of_hashes_of_similar_names_differ() {
    for pattern in ["min_field_#", "#", "abcdefg#", "abcdefgh#", "#_a_longer_name_of_more_than_16"]
    {
        let names =
            (b'a'..=b'z').map(|letter| pattern.replace('#', &char::from(letter).to_string()));
        let low: HashSet<u32> = names.map(|name| hash_name(name.as_bytes()) & 0xFF).collect();
        // 26 balls in 256 boxes: about 25 boxes; a hash that drops the letter fills one.
        assert!(low.len() >= 20, "{pattern}: {} of 26", low.len());
    }
}
