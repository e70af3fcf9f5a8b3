//! Recorded imports: their text, and that it is Rust which says what the definitions say.

use crate::support::example;
use dsh_tools::ToolDefinition;
use serde_json::{Value, json};

/// What is generated from `tour.json`.
#[allow(dead_code, unreachable_pub, reason = "tools of which a test reads the schemas only")]
mod tour {
    include!("tour.out");
}

/// What is generated from `lost.json`.
#[allow(dead_code, unreachable_pub, reason = "tools of which a test reads the schemas only")]
mod lost {
    include!("lost.out");
}

fn generated(name: &str) -> String {
    let file = format!("{}/tests/import/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let output = example("import").arg(file).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_source_is_as_recorded() {
    for (name, recorded) in [("tour", include_str!("tour.out")), ("lost", include_str!("lost.out"))]
    {
        let source = generated(name);
        assert!(source == recorded, "{name} is now\n{source}");
    }
}

/// The parameters of a recorded definition, as they were.
fn original(text: &str, at: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap().pointer(at).unwrap().clone()
}

fn schema(definition: &ToolDefinition) -> Value {
    definition.schema().parameters.to_value()
}

#[test]
fn names_hints_and_descriptions_are_those_of_the_definitions() {
    let definition = tour::book_table::definition();
    assert_eq!(definition.name(), "book-table");
    assert_eq!(definition.title(), Some("Book a table"));
    let text = include_str!("tour.json");
    assert_eq!(definition.description(), original(text, "/tools/0/description"));
    assert_eq!(tour::Str::definition().description(), original(text, "/tools/2/description"));
    assert_eq!(lost::misc_lookup_v2::definition().name(), "misc_lookup_v2");
    assert_eq!(tour::now::definition().name(), "now");
}

#[test]
fn plain_schemas_are_rendered_as_they_were() {
    let text = include_str!("tour.json");
    let (mut was, now) =
        (original(text, "/tools/0/inputSchema"), schema(&tour::book_table::definition()));
    // The dialect is not part of it; a list with `null` is how a nullable type is written.
    was.as_object_mut().unwrap().remove("$schema");
    was["properties"]["deposit"]["type"] = json!("integer");
    was["properties"]["channel"] =
        json!({"type": ["string", "null"], "enum": ["web", "phone", null], "default": null});
    assert_eq!(now, was);
}

/// Both validators, ours by the generated type and another by the original, of values that differ in one point each.
#[track_caller]
fn assert_agree(
    definition: &ToolDefinition,
    original: &Value,
    base: &Value,
    changes: &[(&str, Value, bool)],
) {
    let rendered =
        jsonschema::options().should_validate_formats(true).build(&schema(definition)).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(original).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let accepts = |value: &Value| {
        let result = runtime.block_on(definition.call(value.to_string()).into_future());
        // The stub fails of itself, after its arguments were accepted.
        result.outcome().unwrap_err().code() != "INVALID_ARGS"
    };
    for (pointer, change, legal) in changes {
        let mut value = base.clone();
        if let Some(place) = value.pointer_mut(pointer) {
            *place = change.clone();
        } else {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            value.pointer_mut(parent).unwrap()[key] = change.clone();
        }
        assert_eq!(validator.is_valid(&value), *legal, "the original: {value}");
        assert_eq!(rendered.is_valid(&value), *legal, "the rendered schema: {value}");
        assert_eq!(accepts(&value), *legal, "the generated type: {value}");
    }
}

#[test]
fn what_was_refused_is_refused() {
    let definition = tour::book_table::definition();
    let original = original(include_str!("tour.json"), "/tools/0/inputSchema");
    let base = json!({"restaurantId": 7, "day": "2031-05-09", "guests": 2, "note": null});
    assert_agree(
        &definition,
        &original,
        &base,
        &[
            ("/guests", json!(40), true),
            ("/guests", json!(2.0), true),
            ("/guests", json!(41), false),
            ("/guests", json!(0), false),
            ("/restaurantId", json!(0), false),
            ("/day", json!("tomorrow"), false),
            ("/type", json!("late-night"), true),
            ("/type", json!("LateNight"), false),
            ("/note", json!("x".repeat(201)), false),
            ("/note", json!("é".repeat(200)), true),
            ("/tableSize", json!(0), false),
            ("/tableSize", json!(2.5), true),
            ("/tableSize", json!(2.25), false),
            ("/phone", json!("+12345678"), true),
            ("/phone", json!("12345678"), false),
            ("/deposit", json!(25), true),
            ("/deposit", json!(5), false),
            ("/diets", json!(["vegan", "*"]), true),
            ("/diets", json!(["vegan", "vegan"]), false),
            ("/channel", json!(null), true),
            ("/channel", json!("mail"), false),
            ("/unknown", json!(1), false),
        ],
    );
}

#[test]
fn forms_tuples_maps_and_recursion_are_the_same_types() {
    let definition = tour::draw::definition();
    let original = original(include_str!("tour.json"), "/tools/1/function/parameters");
    let base = json!({
        "shapes": [{"kind": "circle", "radius": 1}], "scene": {"name": "root", "left": {"name": "l"}},
        "tags": {"id": "a", "more": 1}, "size": 3
    });
    assert_agree(
        &definition,
        &original,
        &base,
        &[
            ("/shapes", json!([]), false),
            ("/shapes/0/radius", json!(-1), false),
            ("/shapes/0/kind", json!("line"), false),
            ("/shapes/0", json!({"kind": "line", "toX": 0, "toY": 0.5}), true),
            ("/shapes/0/more", json!(1), false),
            ("/scene/left/children", json!([{"name": "deep", "left": {"name": "er"}}]), true),
            ("/scene/left/children", json!([{"left": {"name": "er"}}]), false),
            ("/scene/unknown", json!(1), true),
            ("/origin", json!([1, 0]), true),
            ("/origin", json!([1, -1]), false),
            ("/origin", json!([1]), false),
            ("/origin", json!([1, 1, 1]), false),
            ("/colours", json!({"red": "#ff0000"}), true),
            ("/colours", json!({"red": "ff0000"}), false),
            ("/colours", json!({}), false),
            ("/options", json!({"dpi": 72}), true),
            ("/options", json!({"dpi": "72"}), false),
            ("/tags/more", json!("text"), false),
            ("/tags/id", json!(1), false),
            ("/size", json!(0), false),
            ("/size", json!("small"), true),
            ("/size", json!("medium"), false),
            ("/size", json!({"width": 1, "height": 2}), true),
            ("/size", json!({"width": 1}), false),
            ("/headers", json!({"x-a": "b"}), true),
            ("/headers", json!({"x-a": 1}), false),
            ("/headers", json!({"y-a": "b"}), false),
            ("/scores", json!({"ab": 1}), true),
            ("/scores", json!({"a": 1}), false),
            ("/scores", json!({"ab": "1"}), false),
            ("/meta", json!({"any": [null]}), true),
            ("/meta", json!([]), false),
            ("/any", json!([1, "a"]), true),
        ],
    );
}
