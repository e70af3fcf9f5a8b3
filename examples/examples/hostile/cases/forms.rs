//! Keywords that hold one value to several schemas, within each other.

use super::{Case, End, FAILS, chain, list, nested, twice};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "`anyOf` of `anyOf`, 2^n ways to fail",
        size: 20,
        small: 20,
        make: |n| (chain(n, FAILS, |next| twice("anyOf", next)), String::from("1")),
        end: End::Refused("limit"),
    },
    Case {
        name: "`oneOf` of `oneOf`, 2^n ways to fail",
        size: 20,
        small: 20,
        make: |n| (chain(n, FAILS, |next| twice("oneOf", next)), String::from("1")),
        end: End::Refused("limit"),
    },
    Case {
        name: "`allOf` of `allOf`, 2^n times the same that fits",
        size: 20,
        small: 20,
        make: |n| (chain(n, r#"{"const":1}"#, |next| twice("allOf", next)), String::from("1")),
        end: End::Refused("limit"),
    },
    Case {
        name: "`allOf` of `allOf`, 2^n times the same that fails",
        size: 20,
        small: 20,
        make: |n| (chain(n, FAILS, |next| twice("allOf", next)), String::from("1")),
        end: End::Refused("const"),
    },
    Case {
        name: "`allOf` of references with and without neighbours, 2^n times the same",
        size: 30,
        small: 30,
        make: |n| {
            let link = |next: &str| {
                let inner = next.trim_start_matches('{');
                format!(r#"{{"allOf":[{next},{{"title":"again",{inner}]}}"#)
            };
            (chain(n, r#"{"const":1}"#, link), String::from("1"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "`if` in `if`, 2^n ways to decide",
        size: 30,
        small: 30,
        make: |n| {
            let link = |next: &str| format!(r#"{{"if":{next},"then":{next},"else":{next}}}"#);
            (chain(n, FAILS, link), String::from("1"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "a tower of `not`",
        size: 60,
        small: 60,
        make: |n| (nested(n, r#"{"not":"#, FAILS, "}"), String::from("1")),
        end: End::Refused("not"),
    },
    Case {
        name: "a higher tower of `not`",
        size: 20_000,
        small: 1_000,
        make: |n| (chain(n, FAILS, |next| format!(r#"{{"not":{next}}}"#)), String::from("1")),
        end: End::NoSchema("within each other"),
    },
    Case {
        name: "`not` over `allOf`, twice a level",
        size: 12,
        small: 12,
        make: |n| {
            let link = |next: &str| format!(r#"{{"not":{}}}"#, twice("allOf", next));
            (chain(n, FAILS, link), String::from("1"))
        },
        end: End::Refused("not"),
    },
    Case {
        name: "recursion with `anyOf`, 2^depth of the document",
        size: 100,
        small: 100,
        make: |n| {
            let schema = r##"{"anyOf":[{"type":"array","items":{"$ref":"#"}},{"type":"array","items":{"$ref":"#"},"minItems":1}]}"##;
            (schema.to_owned(), nested(n, "[", "0", "]"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "recursion with `allOf`, 2^depth of the document",
        size: 100,
        small: 100,
        make: |n| {
            let schema = r##"{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"},"b":true}}]}"##;
            (schema.to_owned(), nested(n, r#"{"a":"#, "0", "}"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "recursion by a name and by a pattern, 2^depth of the document",
        size: 100,
        small: 100,
        make: |n| {
            let schema =
                r##"{"properties":{"a":{"$ref":"#"}},"patternProperties":{"^a":{"$ref":"#"}}}"##;
            (schema.to_owned(), nested(n, r#"{"a":"#, "0", "}"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "recursion by two patterns, 2^depth of the document",
        size: 100,
        small: 100,
        make: |n| {
            let schema = r##"{"patternProperties":{"^a":{"$ref":"#"},"a$":{"$ref":"#"}}}"##;
            (schema.to_owned(), nested(n, r#"{"a":"#, "0", "}"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "recursion by `dependentSchemas`, 2^depth of the document",
        size: 100,
        small: 100,
        make: |n| {
            let schema = r##"{"$defs":{"p":{"properties":{"a":{"$ref":"#"}}}},"dependentSchemas":{"a":{"$ref":"#/$defs/p"}},"properties":{"a":{"$ref":"#"}}}"##;
            (schema.to_owned(), nested(n, r#"{"a":"#, "0", "}"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "recursion with `contains` and `items`, 2^depth of the document",
        size: 100,
        small: 100,
        make: |n| {
            let schema = r##"{"items":{"$ref":"#"},"contains":{"$ref":"#"}}"##;
            (schema.to_owned(), nested(n, "[", "0", "]"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "many forms for many elements",
        size: 1_000,
        small: 1_000,
        make: |n| {
            let forms = list(n, |at| format!(r#"{{"type":"integer","maximum":-{}}}"#, at + 1));
            let document = list(10 * n, |at| at.to_string());
            (format!(r#"{{"items":{{"anyOf":[{forms}]}}}}"#), format!("[{document}]"))
        },
        end: End::Refused("one_of"),
    },
    Case {
        name: "two forms for each of a million elements",
        size: 1_000_000,
        small: 10_000,
        make: |n| {
            let schema = r#"{"items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}"#;
            (schema.to_owned(), format!("[{}]", list(n, |at| at.to_string())))
        },
        end: End::Fits,
    },
    Case {
        name: "`contains` over a million elements",
        size: 1_000_000,
        small: 10_000,
        make: |n| {
            let schema = r#"{"contains":{"type":"string","minLength":1}}"#;
            (schema.to_owned(), format!("[{}]", list(n, |at| at.to_string())))
        },
        end: End::Refused("contains"),
    },
    Case {
        name: "more forms than there may be",
        size: 100_000,
        small: 4_097,
        make: |n| {
            (format!(r#"{{"anyOf":[{}]}}"#, list(n, |_| String::from("false"))), String::from("1"))
        },
        end: End::NoSchema("list"),
    },
    Case {
        name: "`oneOf` of many tagged objects",
        size: 4_000,
        small: 300,
        make: |n| {
            let forms = list(n, |at| {
                format!(
                    r#"{{"type":"object","properties":{{"t":{{"const":"t{at}"}},"v":{{"type":"integer"}}}},"required":["t"]}}"#
                )
            });
            (format!(r#"{{"oneOf":[{forms}]}}"#), format!(r#"{{"t":"t{}","v":"x"}}"#, n - 1))
        },
        end: End::Refused("one_of"),
    },
    Case {
        name: "many forms, to be told of for many elements",
        size: 4_000,
        small: 200,
        make: |n| {
            let forms = list(n, |at| {
                format!(
                    r#"{{"type":"object","properties":{{"a{at}":{{"type":"integer"}},"v":{{"type":"integer"}}}},"required":["a{at}"]}}"#
                )
            });
            let document = list(100, |at| format!(r#"{{"a{at}":"x","v":"x"}}"#));
            (format!(r#"{{"items":{{"anyOf":[{forms}]}}}}"#), format!("[{document}]"))
        },
        end: End::Refused("one_of"),
    },
];
