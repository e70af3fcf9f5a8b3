//! Keys: declared, required, called for.

use super::{Case, End, list};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "more properties than an object may have",
        size: 100_000,
        small: 17_000,
        make: |n| {
            let properties = list(n, |at| format!(r#""k{at}":{{"type":"integer"}}"#));
            (format!(r#"{{"properties":{{{properties}}}}}"#), String::from("{}"))
        },
        end: End::NoSchema("keys"),
    },
    Case {
        name: "as many properties as there may be, in a document of all",
        size: 16_000,
        small: 200,
        make: |n| {
            let properties = list(n, |at| format!(r#""k{at}":{{"type":"integer"}}"#));
            let document = list(n, |at| format!(r#""k{}":"#, n - 1 - at) + &at.to_string());
            (
                format!(r#"{{"properties":{{{properties}}},"additionalProperties":false}}"#),
                format!("{{{document}}}"),
            )
        },
        end: End::Fits,
    },
    Case {
        name: "a hundred thousand keys that nobody declared",
        size: 100_000,
        small: 1_000,
        make: |n| {
            let document = list(n, |at| format!(r#""key{at}":{at}"#));
            let schema = r#"{"properties":{"key":{"type":"integer"}},"required":["key"],"additionalProperties":false}"#;
            (schema.to_owned(), format!("{{{document}}}"))
        },
        end: End::Refused("missing"),
    },
    Case {
        name: "a huge `required`",
        size: 500_000,
        small: 17_000,
        make: |n| {
            let names = list(n, |at| format!(r#""name{at}""#));
            (format!(r#"{{"required":[{names}]}}"#), String::from("{}"))
        },
        end: End::NoSchema("keys"),
    },
    Case {
        name: "as many required keys as there may be, none there",
        size: 16_000,
        small: 200,
        make: |n| {
            let names = list(n, |at| format!(r#""name{at}""#));
            let document = list(n, |at| format!(r#""nome{at}":0"#));
            (
                format!(r#"{{"required":[{names}],"additionalProperties":false}}"#),
                format!("{{{document}}}"),
            )
        },
        end: End::Refused("missing"),
    },
    Case {
        name: "keys that call for keys",
        size: 8_000,
        small: 200,
        make: |n| {
            let calls = list(n, |at| format!(r#""k{at}":["k{}"]"#, (at + 1) % n));
            let document = list(n, |at| format!(r#""k{at}":0"#));
            (format!(r#"{{"dependentRequired":{{{calls}}}}}"#), format!("{{{document}}}"))
        },
        end: End::Fits,
    },
    Case {
        name: "one key that calls for all keys",
        size: 8_000,
        small: 200,
        make: |n| {
            let names = list(n, |at| format!(r#""k{at}""#));
            let document = list(n, |at| format!(r#""k{at}":0"#));
            (format!(r#"{{"dependentRequired":{{"k0":[{names}]}}}}"#), format!("{{{document}}}"))
        },
        end: End::Fits,
    },
    Case {
        name: "`uniqueItems` over objects with the same keys in other orders",
        size: 100_000,
        small: 1_000,
        make: |n| {
            let items = list(n, |at| {
                if at % 2 == 0 {
                    format!(r#"{{"a":{at},"b":[{at}]}}"#)
                } else {
                    format!(r#"{{"b":[{at}],"a":{at}}}"#)
                }
            });
            (String::from(r#"{"uniqueItems":true}"#), format!("[{items}]"))
        },
        end: End::Fits,
    },
];
