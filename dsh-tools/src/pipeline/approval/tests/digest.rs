//! What keys and digests tell apart.

use super::{about, call, question};
use crate::pipeline::approval::key::first;
use crate::pipeline::{ApprovalKey, ArgumentsDigest};
use std::collections::HashSet;

fn digest(name: &str, arguments: &str) -> ArgumentsDigest {
    question(call("call_1", name, arguments), None).digest()
}

#[test]
fn the_digest_is_the_one_that_other_programs_compute() {
    // Of `05 00.. "write" 0c 00.. {"path":"a"}`, by another implementation.
    let expected = "f116841ae7bc65ec4bf686a3a0f27f9df032b49e3eb8de3ef58fad8dee776c85";
    assert_eq!(about("call_1").digest().to_string(), expected);
    assert_eq!(expected.parse(), Ok(about("call_2").digest()));
}

#[test]
fn names_and_arguments_do_not_run_into_each_other() {
    let all = [
        digest("write", r#"{"path":"a"}"#),
        digest("write", r#"{"path":"b"}"#),
        digest("writ", r#"{"path":"a"}"#),
        digest("write{", r#"{"path":"a"}"#),
        digest("a1", "23"),
        digest("a12", "3"),
        // No arguments, and an empty object.
        digest("write", "{"),
        digest("write", "{}"),
    ];
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
}

#[test]
fn one_value_has_one_digest_however_it_is_written() {
    let one = digest("write", r#"{"path":"a","n":[7,0.5]}"#);
    for other in [r#"{ "n" : [7.0, 5e-1], "path" : "\u0061" }"#, r#"{"n":[70e-1,0.50],"path":"a"}"#]
    {
        assert_eq!(digest("write", other), one, "{other}");
    }
    assert_ne!(digest("write", r#"{"path":"a","n":[0.5,7]}"#), one);
}

#[test]
fn c108_a_question_has_a_key_of_its_own() {
    let (first, second) = (about("call_1"), about("call_1"));
    assert_ne!(first.key(), second.key());
    assert!(first.key() < second.key());
    assert_eq!(first.digest(), second.digest());
    for id in ["", ".", "a.b", "7.8.9", "ü\n"] {
        let key = about(id).key().clone();
        assert_eq!(key.to_string().parse::<ApprovalKey>(), Ok(key.clone()));
        let json = serde_json::to_string(&key).unwrap();
        assert_eq!(serde_json::from_str::<ApprovalKey>(&json).unwrap(), key);
    }
}

#[test]
fn what_is_no_key_is_none() {
    let digest = "0".repeat(64);
    for text in [
        String::new(),
        "1".to_owned(),
        format!("1.{digest}"),
        format!("-1.{digest}.a"),
        format!("18446744073709551616.{digest}.a"),
        format!("1.{}.a", "0".repeat(63)),
        format!("1.{}.a", "A".repeat(64)),
        format!("1.{}.a", "0".repeat(66)),
    ] {
        assert!(text.parse::<ApprovalKey>().is_err(), "{text}");
    }
}

#[test]
fn c111_numbers_begin_anywhere_and_have_room() {
    let firsts: HashSet<u64> = (0..16).map(|_| first()).collect();
    assert_eq!(firsts.len(), 16, "a restarted process would count over again: {firsts:?}");
    for first in firsts {
        assert!(first < 1 << 63 && first.trailing_zeros() >= 32, "{first:x}");
    }
}
