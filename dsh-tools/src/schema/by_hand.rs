//! A table written by hand, as the derive writes it: the layer works without the macros.

use super::constrain::bound_fits;
use super::literal::literal_fits;
use super::private::{
    Bound, Constraints, Literal, Made, Table, constrain, field, index, object, takes_length,
    takes_range,
};
use super::{
    Code, DefaultValue, Direction, Identity, Invalid, Key, Link, Meta, Node, Object, Row, Shape,
    Shared, ToolValue, Violations, render, validate,
};
use crate::json::{Cursor, FrozenJson, JsonWriter, LossyError};
use std::sync::LazyLock;

#[derive(Debug, PartialEq)]
struct Read {
    path: String,
    offset: u32,
    limit: Option<u32>,
}

impl Table for Read {
    const ROWS: &'static [Row] = &[
        Row {
            key: Key::new("path"),
            aliases: Shared::Const(&[Key::new("file")]),
            node: Link::Const(<String as ToolValue>::PROPERTY),
            required: !<String as ToolValue>::PROPERTY.is_optional(),
            default: None,
            meta: Meta { description: Some("Which file."), ..Meta::NONE },
        },
        Row {
            key: Key::new("offset"),
            aliases: Shared::Const(&[]),
            node: Link::Const(&constrain(
                <u32 as ToolValue>::PROPERTY,
                Constraints { min: Some(Bound::Int(1)), ..Constraints::NONE },
            )),
            required: false,
            default: Some(DefaultValue {
                made: || {
                    static MADE: LazyLock<Made> = LazyLock::new(|| Made::text("1"));
                    &MADE
                },
            }),
            meta: Meta::NONE,
        },
        Row {
            key: Key::new("limit"),
            aliases: Shared::Const(&[]),
            node: Link::Const(&constrain(
                <Option<u32> as ToolValue>::PROPERTY,
                Constraints {
                    min: Some(Bound::Int(1)),
                    max: Some(Bound::Int(2000)),
                    ..Constraints::NONE
                },
            )),
            required: !<Option<u32> as ToolValue>::PROPERTY.is_optional(),
            default: None,
            meta: Meta::NONE,
        },
    ];
    const INDEX: &'static [u16] = &index::<8>(Self::ROWS);
}

impl ToolValue for Read {
    const NODE: &'static Node = &Node::named(
        Shape::Object(Object::new(Self::ROWS, Self::INDEX, false)),
        Meta::NONE,
        Identity::of::<Self>("Read"),
    );

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        let mut slots = [None; 3];
        object(cursor, node, &mut slots)?;
        Ok(Self {
            path: field(&slots, Self::ROWS, 0)?,
            offset: field(&slots, Self::ROWS, 1)?,
            limit: field(&slots, Self::ROWS, 2)?,
        })
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.begin_object()?;
        out.key("path")?;
        self.path.encode(out)?;
        out.key("offset")?;
        self.offset.encode(out)?;
        out.key("limit")?;
        self.limit.encode(out)?;
        out.end_object()
    }
}

// The three checks that the derive spells as assertions.
const _: () = assert!(takes_range(<u32 as ToolValue>::PROPERTY));
const _: () = assert!(!takes_length(<u32 as ToolValue>::PROPERTY));
const _: () = assert!(!bound_fits(<u8 as ToolValue>::PROPERTY, Bound::Int(300)));
const _: () = assert!(literal_fits(<u8 as ToolValue>::KNOWN, Literal::Int(255)));
const _: () = assert!(!literal_fits(<Vec<u8> as ToolValue>::KNOWN, Literal::Str("a")));
const _: () = assert!(!literal_fits(<Option<Box<u8>> as ToolValue>::KNOWN, Literal::Int(256)));

fn read(text: &str) -> Result<Read, Invalid> {
    Read::decode(FrozenJson::parse(text).unwrap().root(), Read::NODE)
}

fn found(text: &str) -> Violations {
    let document = FrozenJson::parse(text).unwrap();
    validate(&document, Read::NODE, Direction::Input).unwrap_err()
}

#[test]
fn decoding_checks_fills_defaults_and_takes_aliases() {
    let path = String::from("a");
    assert_eq!(read(r#"{"path":"a"}"#), Ok(Read { path: path.clone(), offset: 1, limit: None }));
    assert_eq!(
        read(r#"{"limit":5.0,"offset":2e0,"fi\u006ce":"a","more":[]}"#),
        Ok(Read { path, offset: 2, limit: Some(5) })
    );
    assert_eq!(read(r#"{"path":"a","limit":2001}"#), Err(Invalid(Code::Range)));
    assert_eq!(read(r#"{"path":null}"#), Err(Invalid(Code::Type)));
    assert_eq!(read("{}"), Err(Invalid(Code::Missing)));
    assert_eq!(read("[]"), Err(Invalid(Code::Type)));
}

#[test]
fn the_walker_reports_what_decoding_refuses() {
    assert_eq!(
        found(r#"{"limit":0,"offset":"x","file_path":"a"}"#).to_string(),
        "`path`: is missing, expected a string; `file_path` is not a declared field: did you mean `path`?\n\
         `offset`: expected an integer from 1 to 4294967295, got the string \"x\"\n\
         `limit`: expected an integer from 1 to 2000, got the number 0"
    );
    assert_eq!(found("null").to_string(), "`arguments`: expected an object, got null");
}

#[test]
fn the_schema_is_the_table() {
    assert_eq!(
        render(Read::NODE, Direction::Input).unwrap().to_string(),
        r#"{"type":"object","properties":{"path":{"type":"string","description":"Which file."},"offset":{"type":"integer","minimum":1,"maximum":4294967295,"default":1},"limit":{"type":"integer","minimum":1,"maximum":2000}},"required":["path"]}"#
    );
}

#[test]
fn encoding_writes_every_row() {
    let mut out = JsonWriter::new();
    Read { path: String::from("a"), offset: 1, limit: None }.encode(&mut out).unwrap();
    assert_eq!(out.finish().unwrap().to_string(), r#"{"path":"a","offset":1,"limit":null}"#);
}
