//! Newtypes, tuples, units, fields that are left out, and recursion through all of them.

use crate::values::{read, schema_of, written};
use dsh_tools::schema::Direction;
use dsh_tools::{ToolArgs, ToolValue};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

/// Who it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ToolValue, Serialize, Deserialize)]
struct UserId(#[arg(length(min = 2, max = 8), pattern = "^[a-z]+$", example = "ada")] String);

#[derive(Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
struct Share {
    owner: UserId,
    /// With whom.
    #[arg(length = 1..=3, unique_items)]
    with: Vec<UserId>,
    #[arg(length = ..=4)]
    short: Option<UserId>,
    #[arg(default = "root")]
    #[serde(default = "root")]
    by: UserId,
    notes: BTreeMap<UserId, u8>,
}

fn root() -> UserId {
    UserId("root".into())
}

#[test]
fn a_newtype_is_its_field_with_words_and_limits_of_its_own() {
    let id = json!({
        "type": "string",
        "description": "Who it is.",
        "examples": ["ada"],
        "minLength": 2,
        "maxLength": 8,
        "pattern": "^[a-z]+$",
    });
    let rendered = schema_of::<Share>(Direction::Input);
    let properties = &rendered["properties"];
    assert_eq!(properties["owner"], id);
    assert_eq!(properties["with"]["items"], id);
    assert_eq!(properties["with"]["description"], "With whom.");
    assert_eq!(properties["short"]["minLength"], 2);
    assert_eq!(properties["short"]["maxLength"], 4);
    assert_eq!(properties["by"]["default"], "root");
    assert_eq!(properties["notes"]["propertyNames"], id);
    let share = json!({"owner": "ada", "with": ["bob", "eve"], "notes": {"ada": 1}});
    let value = Share {
        owner: UserId("ada".into()),
        with: vec![UserId("bob".into()), UserId("eve".into())],
        short: None,
        by: root(),
        notes: BTreeMap::from([(UserId("ada".into()), 1)]),
    };
    assert_eq!(serde_json::from_value::<Share>(share.clone()).unwrap(), value);
    assert_eq!(serde_json::to_value(&value).unwrap(), written(&value));
    assert_eq!(read(share), Ok(value));
    assert_eq!(
        read::<Share>(
            json!({"owner": "x", "with": ["Bob"], "short": "abcde", "notes": {"ADA": 1}})
        )
        .unwrap_err(),
        "`owner`: expected a string of 2 to 8 characters that matches `^[a-z]+$`, got 1 character\n\
         `with[0]`: expected a string of 2 to 8 characters that matches `^[a-z]+$`, got the string \"Bob\"\n\
         `short`: expected a string of 2 to 4 characters that matches `^[a-z]+$`, got 5 characters\n\
         `notes.ADA`: is not a legal key, expected a string of 2 to 8 characters that matches `^[a-z]+$`"
    );
}

/// A point of the plane.
#[derive(Clone, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
struct Point(
    /// Across.
    #[arg(range = 0.0..)]
    f64,
    f64,
);

#[derive(Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
struct Shape {
    path: Vec<Point>,
    pair: (String, u8),
    same: (u8, u8, u8),
    one: Option<(bool,)>,
}

#[test]
fn tuples_are_arrays_of_just_their_elements() {
    let rendered = schema_of::<Shape>(Direction::Input);
    let properties = &rendered["properties"];
    let (string, byte) =
        (json!({"type": "string"}), json!({"type": "integer", "minimum": 0, "maximum": 255}));
    assert_eq!(
        properties["pair"],
        json!({
            "type": "array",
            "prefixItems": [string, byte],
            "items": {"anyOf": [string, byte]},
            "minItems": 2,
            "maxItems": 2,
        })
    );
    assert_eq!(properties["same"]["items"], byte);
    assert_eq!(
        properties["path"]["items"]["prefixItems"][0],
        json!({"type": "number", "description": "Across.", "minimum": 0})
    );
    assert_eq!(properties["path"]["items"]["description"], "A point of the plane.");
    let shape =
        json!({"path": [[0, 1.5], [2, -3]], "pair": ["a", 1], "same": [1, 2, 3], "one": null});
    let value = Shape {
        path: vec![Point(0.0, 1.5), Point(2.0, -3.0)],
        pair: ("a".into(), 1),
        same: (1, 2, 3),
        one: None,
    };
    assert_eq!(serde_json::from_value::<Shape>(shape.clone()).unwrap(), value);
    assert_eq!(serde_json::to_value(&value).unwrap(), written(&value));
    assert_eq!(read(shape), Ok(value));
    assert_eq!(
        read::<Shape>(json!({"path": [[-1, 0], [1]], "pair": [1, "a"], "same": {}, "one": [1]}))
            .unwrap_err(),
        "`path[0][0]`: expected a number of at least 0, got the number -1\n\
         `path[1]`: expected an array of exactly 2 items, got 1 item\n\
         `pair[0]`: expected a string, got the number 1\n\
         `pair[1]`: expected an integer from 0 to 255, got the string \"a\"\n\
         `same`: expected an array of exactly 3 items, got an object of 0 entries\n\
         `one[0]`: expected true or false, got the number 1"
    );
}

#[derive(Clone, Debug, Default, PartialEq, ToolArgs, Serialize, Deserialize)]
struct Skips {
    kept: u8,
    #[arg(skip)]
    #[serde(skip)]
    cache: Option<HashMap<u8, u8>>,
    #[serde(skip, default = "seven")]
    count: u8,
    #[serde(skip)]
    marker: PhantomData<fn() -> String>,
}

fn seven() -> u8 {
    7
}

#[test]
fn a_skipped_field_is_no_field_of_the_json() {
    assert_eq!(
        schema_of::<Skips>(Direction::Output),
        json!({"type": "object", "properties": {"kept": {"type": "integer", "minimum": 0, "maximum": 255}}, "required": ["kept"]})
    );
    let value = Skips { kept: 1, cache: None, count: 7, marker: PhantomData };
    // What is given for it is undeclared, and this struct is open.
    let text = json!({"kept": 1, "count": 3, "cache": "x"});
    assert_eq!(serde_json::from_value::<Skips>(text.clone()).unwrap(), value);
    assert_eq!(read(text), Ok(value.clone()));
    assert_eq!(written(&value), json!({"kept": 1}));
}

#[derive(Debug, PartialEq, ToolValue, Serialize, Deserialize)]
#[serde(transparent)]
struct Next(Option<Box<Chain>>);

#[derive(Debug, PartialEq, ToolArgs, Serialize, Deserialize)]
struct Chain {
    name: String,
    next: Next,
    pairs: Vec<(String, Chain)>,
    #[serde(default)]
    #[arg(default = [])]
    ring: Ring,
}

#[derive(Debug, Default, PartialEq, ToolValue, Serialize, Deserialize)]
struct Ring(Vec<Chain>);

fn chain(name: &str) -> Chain {
    Chain { name: name.into(), next: Next(None), pairs: Vec::new(), ring: Ring(Vec::new()) }
}

#[test]
fn c013_recursion_through_newtypes_and_tuples_ends() {
    let rendered = schema_of::<Chain>(Direction::Input);
    let text = rendered.to_string();
    for reference in text.split("\"$ref\":\"#/$defs/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(rendered["$defs"].get(name).is_some(), "{name} in {text}");
    }
    assert_eq!(rendered["required"], json!(["name", "pairs"]));
    let value = Chain {
        next: Next(Some(Box::new(chain("b")))),
        pairs: vec![("c".into(), chain("c"))],
        ring: Ring(vec![chain("d")]),
        ..chain("a")
    };
    let text = serde_json::to_value(&value).unwrap();
    assert_eq!(written(&value), text);
    assert_eq!(read(text), Ok(value));
    assert_eq!(read(json!({"name": "a", "pairs": []})), Ok(chain("a")));
    assert_eq!(
        read::<Chain>(
            json!({"name": "a", "pairs": [["b", {"name": 1, "pairs": []}]], "next": {"name": "c"}})
        )
        .unwrap_err(),
        "`next.pairs`: is missing, expected an array\n\
         `pairs[0][1].name`: expected a string, got the number 1"
    );
}

/// An `Option` in a newtype is a value that may be `null`; only a transparent one may be absent, as serde has it.
#[test]
fn a_newtype_of_an_option_must_be_there() {
    #[derive(Debug, PartialEq, ToolValue, Deserialize)]
    struct Maybe(Option<u8>);
    #[derive(Debug, PartialEq, ToolArgs, Deserialize)]
    struct Holder {
        maybe: Maybe,
    }
    assert!(serde_json::from_value::<Holder>(json!({})).is_err());
    assert!(read::<Holder>(json!({})).unwrap_err().contains("`maybe`: is missing"));
    let none = Holder { maybe: Maybe(None) };
    assert_eq!(serde_json::from_value::<Holder>(json!({"maybe": null})).unwrap(), none);
    assert_eq!(read(json!({"maybe": null})), Ok(none));
}

#[derive(Clone, Copy, Debug, PartialEq, ToolValue, Serialize, Deserialize)]
struct Nothing;

#[derive(Debug, PartialEq, ToolValue, Serialize, Deserialize)]
#[serde(transparent)]
struct Typed<T> {
    #[arg(range(min = 1))]
    id: u64,
    #[serde(skip)]
    of: PhantomData<T>,
}

/// No value of arguments, and none is asked of a parameter that only marks.
struct Marker;

#[derive(Debug, PartialEq, ToolArgs)]
struct Units<const N: usize> {
    nothing: Nothing,
    many: [u8; N],
}

#[derive(ToolArgs)]
#[arg(transparent)]
struct Whole {
    it: Units<2>,
}

#[test]
fn units_markers_and_whole_objects() {
    let text = json!({"nothing": null, "many": [1, 2]});
    let units = Units { nothing: Nothing, many: [1, 2] };
    assert_eq!(written(&units), text);
    assert_eq!(read(text.clone()), Ok(units));
    assert_eq!(read::<Whole>(text).map(|whole| whole.it.many), Ok([1, 2]));
    let id: Typed<Marker> = Typed { id: 3, of: PhantomData };
    assert_eq!(written(&id), json!(3));
    assert!(read::<Typed<Marker>>(json!(0)).is_err());
    assert_eq!(
        schema_of::<Typed<Marker>>(Direction::Input),
        json!({"type": "integer", "minimum": 1})
    );
}
