//! Schemas that arrive at run time.

use dsh_tools::FrozenJson;
use dsh_tools::schema::RawSchema;

fn check(schema: &str, value: &str) -> Result<(), String> {
    let schema = RawSchema::compile(FrozenJson::parse(schema).unwrap()).unwrap();
    schema.validate(&FrozenJson::parse(value).unwrap()).map_err(|found| found.to_string())
}

fn said(schema: &str, value: &str) -> String {
    check(schema, value).unwrap_err()
}

#[test]
fn a_union_without_a_tag_names_what_keeps_the_value_from_its_nearest_form() {
    let schema = r#"{"type":"object","properties":{"to":{"anyOf":[
        {"type":"integer"},
        {"type":"object","properties":{"name":{"type":"string"},"host":{"type":"string","minLength":1}},"required":["name","host"]}
    ]}},"required":["to"]}"#;
    assert!(check(schema, r#"{"to": 1}"#).is_ok());
    // The one form of that kind was meant.
    assert_eq!(
        said(schema, r#"{"to": {"name": 1, "host": ""}}"#),
        "`to.name`: expected a string, got the number 1\n`to.host`: expected a string of at least 1 character, got 0 characters"
    );
    assert_eq!(said(schema, r#"{"to": true}"#), "`to`: expected an integer or an object, got true");
}

#[test]
fn of_several_forms_of_one_kind_the_nearest_is_told() {
    let schema = r#"{"anyOf":[
        {"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]},
        {"type":"object","properties":{"name":{"type":"string"},"host":{"type":"string"}},"required":["name","host"]}
    ]}"#;
    assert_eq!(
        said(schema, r#"{"name": 1, "host": "h"}"#),
        "`value`: expected an object, got an object of 2 entries; of the nearest form `id`: is missing, expected an integer"
    );
    let either = r#"{"oneOf":[{"type":"string","maxLength":5},{"type":"string","minLength":3}]}"#;
    assert!(said(either, r#""abcd""#).contains("fits 2 of 2 forms"));
    let nullable =
        r#"{"anyOf":[{"type":"object","properties":{"n":{"type":"integer"}}},{"type":"null"}]}"#;
    assert!(check(nullable, "null").is_ok());
    assert_eq!(said(nullable, r#"{"n":""}"#), "`n`: expected an integer, got the string \"\"");
    assert_eq!(said(nullable, "1"), "`value`: expected an object or null, got the number 1");
}

#[test]
fn a_union_with_a_tag_speaks_of_the_form_that_the_tag_tells() {
    let schema = r#"{"oneOf":[
        {"type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
        {"type":"object","properties":{"kind":{"enum":["box","cube"]},"w":{"type":"number"}},"required":["kind","w"]}
    ]}"#;
    assert!(check(schema, r#"{"kind": "cube", "w": 1}"#).is_ok());
    assert_eq!(said(schema, r#"{"kind": "box"}"#), "`w`: is missing, expected a number");
    assert_eq!(
        said(schema, r#"{"kind": "bx", "w": 2}"#),
        "`kind`: expected one of \"circle\", \"box\", \"cube\", got the string \"bx\"; did you mean \"box\"?"
    );
    assert_eq!(
        said(schema, r#"{"w": 2}"#),
        "`kind`: is missing, expected one of \"circle\", \"box\", \"cube\""
    );
}

#[test]
fn a_string_among_forms_that_a_key_tells_is_held_to_all_that_is_said_of_it() {
    let object = r#"{"type":"object","properties":{"c":{"type":"integer"}},"required":["c"],"additionalProperties":false}"#;
    for more in [r#""not":{"const":"a"}"#, r#""pattern":"b""#, r#""const":"b""#] {
        let schema =
            format!(r#"{{"oneOf":[{{"type":"string","enum":["a","b"],{more}}},{object}]}}"#);
        assert!(check(&schema, r#""a""#).is_err(), "{more}");
        assert_eq!(check(&schema, r#""b""#), Ok(()), "{more}");
        assert_eq!(check(&schema, r#"{"c":1}"#), Ok(()), "{more}");
        assert!(check(&schema, r#"{"c":"1"}"#).is_err(), "{more}");
    }
}

#[test]
fn references_that_come_back_go_into_values_or_are_refused() {
    let tree = r##"{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["v"]}}}"##;
    assert!(check(tree, r#"{"v":1,"kids":[{"v":2,"kids":[]}]}"#).is_ok());
    assert_eq!(
        said(tree, r#"{"v":1,"kids":[{"kids":[{}]}]}"#),
        "`kids[0].v`: is missing, expected an integer\n`kids[0].kids[0].v`: is missing, expected an integer"
    );
    let endless = RawSchema::compile(
        serde_json::json!({"$ref": "#/$defs/A", "$defs": {"A": {"allOf": [{"$ref": "#"}]}}}),
    );
    assert!(endless.unwrap_err().to_string().contains("refers to itself"));
}

#[test]
fn widths_hold_beside_looser_bounds_and_are_of_integers() {
    let schema =
        r#"{"type":"integer","format":"int32","exclusiveMaximum":1e12,"exclusiveMinimum":-1e12}"#;
    for outside in ["5000000000", "-2147483649", "2147483648"] {
        assert!(check(schema, outside).is_err(), "{outside}");
    }
    for inside in ["2147483647", "-2147483648"] {
        assert_eq!(check(schema, inside), Ok(()), "{inside}");
    }
    let narrow = r#"{"type":"integer","format":"uint8","exclusiveMinimum":4,"exclusiveMaximum":9}"#;
    assert!(check(narrow, "4").is_err() && check(narrow, "9").is_err());
    assert!(check(r#"{"type":"number","format":"int64"}"#, "1.5").is_err());
    let flag = r#"{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":true}"#;
    assert!(refused(flag).contains("`minimum`"));
}

fn refused(schema: &str) -> String {
    RawSchema::compile(FrozenJson::parse(schema).unwrap()).unwrap_err().to_string()
}

/// Each schema, with a value that it takes and one that it does not.
#[test]
fn names_mean_what_they_mean_from_where_they_are_said() {
    let rows = [
        // An anchor belongs to the schema that names itself.
        (
            r##"{"$ref":"#a","$defs":{"A":{"$id":"https://x.org/y","$anchor":"a","type":"string"},"B":{"$anchor":"a","type":"integer"}}}"##,
            "1",
            r#""s""#,
        ),
        (
            r#"{"$ref":"https://x.org/y#a","$defs":{"A":{"$id":"https://x.org/y","$anchor":"a","type":"string"},"B":{"$anchor":"a","type":"integer"}}}"#,
            r#""s""#,
            "1",
        ),
        // Bundled schemas of one folder.
        (
            r#"{"$id":"https://x.org/b/root","$ref":"one","$defs":{"1":{"$id":"one","items":{"$ref":"two"}},"2":{"$id":"two","type":"integer"}}}"#,
            "[1]",
            r#"["s"]"#,
        ),
        (
            r#"{"$id":"https://x.org/b/root","$ref":"https://x.org/b/one","$defs":{"1":{"$id":"https://x.org/b/one","items":{"$ref":"two"}},"2":{"$id":"two","type":"integer"}}}"#,
            "[1]",
            r#"["s"]"#,
        ),
        // No schemas: values, and properties of such names.
        (
            r##"{"enum":[{"$id":"https://x.org/y","$ref":"#","$schema":"x"}],"properties":{"enum":{"type":"string"}}}"##,
            r##"{"$id":"https://x.org/y","$ref":"#","$schema":"x"}"##,
            "1",
        ),
    ];
    for (schema, takes, refuses) in rows {
        assert_eq!(check(schema, takes), Ok(()), "{schema}");
        assert!(check(schema, refuses).is_err(), "{schema}");
    }
}

#[test]
fn references_and_editions_that_start_anew_are_refused() {
    let rows = [
        (r##"{"properties":{"a":{"$id":"https://x.org/a","items":{"$ref":"#"}}}}"##, "$id"),
        (
            r##"{"$id":"https://x.org/root","$ref":"#/$defs/A","$defs":{"A":{"$id":"https://x.org/b/","$ref":"y"},"B":{"$id":"y","type":"string"}}}"##,
            "$id",
        ),
        // Nothing leads to what starts anew but to what stands in it.
        (
            r##"{"$ref":"#/$defs/A/$defs/B","$defs":{"z":{"type":"string"},"A":{"$id":"https://x.org/b/","$defs":{"z":{"type":"integer"},"B":{"$ref":"#/$defs/z"}}}}}"##,
            "$id",
        ),
        // Two schemas of one text, at places that start from elsewhere.
        (
            r##"{"items":{"$ref":"#/$defs/z"},"$defs":{"z":{"type":"string"},"A":{"$id":"https://x.org/b/","$defs":{"z":{"type":"integer"}},"items":{"$ref":"#/$defs/z"}}}}"##,
            "$id",
        ),
        // A property that is called as a keyword of values.
        (r##"{"properties":{"default":{"$id":"https://x.org/a","items":{"$ref":"#"}}}}"##, "$id"),
        (
            r##"{"$schema":"http://json-schema.org/draft-04/schema#","definitions":{"z":{"type":"integer"}},"properties":{"a":{"id":"https://x.org/o","definitions":{"z":{"type":"string"}},"properties":{"b":{"$ref":"#/definitions/z"}}}}}"##,
            "id",
        ),
        (
            r#"{"$defs":{"A":{"$id":"https://x.org/a","$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{"type":"string"}]}}}"#,
            "$schema",
        ),
    ];
    for (schema, keyword) in rows {
        let error = refused(schema);
        assert!(error.contains(&format!("`{keyword}`")), "{schema}: {error}");
    }
    // The host says the edition.
    let schema =
        serde_json::json!({"items": {"$schema": "http://json-schema.org/draft-06/schema#"}});
    let options = RawSchema::options().draft(dsh_tools::schema::Draft::Draft7);
    assert!(options.compile(schema).is_ok());
}

#[test]
fn keywords_beside_each_other() {
    assert!(said(r#"{"not":{"type":"string"}}"#, r#""a""#).contains("anything but a string"));
    let when = r#"{"type":"object","properties":{"m":{"type":"string"}},"if":{"properties":{"m":{"const":"a"}},"required":["m"]},"then":{"required":["x"]},"else":{"required":["y"]}}"#;
    assert_eq!(said(when, r#"{"m":"a"}"#), "`x`: is missing, expected any JSON value");
    assert_eq!(said(when, r#"{"m":"b"}"#), "`y`: is missing, expected any JSON value");
    let names = r#"{"type":"object","propertyNames":{"pattern":"^[a-z]+$"},"patternProperties":{"^n":{"type":"number"}},"additionalProperties":{"type":"string"},"dependentRequired":{"a":["b"]}}"#;
    assert!(check(names, r#"{"na":1,"b":"x","a":"y"}"#).is_ok());
    assert_eq!(
        said(names, r#"{"nA":"x","c":1,"a":"y"}"#),
        "`b`: is missing, expected a string\n`nA`: is not a legal key, expected a string that matches `^[a-z]+$`\n`nA`: expected a number, got the string \"x\"\n`c`: expected a string, got the number 1"
    );
}

#[test]
fn recursion_through_every_combinator_ends_at_a_depth_and_not_at_the_end_of_the_stack() {
    let forms = [
        r##"{"anyOf":[{"type":"integer"},{"type":"object","required":["n"],"properties":{"n":{"$ref":"#"}},"minProperties":1}]}"##,
        r##"{"type":"object","properties":{"n":{"allOf":[{"$ref":"#"},{"not":{"type":"string"}}]}}}"##,
        r##"{"if":{"type":"object"},"then":{"patternProperties":{"n":{"$ref":"#"}}},"else":{"type":"integer"}}"##,
        r##"{"type":"object","properties":{"n":{"oneOf":[{"$ref":"#"},{"type":"integer"}]}},"required":["n"]}"##,
        r##"{"type":"object","not":{"required":["n"],"properties":{"n":{"$ref":"#/$defs/a"}}},"$defs":{"a":{"not":{"properties":{"n":{"$ref":"#/$defs/a"}}}}}}"##,
    ];
    for schema in forms {
        let schema = RawSchema::compile(FrozenJson::parse(schema).unwrap()).unwrap();
        for depth in [100, 500] {
            let text = format!("{}1{}", r#"{"n":"#.repeat(depth), "}".repeat(depth));
            let document = FrozenJson::parse_with_depth(text, 600).unwrap();
            // Either answer will do, as long as there is one.
            if let Err(found) = schema.validate(&document) {
                assert!(!found.to_string().is_empty());
            }
        }
    }
}

#[test]
fn one_value_is_not_held_to_schemas_without_end() {
    let twice = r##"{"$ref":"#/$defs/d","$defs":{"d":{"allOf":[{"properties":{"a":{"$ref":"#/$defs/d"}}},{"properties":{"a":{"$ref":"#/$defs/d"},"b":true}}]}}}"##;
    let patterns = r##"{"properties":{"a":{"$ref":"#"}},"patternProperties":{"^a":{"$ref":"#"}}}"##;
    let mut tower = serde_json::json!({"$ref": "#/$defs/d0", "$defs": {"d24": {"type": "object"}}});
    for level in 0..24 {
        let next = format!("#/$defs/d{}", level + 1);
        tower["$defs"][format!("d{level}")] =
            serde_json::json!({"allOf": [{"$ref": next}, {"$ref": next, "title": "t"}]});
    }
    let document =
        FrozenJson::parse(format!("{}{}", r#"{"a":"#.repeat(100) + "{}", "}".repeat(100))).unwrap();
    for schema in [twice, patterns, &tower.to_string()] {
        let schema = RawSchema::compile(FrozenJson::parse(schema).unwrap()).unwrap();
        let found = schema.validate(&document).unwrap_err();
        assert_eq!(found.iter().last().unwrap().code().as_str(), "limit", "{found}");
    }
    // A large document may take as many steps as it has values.
    let many = RawSchema::compile(
        serde_json::json!({"items": {"anyOf": [{"type": "string"}, {"type": "number"}]}}),
    )
    .unwrap();
    let document = FrozenJson::parse(format!("[1{}]", ",1".repeat(1 << 20))).unwrap();
    assert!(many.validate(&document).is_ok());
}
