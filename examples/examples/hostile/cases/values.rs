//! Values: closed sets, equality, numbers, lengths.

use super::{Case, End, list};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "an `enum` of ten megabytes of strings",
        size: 500_000,
        small: 5_000,
        make: |n| {
            let values = list(n, |at| format!(r#""value number {at:08}""#));
            (format!(r#"{{"enum":[{values}]}}"#), format!(r#""value number {:08}""#, n - 1))
        },
        end: End::Fits,
    },
    Case {
        name: "an `enum` of ten megabytes of numbers and objects",
        size: 500_000,
        small: 5_000,
        make: |n| {
            let values =
                list(
                    n,
                    |at| if at % 2 == 0 { format!(r#"{{"a":{at}}}"#) } else { format!("{at}.5e1") },
                );
            (format!(r#"{{"enum":[{values}]}}"#), String::from(r#"{"a":1}"#))
        },
        end: End::Refused("enum"),
    },
    Case {
        name: "an `enum` in `items`, looked through for each element",
        size: 100_000,
        small: 1_000,
        make: |n| {
            let values = list(n, |at| at.to_string());
            (
                format!(r#"{{"items":{{"enum":[{values}]}}}}"#),
                format!("[{}]", list(n, |at| (n - 1 - at).to_string())),
            )
        },
        end: End::Fits,
    },
    Case {
        name: "an `enum` in `items`, to be told of for each element",
        size: 100_000,
        small: 1_000,
        make: |n| {
            let values = list(n, |at| format!(r#""value number {at}""#));
            let document = list(1_000, |at| format!(r#""value nomber {at}""#));
            (format!(r#"{{"items":{{"enum":[{values}]}}}}"#), format!("[{document}]"))
        },
        end: End::Refused("enum"),
    },
    Case {
        name: "a `const` of ten megabytes",
        size: 10_000_000,
        small: 100_000,
        make: |n| {
            (format!(r#"{{"const":"{}"}}"#, "x".repeat(n)), format!("\"{}y\"", "x".repeat(n - 1)))
        },
        end: End::Refused("const"),
    },
    Case {
        name: "`uniqueItems` over a million numbers",
        size: 1_000_000,
        small: 10_000,
        make: |n| {
            (String::from(r#"{"uniqueItems":true}"#), format!("[{}]", list(n, |at| at.to_string())))
        },
        end: End::Fits,
    },
    Case {
        name: "`uniqueItems` over spellings of the same number",
        size: 100_000,
        small: 1_000,
        make: |n| {
            let items = list(n, |at| format!("1{}e-{}", "0".repeat(at % 40), at % 40));
            (String::from(r#"{"uniqueItems":true}"#), format!("[{items}]"))
        },
        end: End::Refused("unique"),
    },
    Case {
        name: "numbers with exponents beyond all bounds",
        size: 1,
        small: 1,
        make: |_| {
            let schema = r#"{"prefixItems":[{"multipleOf":1e-308},{"multipleOf":7},{"maximum":1e400},{"minimum":-1e999999999},
                {"multipleOf":1e-999999999},{"const":1e999999999}]}"#;
            let document = "[1e308,7e999999999,1e399,-1e999999998,1e999999999,10e999999998]";
            (schema.to_owned(), document.to_owned())
        },
        end: End::Fits,
    },
    Case {
        name: "a number that is no multiple, by a digit a billion places away",
        size: 1,
        small: 1,
        make: |_| (String::from(r#"{"multipleOf":3}"#), String::from("1e999999999")),
        end: End::Refused("range"),
    },
    Case {
        name: "a number of a million digits",
        size: 1_000_000,
        small: 10_000,
        make: |n| {
            (String::from(r#"{"type":"integer","multipleOf":7,"minimum":1e10}"#), "7".repeat(n))
        },
        end: End::Fits,
    },
    Case {
        name: "a multiple of a number of a million digits",
        size: 1_000_000,
        small: 10_000,
        make: |n| (format!(r#"{{"multipleOf":{}}}"#, "3".repeat(n)), format!("{}7", "6".repeat(n))),
        end: End::Refused("range"),
    },
    Case {
        name: "lengths beyond all bounds",
        size: 1,
        small: 1,
        make: |_| {
            (
                String::from(r#"{"minLength":1e30,"maxItems":99999999999999999999}"#),
                String::from("\"a\""),
            )
        },
        end: End::Refused("length"),
    },
    Case {
        name: "a text of ten megabytes under a length",
        size: 10_000_000,
        small: 100_000,
        make: |n| (String::from(r#"{"maxLength":5}"#), format!("\"{}\"", "é".repeat(n / 2))),
        end: End::Refused("length"),
    },
];
