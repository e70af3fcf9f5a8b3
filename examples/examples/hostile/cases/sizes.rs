//! What is large and nothing else.

use super::{Case, End, FAILS, all_of, list, nested};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "nested deeper than documents may be",
        size: 1_000_000,
        small: 1_000,
        make: |n| (nested(n, r#"{"items":"#, "true", "}"), String::from("[]")),
        end: End::NoSchema("deep"),
    },
    Case {
        name: "nested as deep as documents may be, and a document alike",
        size: 63,
        small: 63,
        make: |n| (nested(n, r#"{"items":"#, FAILS, "}"), nested(n, "[", "0", "]")),
        end: End::Refused("const"),
    },
    Case {
        name: "a schema of more bytes than one may have",
        size: 20_000_000,
        small: 17_000_000,
        make: |n| (format!(r#"{{"description":"{}"}}"#, "x".repeat(n)), String::from("1")),
        end: End::NoSchema("bytes"),
    },
    Case {
        name: "a million elements, all wrong",
        size: 1_000_000,
        small: 10_000,
        make: |n| {
            (
                String::from(r#"{"items":{"type":"string"}}"#),
                format!("[{}]", list(n, |at| at.to_string())),
            )
        },
        end: End::Refused("type"),
    },
    Case {
        name: "thousands of defects",
        size: 4_000,
        small: 200,
        make: |n| {
            let schemas = list(n, |at| format!(r#"{{"type":"t{at}"}}"#));
            (format!(r#"{{"anyOf":[{schemas}]}}"#), String::from("1"))
        },
        end: End::NoSchema("more"),
    },
    Case {
        name: "a hundred thousand unknown keywords",
        size: 100_000,
        small: 200,
        make: |n| {
            (format!("{{{}}}", list(n, |at| format!(r#""keyword{at}":1"#))), String::from("1"))
        },
        end: End::NoSchema("more"),
    },
    Case {
        name: "half a million equal subschemas for one value",
        size: 500_000,
        small: 5_000,
        make: |n| (all_of(n, |_| String::from(r#"{"minLength":1}"#)), String::from("\"x\"")),
        end: End::Fits,
    },
    Case {
        name: "fifty thousand different subschemas for one value",
        size: 50_000,
        small: 500,
        make: |n| (all_of(n, |at| format!(r#"{{"maxLength":{}}}"#, at + 1)), String::from("\"x\"")),
        end: End::Fits,
    },
    Case {
        name: "more subschemas than there may be",
        size: 500_000,
        small: 70_000,
        make: |n| (all_of(n, |at| format!(r#"{{"maxLength":{}}}"#, at + 1)), String::from("\"x\"")),
        end: End::NoSchema("subschemas"),
    },
    Case {
        name: "names of a megabyte, in an error",
        size: 1_000_000,
        small: 10_000,
        make: |n| {
            let long = "k".repeat(n);
            let schema = format!(
                r#"{{"required":["{long}a"],"properties":{{"{long}b":{{"const":"{long}"}}}}}}"#
            );
            (schema, format!(r#"{{"{long}b":"{long}c"}}"#))
        },
        end: End::Refused("missing"),
    },
];
