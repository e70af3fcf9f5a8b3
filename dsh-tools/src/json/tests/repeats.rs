//! Keys and elements that come twice, among few and among many.

use super::both;
use crate::json::FrozenJson;

/// An object of these keys; the values tell them apart.
fn object(keys: impl IntoIterator<Item = String>) -> String {
    let entries = (0..).zip(keys).map(|(at, key)| format!("\"{key}\":{at}"));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

type Name = fn(usize) -> String;

const NAMES: [Name; 4] = [
    |at| format!("k{at}"),
    // Their hash is that of their first and last eight bytes.
    |at| format!("the same {at:06} for all of them"),
    // In one key of two an escape.
    |at| if at % 2 == 0 { format!("\\u006bey {at}") } else { format!("key {at}") },
    |at| format!("\\u0061 longer name {at:06} with an escape"),
];

#[test]
fn a_key_that_comes_twice_is_found_wherever_both_stand() {
    for name in NAMES {
        for count in [2, 9, 63, 64, 65, 66, 127, 128, 129, 513, 2_100] {
            let keys = || (0..count).map(name);
            let text = object(keys());
            assert!(FrozenJson::parse(text.as_str()).is_ok(), "{count} of {}", name(0));
            for again in [0, 1, count / 2, count - 1] {
                let with = text.len() + 1;
                let text = object(keys().chain([name(again)]));
                let error = FrozenJson::parse(text.as_str()).unwrap_err();
                let key = FrozenJson::parse(format!("\"{}\"", name(again))).unwrap();
                assert_eq!(error.key(), key.root().as_str().as_deref(), "{count}, {again}");
                // Reported where it comes again.
                assert_eq!(error.column(), with, "{count}, {again}: {error}");
            }
        }
    }
}

#[test]
fn a_key_that_comes_twice_in_the_middle_is_found_before_what_is_wrong_behind_it() {
    for count in [3, 100, 1_000] {
        let keys =
            (0..count).map(NAMES[0]).chain([NAMES[0](1)]).chain((count..2 * count).map(NAMES[0]));
        let text = object(keys) + "]";
        assert_eq!(FrozenJson::parse(text).unwrap_err().key(), Some("k1"));
    }
}

/// Elements are equal as values: however they are written, whatever the order of their keys.
#[test]
fn the_first_repeat_of_a_list_is_that_of_its_values() {
    let elements = [
        "1",
        "1.0",
        "10e-1",
        "\"1\"",
        "\"\\u0031\"",
        "[1]",
        "[1.0]",
        "null",
        "true",
        "{\"a\":1,\"b\":2}",
        "{\"b\":2.0,\"a\":1}",
        "1000000000000",
        "1e12",
        "-0",
        "0",
        "\"\"",
        "{}",
        "[]",
    ];
    let mut random = fastrand::Rng::with_seed(41);
    for len in (0..9).chain([17, 40, 150]).cycle().take(240) {
        let mut list: Vec<String> = (0..len).map(|at| format!("\"{at} of many\"")).collect();
        for _ in 0..random.usize(0..4) {
            if len > 0 {
                list[random.usize(0..len)] = random.choice(elements).unwrap().to_owned();
            }
        }
        let values: Vec<_> =
            list.iter().map(|text| FrozenJson::parse(text.as_str()).unwrap()).collect();
        let expected = (0..len).find_map(|later| {
            let earlier = (0..later).find(|earlier| values[*earlier] == values[later])?;
            Some((earlier, later))
        });
        for document in both(&format!("[{}]", list.join(", "))) {
            assert_eq!(document.root().first_repeat(), expected, "{document}");
        }
    }
}
