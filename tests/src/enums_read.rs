//! Enums of every representation: how values are read and written, and what a model is told of wrong ones.

use crate::enums::{Recursive, codes, read, schema, told};
use crate::zoo_enums::{
    Any, Beside, BesideStrict, Data, Either, Expr, Flat, Hiding, Inner, Mixed, Op, Outer, Point,
    Strict, Tree,
};
use dsh_tools::json::JsonWriter;
use dsh_tools::prelude::*;
use dsh_tools::schema::{Code, Direction, validate};
use serde_json::{Value, json};

fn written<T: ToolValue>(value: &T) -> Result<String, String> {
    let mut out = JsonWriter::new();
    value.encode(&mut out).map_err(|error| error.to_string())?;
    out.finish().map(|document| document.to_string()).map_err(|error| error.to_string())
}

#[test]
fn the_name_may_stand_anywhere() {
    let expected = Op::WriteAll { path: "p".to_owned(), body: "b".to_owned() };
    for text in [
        r#"{"op": "write_all", "path": "p", "body": "b"}"#,
        r#"{"path": "p", "op": "write_all", "body": "b"}"#,
        r#"{"path": "p", "body": "b", "\u006fp": "write\u005fall"}"#,
    ] {
        assert_eq!(read::<Op>(text).as_ref(), Some(&expected), "{text}");
    }
    assert_eq!(
        read::<Beside>(r#"{"c": [1, "a"], "t": "Two"}"#),
        Some(Beside::Two(1, "a".to_owned()))
    );
    assert_eq!(
        read::<Inner>(r#"{"a": 1, "type": "Free"}"#),
        Some(Inner::Free([("a".to_owned(), 1)].into()))
    );
}

#[test]
fn what_is_wrong_is_told_of_the_named_form() {
    for (told, expected) in [
        (
            told::<Op>(r#"{"action": "read", "path": "a"}"#),
            r#"`op`: is missing, expected one of "read", "write_all", "list"; `action` is not it: did you mean `op`?"#,
        ),
        (
            told::<Op>(r#"{"path": "a"}"#),
            r#"`op`: is missing, expected one of "read", "write_all", "list""#,
        ),
        (told::<Op>(r#""read""#), r#"`arguments`: expected an object, got the string "read""#),
        (
            told::<Strict>(r#"{"kind": "halt now", "now": 1}"#),
            "`now`: is not a declared field; declared fields: `kind`",
        ),
        (
            told::<Inner>(r#"{"type": "Closed", "a": "a", "x": 1}"#),
            "`x`: is not a declared field; declared fields: `a`, `b`",
        ),
        (
            told::<Inner>(r#"{"type": "Open"}"#),
            "`x`: is missing, expected an integer from -2147483648 to 2147483647",
        ),
        (
            told::<Inner>(r#"{"type": "Free", "a": 256}"#),
            "`a`: expected an integer from 0 to 255, got the number 256",
        ),
        (
            told::<Inner>(r#"{"type": "Deep"}"#),
            r#"`op`: is missing, expected one of "read", "write_all", "list""#,
        ),
        (told::<Beside>(r#"{"t": "One"}"#), "`c`: is missing, expected an integer from 0 to 255"),
        (told::<Beside>(r#"{"t": "None", "c": 1}"#), "`c`: expected null, got the number 1"),
        (
            told::<BesideStrict>(r#"{"t": "Named", "c": {"a": "", "b": 1}, "d": 1}"#),
            "`c.a`: expected an integer, got the string \"\"\n`c.b`: is not a declared field; declared fields: `a`\n`d`: is not a declared field; declared fields: `t`, `c`",
        ),
        (
            told::<Outer>(r#"{"both": {"width": 1}}"#),
            "`both.height`: is missing, expected an integer from 0 to 255",
        ),
        (
            told::<Outer>(r#"{"as-is": null}"#),
            "`as-is`: is no key, it holds nothing: write the string \"as-is\" in place of the object",
        ),
        (
            told::<Outer>(r#"{"scald": 1}"#),
            "`scald`: is not a declared field; did you mean `scaled`?",
        ),
        (
            told::<Data>(r#""Pair""#),
            "`arguments`: expected an object whose only key is one of \"Point\", \"Pair\", \"Named\", \"List\", \"Empty\", got the string \"Pair\"; write it as the key of an object: {\"Pair\": ..}",
        ),
        (
            told::<Data>("{}"),
            "`arguments`: expected an object whose only key is one of \"Point\", \"Pair\", \"Named\", \"List\", \"Empty\", got 0 entries",
        ),
        (told::<Flat<()>>(r#"{"k": "It", "x": 1}"#), "`x`: is not a declared field"),
        (
            told::<Either>(r#"{"path": 1}"#),
            "`arguments`: expected an object, got an object of 1 entry; of the nearest form `path`: expected a string, got the number 1",
        ),
    ] {
        assert_eq!(told, expected);
    }
    assert!(
        told::<Outer>(r#""scaled""#).ends_with(
            r#"got the string "scaled"; write it as the key of an object: {"scaled": ..}"#
        )
    );
    assert!(
        told::<Mixed>(r#"{"Held": {"a": 500}}"#)
            .ends_with("`Held.a`: expected an integer from 0 to 255, got the number 500")
    );
}

#[test]
fn variants_are_written_as_serde_writes_them() {
    assert_eq!(
        written(&Inner::Open(Point { x: 1, y: None })).unwrap(),
        r#"{"type":"Open","x":1,"y":null}"#
    );
    assert_eq!(written(&Inner::Deep(Op::List)).unwrap(), r#"{"type":"Deep","op":"list"}"#);
    assert_eq!(written(&Inner::Free([].into())).unwrap(), r#"{"type":"Free"}"#);
    assert_eq!(written(&Flat::It(())).unwrap(), r#"{"k":"It"}"#);
    assert_eq!(
        written(&vec![Beside::None, Beside::Zero()]).unwrap(),
        r#"[{"t":"None"},{"t":"Zero","c":[]}]"#
    );
    assert_eq!(
        written(&Tree::Two(Box::new(Tree::Empty), Box::new(Tree::Leaf(1)))).unwrap(),
        r#"{"Two":["Empty",{"Leaf":1}]}"#
    );
    assert_eq!(written(&Mixed::Number(1)).unwrap(), "1");
    // What no literal of the type can be is found when it is written.
    assert_eq!(
        written(&Flat::It(Value::from(1))).unwrap_err(),
        "what stands beside the key \"k\" must be an object"
    );
    assert_eq!(read::<Flat<Value>>(r#"{"a": 1, "k": "It"}"#), Some(Flat::It(json!({"a": 1}))));
}

#[test]
fn skipped_variants_have_no_form() {
    assert_eq!(
        schema::<Hiding>()["oneOf"],
        json!([
            {"type": "string", "enum": ["There"]},
            {"type": "object", "properties": {"Here": {"type": "integer", "minimum": 0, "maximum": 255}}, "required": ["Here"], "additionalProperties": false}
        ])
    );
    assert_eq!(
        written(&Hiding::Hidden(std::time::Instant::now())).unwrap_err(),
        "the variant `Hidden` has no form in JSON: it is skipped"
    );
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(untagged)]
enum Fork {
    Left { next: Box<Fork>, left: Option<u8> },
    Right { next: Box<Fork>, right: Option<u8> },
    End { end: bool },
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(untagged)]
enum Endless {
    Again(Box<Endless>),
    Number(u8),
}

#[test]
fn trying_forms_has_an_end() {
    let nested = |end: &str, levels: usize| {
        format!("{}{end}{}", r#"{"next": "#.repeat(levels), "}".repeat(levels))
    };
    assert!(read::<Fork>(&nested(r#"{"end": true}"#, 100)).is_some());
    // Two ways at each level: all of them would be tried before it is known that none leads anywhere.
    assert_eq!(read::<Fork>(&nested("1", 10)), None);
    let hostile = nested("1", 100);
    assert_eq!(codes::<Fork>(&hostile).last().unwrap().1, Code::Limit);
    let document = FrozenJson::parse(hostile).unwrap();
    assert_eq!(Fork::decode(document.root(), Fork::NODE).unwrap_err().code(), Code::Limit);
    // A form that is the enum itself never decides.
    assert_eq!(read::<Endless>("1"), None);
    assert!(told::<Endless>("1").contains("takes too long"));
    // Many values that are tried apart are no reason to give up.
    let many = format!("[{}]", vec![r#"{"next": {"next": {"end": true}}}"#; 20_000].join(","));
    assert!(dsh_tools::schema::decode::<Vec<Fork>>(&FrozenJson::parse(many).unwrap()).is_ok());
}

#[test]
fn values_that_nothing_tells_are_read_in_declared_order() {
    assert_eq!(read::<Any>("[1, 2]"), Some(Any::Pair(1, 2)));
    assert_eq!(read::<Any>("[1, 256]"), Some(Any::Many(vec![Any::Number(1), Any::Number(256)])));
    assert_eq!(read::<Any>("null"), Some(Any::Nothing));
    assert_eq!(
        read::<Any>(r#"{"rest": {"rest": {"q": 0.5}}}"#),
        Some(Any::Open { rest: Box::new(Any::Open { rest: Box::new(Any::Part { q: 0.5 }) }) })
    );
}

#[derive(Debug, PartialEq, ToolArgs)]
#[arg(tag = "kind", custom(Checked::is_fine))]
enum Checked {
    Own {
        #[arg(custom(is_even))]
        number: u32,
    },
    Beside(CheckedStruct),
    Pair {
        pair: CheckedPair,
    },
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(deny_unknown_fields, custom(CheckedStruct::is_fine))]
struct CheckedStruct {
    #[arg(custom(is_even))]
    other: u32,
}

#[derive(Debug, PartialEq, ToolValue)]
enum CheckedPair {
    One(#[arg(custom(is_even))] u32),
    Two(u8, #[arg(custom(is_even))] Option<u32>),
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "checks look at what was read")]
fn is_even(number: &u32) -> Result<(), &'static str> {
    if number.is_multiple_of(2) { Ok(()) } else { Err("is odd") }
}

impl Checked {
    fn is_fine(&self) -> Result<(), dsh_tools::schema::Violations> {
        match self {
            Self::Own { number: 100 } => Err(dsh_tools::schema::Violations::custom(
                dsh_tools::json::JsonPath::root().key("number"),
                "is a hundred",
            )),
            _ => Ok(()),
        }
    }
}

impl CheckedStruct {
    fn is_fine(&self) -> Result<(), dsh_tools::schema::Violations> {
        match self.other {
            200 => Err(dsh_tools::schema::Violations::custom(
                dsh_tools::json::JsonPath::root().key("other"),
                "is two hundred",
            )),
            _ => Ok(()),
        }
    }
}

#[test]
fn checks_of_variants_and_enums_are_asked() {
    for (text, expected) in [
        (r#"{"kind": "Own", "number": 1}"#, "`number`: is odd"),
        (r#"{"kind": "Own", "number": 100}"#, "`number`: is a hundred"),
        (r#"{"kind": "Beside", "other": 1}"#, "`other`: is odd"),
        (r#"{"kind": "Beside", "other": 200}"#, "`other`: is two hundred"),
        (r#"{"kind": "Pair", "pair": {"One": 1}}"#, "`pair.One`: is odd"),
        (r#"{"kind": "Pair", "pair": {"Two": [1, 1]}}"#, "`pair.Two[1]`: is odd"),
    ] {
        assert_eq!(told::<Checked>(text), expected);
    }
    for text in [
        r#"{"kind": "Own", "number": 2}"#,
        r#"{"kind": "Beside", "other": 2}"#,
        r#"{"kind": "Pair", "pair": {"Two": [1, null]}}"#,
    ] {
        let document = FrozenJson::parse(text).unwrap();
        assert!(dsh_tools::schema::decode::<Checked>(&document).is_ok(), "{text}");
        assert!(validate(&document, Checked::NODE, Direction::Input).is_ok(), "{text}");
    }
}

#[test]
fn deep_values_end() {
    fn nested(open: &str, end: &str, close: &str, levels: usize) -> FrozenJson {
        let text = format!("{}{end}{}", open.repeat(levels), close.repeat(levels));
        FrozenJson::parse_with_depth(text, 2048).unwrap()
    }
    fn ends<T: ToolValue + Send>(open: &str, end: &str, close: &str, per_level: usize) {
        let fits = nested(open, end, close, 127 / per_level);
        assert!(dsh_tools::schema::decode::<T>(&fits).is_ok(), "{open}");
        assert!(validate(&fits, T::NODE, Direction::Input).is_ok(), "{open}");
        let deep = nested(open, end, close, 1000 / per_level);
        assert!(validate(&deep, T::NODE, Direction::Input).is_err(), "{open}");
    }
    // As much stack as threads of a runtime have.
    let small = std::thread::Builder::new().stack_size(2 << 20);
    let run = || {
        ends::<Expr>(r#"{"node": "neg", "of": "#, r#"{"node": "lit", "value": 1}"#, "}", 1);
        ends::<Tree>(r#"{"Many": ["#, r#""Empty""#, "]}", 2);
        ends::<Outer>(r#"{"nested": "#, r#""as-is""#, "}", 1);
        ends::<Any>(r#"{"rest": "#, "1", "}", 1);
        ends::<Recursive>(
            r#"{"node": "Two", "left": {"node": "Leaf", "value": 1}, "right": "#,
            r#"{"node": "Leaf", "value": 1}"#,
            "}",
            1,
        );
    };
    small.spawn(run).unwrap().join().unwrap();
}
