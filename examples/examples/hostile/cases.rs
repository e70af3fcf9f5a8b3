//! Schemas and documents that are made to cost more than they weigh.

use std::fmt::Write as _;

/// How a case must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The schema, or the document, is refused before anything is checked; the error says this.
    NoSchema(&'static str),
    /// The document fits.
    Fits,
    /// The document is refused, with this code first.
    Refused(&'static str),
}

/// A schema and a document of a size.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The size of a table's row.
    pub(crate) size: usize,
    /// The least size that ends so, for tests.
    pub(crate) small: usize,
    pub(crate) make: fn(usize) -> (String, String),
    pub(crate) end: End,
}

/// The pieces one after another, with commas.
fn list(count: usize, piece: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for at in 0..count {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&piece(at));
    }
    out
}

/// A document in itself so many times.
fn nested(count: usize, before: &str, inner: &str, after: &str) -> String {
    format!("{}{inner}{}", before.repeat(count), after.repeat(count))
}

/// Definitions that each say something of the next one, and the last one of nothing.
fn chain(count: usize, last: &str, link: impl Fn(&str) -> String) -> String {
    let mut out = String::from(r##"{"$ref":"#/$defs/d0","$defs":{"##);
    for at in 0..count {
        let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, at + 1);
        write!(out, r#""d{at}":{},"#, link(&next)).ok();
    }
    write!(out, r#""d{count}":{last}}}}}"#).ok();
    out
}

/// The same schema twice, so that no two texts are the same.
fn twice(keyword: &str, next: &str) -> String {
    format!(r#"{{"{keyword}":[{next},{{"title":"again","allOf":[{next}]}}]}}"#)
}

const FAILS: &str = r#"{"const":"no such value"}"#;

/// So many schemas for one value, in lists of a legal length.
fn all_of(count: usize, schema: impl Fn(usize) -> String) -> String {
    const LENGTH: usize = 4000;
    let lists = list(count.div_ceil(LENGTH), |at| {
        let left = (count - at * LENGTH).min(LENGTH);
        format!(r#"{{"allOf":[{}]}}"#, list(left, |inner| schema(at * LENGTH + inner)))
    });
    format!(r#"{{"allOf":[{lists}]}}"#)
}

/// All of them.
pub(crate) const CASES: &[Case] = &[
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
        name: "a pattern with nested repetition",
        size: 100_000,
        small: 1_000,
        make: |n| (String::from(r#"{"pattern":"^(a+)+$"}"#), format!("\"{}!\"", "a".repeat(n))),
        end: End::Refused("pattern"),
    },
    Case {
        name: "a pattern that only backtracking decides",
        size: 100_000,
        small: 1_000,
        make: |n| {
            (
                String::from(r#"{"pattern":"^(?=(a+)+$)(a|a)*\\1b"}"#),
                format!("\"{}!\"", "a".repeat(n)),
            )
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "a pattern that is counted up",
        size: 1,
        small: 1,
        make: |_| {
            (String::from(r#"{"pattern":"((((a{99}){99}){99}){99}){99}"}"#), String::from("\"a\""))
        },
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "a long pattern",
        size: 1_000_000,
        small: 100_000,
        make: |n| (format!(r#"{{"pattern":"{}"}}"#, "(a|b)?".repeat(n / 6)), String::from("\"a\"")),
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "a pattern of a long text of groups",
        size: 100_000,
        small: 10_000,
        make: |n| {
            (format!(r#"{{"pattern":"{}"}}"#, nested(n, "(", "a", ")")), String::from("\"a\""))
        },
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "many patterns for many keys",
        size: 1_000,
        small: 600,
        make: |n| {
            let patterns = list(n, |at| format!(r#""^k{at}$":{{"type":"integer"}}"#));
            let document = list(10 * n, |at| format!(r#""k{at}":{at}"#));
            (format!(r#"{{"patternProperties":{{{patterns}}}}}"#), format!("{{{document}}}"))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "more patterns than there may be",
        size: 100_000,
        small: 1_100,
        make: |n| {
            let patterns = list(n, |at| format!(r#""^k{at}$":true"#));
            (format!(r#"{{"patternProperties":{{{patterns}}}}}"#), String::from("{}"))
        },
        end: End::NoSchema("pattern"),
    },
    Case {
        name: "a name rule for a hundred thousand keys",
        size: 100_000,
        small: 1_000,
        make: |n| {
            let document = list(n, |at| format!(r#""k{at}":{at}"#));
            (String::from(r#"{"propertyNames":{"pattern":"^k\\d+$"}}"#), format!("{{{document}}}"))
        },
        end: End::Fits,
    },
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
        name: "a schema of more bytes than one may have",
        size: 20_000_000,
        small: 17_000_000,
        make: |n| (format!(r#"{{"description":"{}"}}"#, "x".repeat(n)), String::from("1")),
        end: End::NoSchema("bytes"),
    },
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
        name: "more forms than there may be",
        size: 100_000,
        small: 4_097,
        make: |n| {
            (format!(r#"{{"anyOf":[{}]}}"#, list(n, |_| String::from("false"))), String::from("1"))
        },
        end: End::NoSchema("list"),
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
    Case {
        name: "many patterns for one long text",
        size: 1_000,
        small: 300,
        make: |n| {
            let patterns = list(n, |at| format!(r#"{{"pattern":"[ab]{{{}}}c"}}"#, at + 1));
            (format!(r#"{{"anyOf":[{patterns}]}}"#), format!("\"{}\"", "ab".repeat(500 * n)))
        },
        end: End::Refused("limit"),
    },
    Case {
        name: "patterns that are large once they are read",
        size: 1_000,
        small: 1_000,
        make: |n| {
            let patterns = list(n, |at| format!(r#"{{"pattern":"^\\p{{L}}{{1,{}}}$"}}"#, at + 20));
            (format!(r#"{{"anyOf":[{patterns}]}}"#), String::from("\"1\""))
        },
        end: End::Refused("one_of"),
    },
    Case {
        name: "a reference of a megabyte",
        size: 1_000_000,
        small: 10_000,
        make: |n| (format!(r##"{{"$ref":"#/{}"}}"##, "~0".repeat(n / 2)), String::from("1")),
        end: End::NoSchema("nowhere"),
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
