//! What the subset promises, one test a promise.

use dsh_tools::json::JsonError;
use dsh_tools::schema::SubsetCode;
use dsh_tools::{
    ErrorCode, FrozenJson, OutputSchemaError, StructuredOutputSchema, StructuredScalar,
};
use serde_json::{Value, json};

fn refused(schema: Value) -> OutputSchemaError {
    StructuredOutputSchema::parse(schema).unwrap_err()
}

fn told(error: &OutputSchemaError) -> Vec<(String, SubsetCode)> {
    error.violations().map(|violation| (violation.path(), violation.code())).collect()
}

fn line(schema: Value) -> String {
    let error = refused(schema);
    assert_eq!(error.len(), 1, "{error}");
    error.violations().next().unwrap().to_string()
}

#[test]
fn s255_all_violations_are_listed_and_no_unknown_keyword_is_ignored() {
    let error = refused(json!({
        "type": "object",
        "minProperties": 1,
        "properties": {
            "a": {"type": "text"},
            "b": {"type": "array", "items": {"anyOf": [{}, {}]}},
            "c.d": {"oneOf": [{"type": "string", "format": "uri"}, null]},
        },
        "required": ["a", "x"],
        "additionalProperties": {},
    }));
    let expected = [
        ("schema.minProperties", SubsetCode::UnsupportedKeyword),
        ("schema.properties.a.type", SubsetCode::BadType),
        ("schema.properties.b.items.anyOf", SubsetCode::UnsupportedKeyword),
        (r#"schema.properties["c.d"].oneOf[0].format"#, SubsetCode::UnsupportedKeyword),
        (r#"schema.properties["c.d"].oneOf[1]"#, SubsetCode::NotASchemaObject),
        ("schema.required", SubsetCode::RequiredUndeclared),
        ("schema.additionalProperties", SubsetCode::MustBeBoolean),
    ];
    let expected = expected.map(|(path, code)| (path.to_owned(), code));
    assert_eq!(told(&error), expected);
    let text = error.to_string();
    assert!(text.starts_with("unsupported output schema: 7 violations\n"), "{text}");
    assert_eq!(text.lines().count(), 8);
    for (path, _) in expected {
        assert!(text.contains(&format!("`{path}`: ")), "{path} in {text}");
    }
    let pointers: Vec<String> = error.violations().map(|it| it.pointer()).collect();
    assert_eq!(pointers[3], "/properties/c.d/oneOf/0/format");
    assert_eq!(error.code(), ErrorCode::UnsupportedSchema);
}

#[test]
fn s256_keywords_of_another_type_are_reported_against_the_type() {
    let error = refused(json!({
        "type": "string", "properties": {}, "required": [], "additionalProperties": true, "items": {},
    }));
    let lines: Vec<String> = error.violations().map(|violation| violation.to_string()).collect();
    assert_eq!(
        lines,
        [
            "`schema.properties`: does not constrain `string`: it is for `object`",
            "`schema.required`: does not constrain `string`: it is for `object`",
            "`schema.additionalProperties`: does not constrain `string`: it is for `object`",
            "`schema.items`: does not constrain `string`: it is for `array`",
        ]
    );
    for schema_type in ["object", "array"] {
        assert_eq!(
            told(&refused(json!({"type": schema_type, "enum": [1], "const": 1}))),
            [
                (String::from("schema.enum"), SubsetCode::WrongTypeKeyword),
                (String::from("schema.const"), SubsetCode::WrongTypeKeyword),
            ]
        );
    }
}

#[test]
fn s257_required_names_what_properties_declare() {
    for name in ["toString", "constructor", "__proto__", "", "b"] {
        let error = refused(json!({"type": "object", "properties": {"a": {}}, "required": [name]}));
        assert_eq!(told(&error), [("schema.required".into(), SubsetCode::RequiredUndeclared)]);
        assert_eq!(error.violations().next().unwrap().undeclared(), Some(name));
    }
    let declared = json!({
        "type": "object", "properties": {"toString": {}}, "required": ["toString"],
    });
    assert!(StructuredOutputSchema::parse(declared).is_ok());
}

#[test]
fn s258_references_are_refused_and_the_same_schema_may_stand_twice() {
    // A document cannot hold itself; what refers to itself does so by keywords, which are refused.
    let error = refused(json!({
        "type": "object",
        "properties": {"next": {"$ref": "#"}},
        "$defs": {},
    }));
    assert_eq!(
        told(&error),
        [
            ("schema.$defs".into(), SubsetCode::UnsupportedKeyword),
            ("schema.properties.next.$ref".into(), SubsetCode::UnsupportedKeyword),
        ]
    );
    let point = json!({"type": "object", "properties": {"x": {"type": "number"}}});
    let twice = json!({"type": "object", "properties": {"from": point, "to": point}});
    assert!(StructuredOutputSchema::parse(twice).is_ok());
}

#[test]
fn s262_a_root_that_is_no_object_is_told_only_where_nothing_else_is_wrong() {
    let parse = |schema: Value| StructuredOutputSchema::parse_object(schema).unwrap_err();
    assert_eq!(
        told(&parse(json!({"type": "string"}))),
        [("schema".into(), SubsetCode::RootNotObject)]
    );
    assert_eq!(told(&parse(json!({}))), [("schema".into(), SubsetCode::RootNotObject)]);
    assert_eq!(
        told(&parse(json!({"type": "string", "items": {}}))),
        [("schema.items".into(), SubsetCode::WrongTypeKeyword)]
    );
    let object = json!({"type": "object"});
    assert!(StructuredOutputSchema::parse_object(object).is_ok());
}

#[test]
fn messages_say_what_would_be_right() {
    let cases = [
        (json!([]), "`schema`: expected an object, got an array"),
        (
            json!({"type": "string", "Type": "string"}),
            "`schema.Type`: is a keyword that is not enforced here; did you mean `type`?",
        ),
        (
            json!({"type": "string", "unit": "mm"}),
            "`schema.unit`: is a keyword that is not enforced here: leave it out",
        ),
        (
            json!({"allOf": []}),
            "`schema.allOf`: is a keyword that is not enforced here: `RawSchema::compile` takes schemas with it, and enforces them",
        ),
        (
            json!({"$defs": {}}),
            "`schema.$defs`: is a keyword that is not enforced here: `RawSchema::compile` takes schemas with it, and enforces them",
        ),
        (
            json!({"type": "int"}),
            "`schema.type`: expected one of \"string\", \"number\", \"integer\", \"boolean\", \"null\", \"object\", \"array\"",
        ),
        (
            json!({"type": "Integer"}),
            "`schema.type`: expected one of \"string\", \"number\", \"integer\", \"boolean\", \"null\", \"object\", \"array\"; did you mean \"integer\"?",
        ),
        (
            json!({"type": ["string", "null"]}),
            "`schema.type`: expected one type: write `oneOf` with a form for each of several",
        ),
        (json!({"description": 1}), "`schema.description`: expected a string, got a number"),
        (
            json!({"type": "string", "oneOf": []}),
            "`schema`: has both `type` and `oneOf`: leave one of them out",
        ),
        (
            json!({"enum": ["a"]}),
            "`schema.enum`: stands without `type`: it is for strings, numbers, integers, booleans and null",
        ),
        (
            json!({"oneOf": [{}, {}], "properties": {}}),
            "`schema.properties`: cannot stand beside `oneOf`: move it into the forms",
        ),
        (
            json!({"type": "object", "properties": []}),
            "`schema.properties`: expected an object of schemas, got an array",
        ),
        (
            json!({"type": "object", "required": ["a\n"]}),
            r#"`schema.required`: lists "a\n", which `properties` does not declare"#,
        ),
        (
            json!({"type": "integer", "enum": [1, 1.5]}),
            "`schema.enum`: expected an array of at least one value, each of type `integer`",
        ),
        (
            json!({"type": "boolean", "const": null}),
            "`schema.const`: expected a value of type `boolean`",
        ),
        (
            json!({"type": "integer", "enum": [1], "const": 2}),
            "`schema.const`: is none of the values of `enum`",
        ),
    ];
    for (schema, expected) in cases {
        assert_eq!(line(schema), expected);
    }
}

#[test]
fn the_text_is_kept_byte_for_byte() {
    let text =
        "{\n  \"type\": \"object\", \"properties\": {\"b\": {}, \"a\": {\"default\": 1.50}}}";
    let schema = StructuredOutputSchema::parse(FrozenJson::parse(text).unwrap()).unwrap();
    assert_eq!(schema.document().text(), Some(text));
    assert_eq!(schema.clone().document().to_string(), text);
}

#[test]
fn what_is_no_document_is_told_like_a_violation() {
    let deep = (0..200).fold(json!({}), |inner, _| json!({"type": "array", "items": inner}));
    let error = refused(deep);
    assert_eq!(told(&error), [("schema".into(), SubsetCode::NotJson)]);
    assert!(error.to_string().contains("128"), "{error}");
}

#[test]
fn scalars_are_those_that_a_schema_lists() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "string", "enum": ["x", "y"]},
        "b": {"type": "number", "const": 1.0},
        "c": {"type": "null", "enum": [null, null], "const": null},
        "d": {},
    }});
    let schema = StructuredOutputSchema::parse(schema).unwrap();
    assert_eq!(schema.scalars("/properties/a"), [StructuredScalar::from("x"), "y".into()]);
    assert_eq!(schema.scalars("/properties/b"), [StructuredScalar::from(1)]);
    assert_eq!(schema.scalars("/properties/c").len(), 1);
    assert!(schema.scalars("/properties/d").is_empty() && schema.scalars("/nowhere").is_empty());
    let listed = serde_json::to_string(&schema.scalars("/properties/a")).unwrap();
    assert_eq!(listed, r#"["x","y"]"#);
}

