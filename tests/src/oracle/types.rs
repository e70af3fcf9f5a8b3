//! Schemas of structured outputs that come from types, or from schemas with a wider vocabulary.

use dsh_tools::json::JsonWriter;
use dsh_tools::schema::{Code, Direction, RawSchema, SubsetCode, validate};
use dsh_tools::{FrozenJson, StructuredOutputSchema, ToolArgs, ToolValue};
use serde_json::json;

/// How it went.
#[derive(ToolValue, Debug, PartialEq)]
enum Mood {
    Good,
    Bad,
}

#[derive(ToolArgs, Debug, PartialEq)]
#[arg(deny_unknown_fields)]
struct Finding {
    /// The file it is in.
    path: String,
    mood: Mood,
    lines: Vec<i64>,
    score: f64,
}

#[derive(ToolArgs, Debug, PartialEq)]
struct Report {
    /// The first and the last are of one type: the same schema stands twice.
    first: Finding,
    last: Finding,
    done: bool,
}

#[derive(ToolValue)]
struct Narrow {
    #[arg(range = 1..=10)]
    stars: u8,
    #[arg(length = 1..)]
    text: String,
    note: Option<String>,
}

#[derive(ToolValue)]
struct Tree {
    children: Vec<Tree>,
}

fn document(value: &impl ToolValue) -> FrozenJson {
    let mut out = JsonWriter::new();
    value.encode(&mut out).unwrap();
    out.finish().unwrap()
}

fn finding(mood: Mood) -> Finding {
    Finding { path: "a.rs".into(), mood, lines: vec![1, -2], score: 0.5 }
}

#[test]
fn a_type_of_plain_fields_is_in_the_subset_and_reads_what_is_accepted() {
    let schema = StructuredOutputSchema::of::<Report>().unwrap();
    // The text is a schema of the subset by itself, with an object at its root, and says the same.
    let text = schema.document().to_string();
    let read = StructuredOutputSchema::parse_object(FrozenJson::parse(text.clone()).unwrap());
    let read = read.unwrap();
    assert_eq!(read.document().to_string(), text);

    let report = Report { first: finding(Mood::Good), last: finding(Mood::Bad), done: true };
    let value = document(&report);
    assert!(schema.validate(&value).is_ok() && read.validate(&value).is_ok());
    assert_eq!(Report::decode(value.root(), Report::NODE), Ok(report));

    let wrong = r#"{"first": {"path": 1, "mood": "Good", "lines": [0.5], "extra": 1}, "done": true,
        "last": {"path": "b", "mood": "Fair", "lines": [], "score": 1}}"#;
    let wrong = FrozenJson::parse(wrong).unwrap();
    let told = |schema: &StructuredOutputSchema| {
        let found = schema.validate(&wrong).unwrap_err();
        let told = found.iter().map(|violation| (violation.path(), violation.code()));
        told.collect::<Vec<_>>()
    };
    assert_eq!(told(&schema), told(&read));
    assert_eq!(
        told(&schema),
        [
            ("first.score".into(), Code::Missing),
            ("first.path".into(), Code::Type),
            ("first.lines[0]".into(), Code::Type),
            ("first.extra".into(), Code::UnknownField),
            ("last.mood".into(), Code::Enum),
        ]
    );
}

#[test]
fn what_the_subset_lacks_is_reported_and_wide_keeps_it() {
    let error = StructuredOutputSchema::of::<Narrow>().unwrap_err();
    let told: Vec<_> =
        error.violations().map(|violation| (violation.path(), violation.code())).collect();
    let unsupported = |path: &str| (path.to_owned(), SubsetCode::UnsupportedKeyword);
    assert_eq!(
        told,
        [
            unsupported("schema.properties.stars.minimum"),
            unsupported("schema.properties.stars.maximum"),
            unsupported("schema.properties.text.minLength"),
            (String::from("schema.properties.note.type"), SubsetCode::TypeArray),
        ]
    );
    let wide = StructuredOutputSchema::wide::<Narrow>().unwrap();
    let value = |text: &str| FrozenJson::parse(text).unwrap();
    assert!(wide.validate(&value(r#"{"stars": 10, "text": "x", "note": null}"#)).is_ok());
    let found = wide.validate(&value(r#"{"stars": 11, "text": "", "note": 1}"#)).unwrap_err();
    let codes: Vec<Code> = found.iter().map(|violation| violation.code()).collect();
    assert_eq!(codes, [Code::Range, Code::Length, Code::Type]);
}

#[test]
fn a_type_that_comes_back_to_itself_is_reported_and_wide_keeps_it() {
    let error = StructuredOutputSchema::of::<Tree>().unwrap_err();
    assert!(error.violations().all(|it| it.code() == SubsetCode::UnsupportedKeyword), "{error}");
    assert!(error.to_string().contains("$ref"), "{error}");
    let wide = StructuredOutputSchema::wide::<Tree>().unwrap();
    let value = |text: &str| FrozenJson::parse(text).unwrap();
    assert!(wide.validate(&value(r#"{"children": [{"children": []}]}"#)).is_ok());
    let found = wide.validate(&value(r#"{"children": [{"children": [{}]}]}"#)).unwrap_err();
    assert_eq!(found.iter().next().unwrap().path(), "children[0].children[0].children");
}

#[test]
fn a_raw_schema_with_more_words_can_be_a_structured_output() {
    let raw = json!({"type": "array", "items": {"type": "string", "pattern": "^a"}, "maxItems": 2});
    assert!(StructuredOutputSchema::parse(raw.clone()).is_err());
    let schema = StructuredOutputSchema::from(RawSchema::compile(raw.clone()).unwrap());
    assert_eq!(*schema.document(), raw);
    let value = FrozenJson::parse(r#"["ab", "b", "a"]"#).unwrap();
    let found = schema.validate(&value).unwrap_err();
    let codes: Vec<Code> = found.iter().map(|violation| violation.code()).collect();
    assert_eq!(codes, [Code::Items, Code::Pattern]);
}

#[test]
fn the_root_is_called_as_the_direction_says() {
    let schema = StructuredOutputSchema::parse(json!({"type": "null"})).unwrap();
    let value = FrozenJson::empty_object();
    let path = |direction| {
        let found = validate(&value, &schema, direction).unwrap_err();
        found.iter().next().unwrap().path()
    };
    assert_eq!(
        (path(Direction::Input), path(Direction::Output)),
        ("arguments".into(), "value".into())
    );
}
