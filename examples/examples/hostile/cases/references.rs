//! References: loops, chains, and many of them.

use super::{Case, End, FAILS, chain, list};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "a reference to itself",
        size: 1,
        small: 1,
        make: |_| (String::from(r##"{"$ref":"#"}"##), String::from("1")),
        end: End::NoSchema("itself"),
    },
    Case {
        name: "a loop through every keyword of the same value",
        size: 1,
        small: 1,
        make: |_| {
            let text = r##"{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/c"}},
                "c":{"if":true,"then":{"$ref":"#/$defs/d"}},"d":{"dependentSchemas":{"x":{"$ref":"#/$defs/a"}}}},
                "$ref":"#/$defs/a"}"##;
            (text.to_owned(), String::from("{}"))
        },
        end: End::NoSchema("itself"),
    },
    Case {
        name: "a long ring of references",
        size: 50_000,
        small: 1_000,
        make: |n| (chain(n, r##"{"$ref":"#/$defs/d0"}"##, str::to_owned), String::from("1")),
        end: End::NoSchema("itself"),
    },
    Case {
        name: "a long chain of references",
        size: 50_000,
        small: 1_000,
        make: |n| (chain(n, FAILS, str::to_owned), String::from("1")),
        end: End::NoSchema("within each other"),
    },
    Case {
        name: "many references to many definitions",
        size: 50_000,
        small: 500,
        make: |n| {
            let uses = list(n, |at| format!(r##"{{"$ref":"#/$defs/d{at}"}}"##));
            let definitions = list(n, |at| format!(r#""d{at}":{{"const":{at}}}"#));
            let document = list(n, |at| at.to_string());
            (
                format!(r#"{{"prefixItems":[{uses}],"$defs":{{{definitions}}}}}"#),
                format!("[{document}]"),
            )
        },
        end: End::Fits,
    },
    Case {
        name: "many references to many anchors",
        size: 20_000,
        small: 200,
        make: |n| {
            let uses = list(n, |at| format!(r##"{{"$ref":"#a{at}"}}"##));
            let definitions =
                list(n, |at| format!(r#""d{at}":{{"$anchor":"a{at}","const":{at}}}"#));
            let document = list(n, |at| at.to_string());
            (
                format!(r#"{{"prefixItems":[{uses}],"$defs":{{{definitions}}}}}"#),
                format!("[{document}]"),
            )
        },
        end: End::Fits,
    },
    Case {
        name: "a reference of a megabyte",
        size: 1_000_000,
        small: 10_000,
        make: |n| (format!(r##"{{"$ref":"#/{}"}}"##, "~0".repeat(n / 2)), String::from("1")),
        end: End::NoSchema("nowhere"),
    },
];