/// Schemas that are large in one way each: checked in time and memory linear in their text.
#[test]
fn hostile_schemas_are_refused_in_linear_time() -> Result<(), JsonError> {
    let count = 100_000;
    let many = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    let unknown = many(&|at| format!("\"k{at}\":1"));
    let error = StructuredOutputSchema::parse(FrozenJson::parse(format!("{{{unknown}}}"))?);
    let error = error.unwrap_err();
    assert_eq!(error.len(), count);
    assert_eq!(error.violations().len(), 1000);
    assert!(error.to_string().ends_with("\nand 99000 more"));

    let names = many(&|at| format!("\"n{at}\""));
    let wide = format!(
        r#"{{"type":"object","properties":{{{}}},"required":[{names}]}}"#,
        many(&|at| format!("\"n{at}\":{{}}"))
    );
    let error = StructuredOutputSchema::parse(FrozenJson::parse(wide)?).unwrap_err();
    assert_eq!(told(&error), [("schema".into(), SubsetCode::TooLarge)]);
    assert!(error.to_string().contains("16384 keys"), "{error}");
    let undeclared = format!(r#"{{"type":"object","required":[{names}]}}"#);
    let error = StructuredOutputSchema::parse(FrozenJson::parse(undeclared)?).unwrap_err();
    assert_eq!(error.len(), count);

    let listed = format!(r#"{{"type":"string","enum":[{names}],"const":"n{}"}}"#, count - 1);
    assert!(StructuredOutputSchema::parse(FrozenJson::parse(listed)?).is_ok());

    let key = "k".repeat(1_000_000);
    let long = format!(
        r#"{{"type":"object","properties":{{"{key}":{{{}}}}}}}"#,
        many(&|at| format!("\"k{at}\":1"))
    );
    let error = StructuredOutputSchema::parse(FrozenJson::parse(long)?).unwrap_err();
    assert!(error.to_string().len() < 1_000_000);

    let deep = "{\"type\":\"array\",\"items\":".repeat(1000) + "1" + &"}".repeat(1000);
    let deep = FrozenJson::parse_with_depth(deep, 1024)?;
    let error = StructuredOutputSchema::parse(deep).unwrap_err();
    assert_eq!(error.violations().next().unwrap().place().segments().len(), 1000);
    Ok(())
}
