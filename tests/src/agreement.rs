//! What we advertise is what we enforce: our verdict is that of an independent validator on our own
//! rendered schema, and what validates decodes.

mod near;

use self::near::near;
use crate::zoo::{Bounded, Closed, Containers, Empty, Menu, Mode, Odd, Outer, Page, Scalars};
use crate::zoo_enums::{
    self, Any, Beside, BesideStrict, Data, Either, Expr, Flat, Generic, Hiding, Inner, Mixed,
    Narrow, NarrowBeside, NarrowInner, Op, Places, Point, RichBeside, RichInner, RichOuter,
    RichUntagged, Single, Strict, Tree, Units,
};
use crate::zoo_fields as fields;
use dsh_tools::schema::{Code, Direction, RawSchema, Violations, effective, render, validate};
use dsh_tools::{FrozenJson, ToolValue};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use proptest::test_runner::{Config, TestRunner};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Cases a type: CI asks for more by `DSH_CASES`.
fn cases() -> u32 {
    std::env::var("DSH_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000) / 20
}

fn branches(schema: &Value) -> Option<&Vec<Value>> {
    schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array())
}

/// Whether a value has the key that a form is told by, or its constant.
fn names(form: &Value, value: &Value) -> bool {
    let Some(properties) = form["properties"].as_object() else { return false };
    let constants = || properties.iter().filter(|(_, property)| !property["const"].is_null());
    if constants().next().is_some() {
        return constants().all(|(key, property)| value.get(key) == property.get("const"));
    }
    properties.len() == 1 && properties.keys().all(|key| value.get(key).is_some())
}

/// The documented leniency: `null` counts as absent for a property that may be absent.
///
/// Such nulls are taken out before the other validator judges.
fn without_absent(value: &Value, schema: &Value, defs: &Value) -> Value {
    let schema = match schema["$ref"].as_str() {
        Some(reference) => &defs[reference.strip_prefix("#/$defs/").unwrap()],
        None => schema,
    };
    if let Some(branches) = branches(schema) {
        let kept = branches.iter().find_map(|branch| {
            let kept = without_absent(value, branch, defs);
            let mut alone = branch.clone();
            alone["$defs"] = if defs.is_null() { json!({}) } else { defs.clone() };
            jsonschema::is_valid(&alone, &kept).then_some(kept)
        });
        let meant = || branches.iter().find(|branch| names(branch, value));
        return kept.unwrap_or_else(|| match meant() {
            Some(branch) => without_absent(value, branch, defs),
            None => value.clone(),
        });
    }
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match (value, schema["properties"].as_object()) {
        (Value::Object(entries), Some(properties)) => {
            let kept = entries.iter().filter_map(|(key, value)| {
                let Some(property) = properties.get(key) else {
                    return Some((key.clone(), value.clone()));
                };
                if value.is_null() && !required.contains(&key.as_str()) {
                    return None;
                }
                Some((key.clone(), without_absent(value, property, defs)))
            });
            Value::Object(kept.collect())
        }
        (Value::Object(entries), None) if schema["additionalProperties"].is_object() => {
            let inner = &schema["additionalProperties"];
            let entries = entries
                .iter()
                .map(|(key, value)| (key.clone(), without_absent(value, inner, defs)));
            Value::Object(entries.collect())
        }
        (Value::Array(items), _) if schema["prefixItems"].is_array() => {
            let places = schema["prefixItems"].as_array().unwrap();
            let place = |(at, item)| match places.get(at) {
                Some(place) => without_absent(item, place, defs),
                None => Value::clone(item),
            };
            items.iter().enumerate().map(place).collect()
        }
        (Value::Array(items), _) if schema["items"].is_object() => {
            items.iter().map(|item| without_absent(item, &schema["items"], defs)).collect()
        }
        _ => value.clone(),
    }
}

/// Runs the comparison; a generator that made one kind of value only would have compared nothing.
fn agree<T: ToolValue + Debug + PartialEq>() {
    agree_and::<T>(Told::Alike, |_, _, _| Ok(()));
}

/// The same, and what we accept serde reads as an equal value and writes as we do: what it refuses, we refuse. But for
/// `null` in place of what may be absent: serde refuses that where a default stands for it.
fn agree_with_serde<T: ToolValue + Debug + PartialEq + DeserializeOwned + Serialize>(told: Told) {
    agree_and::<T>(told, as_serde);
}

fn as_serde<T: Debug + PartialEq + DeserializeOwned + Serialize>(
    value: &Value,
    decoded: &T,
    written: &FrozenJson,
) -> Result<(), TestCaseError> {
    // Free values are as they came; an integer of ours may be written with a point.
    let theirs = match serde_json::from_value::<T>(value.clone()) {
        Ok(theirs) if theirs == *decoded => Ok(theirs),
        _ => serde_json::from_value::<T>(whole_numbers(value)),
    };
    prop_assert!(
        matches!(&theirs, Ok(theirs) if theirs == decoded),
        "ours: {decoded:?}, serde's: {theirs:?}, of {value}"
    );
    prop_assert_eq!(serde_json::to_value(decoded).unwrap(), written.to_value());
    Ok(())
}

/// Where something was found, and what kind of thing.
fn found(found: Result<(), Violations>) -> Vec<(String, Code)> {
    let Err(found) = found else { return Vec::new() };
    let mut all: Vec<_> =
        found.iter().map(|violation| (violation.pointer(), violation.code())).collect();
    all.sort_by_key(|(pointer, code)| (pointer.clone(), code.as_str()));
    // A tuple has no elements beyond its places; its text says what these would be.
    let long: Vec<String> = all
        .iter()
        .filter(|(_, code)| *code == Code::Items)
        .map(|(pointer, _)| format!("{pointer}/"))
        .collect();
    all.retain(|(pointer, _)| !long.iter().any(|long| pointer.starts_with(long)));
    all
}

/// Whether it is of an element that a tuple has no place for: the text says what any element may be, the table that
/// there are too many.
fn is_past_the_end((pointer, _): &(String, Code), ours: &[(String, Code)]) -> bool {
    let is_tuple =
        |outer: &str| pointer.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
    ours.iter().any(|(outer, code)| *code == Code::Items && is_tuple(outer))
}

/// `5.0` as `5`: to us it is the same number, to serde it is no integer.
fn whole_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            #[allow(clippy::cast_possible_truncation, reason = "whole and small")]
            Some(double) if number.is_f64() && double.fract() == 0.0 && double.abs() < 1e15 => {
                json!(double as i64)
            }
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(whole_numbers).collect(),
        Value::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), whole_numbers(value)));
            Value::Object(entries.collect())
        }
        _ => value.clone(),
    }
}

/// Whether the type's table and that of its schema's text tell the same violations, and not the same verdict only.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    Alike,
    OnlyTheVerdict,
}

fn agree_and<T: ToolValue + Debug + PartialEq>(
    told: Told,
    more: impl Fn(&Value, &T, &FrozenJson) -> Result<(), TestCaseError>,
) {
    let text = render(T::NODE, Direction::Input).unwrap();
    let schema = text.to_value();
    let defs = schema["$defs"].clone();
    let oracle = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let raw = RawSchema::compile(text).unwrap();
    let (valid, invalid) = (Cell::new(0_u32), Cell::new(0_u32));
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    runner
        .run(&near(&schema, &defs, 2), |value| {
            let present = without_absent(&value, &schema, &defs);
            let theirs = oracle.is_valid(&present);
            let present = FrozenJson::from_value(present).unwrap();
            prop_assert!(theirs == raw.validate(&present).is_ok(), "raw: {}", &present);
            // Where two keys of one object tell the form, the text is of alternatives that no one key tells apart.
            let ours = validate(&present, T::NODE, Direction::Input);
            let read = raw.validate(&present);
            // Reports that are cut are cut at different places.
            let cut = |found: &Result<(), Violations>| {
                found.as_ref().is_err_and(|found| found.omitted() > 0)
            };
            if told == Told::Alike && !cut(&ours) && !cut(&read) {
                let ours = found(ours);
                let mut theirs = found(read);
                // Zero is out of the range of a type that has none; its text forbids it.
                for (pointer, code) in &mut theirs {
                    if *code == Code::Not && ours.contains(&(pointer.clone(), Code::Range)) {
                        *code = Code::Range;
                    }
                }
                theirs.sort_by_key(|(pointer, code)| (pointer.clone(), code.as_str()));
                theirs.retain(|found| ours.contains(found) || !is_past_the_end(found, &ours));
                prop_assert_eq!(
                    ours,
                    theirs,
                    "the type's table and that of its schema's text: {}",
                    &schema
                );
            }
            let as_value = FrozenJson::from_value(value.clone()).unwrap();
            let as_text = FrozenJson::parse(value.to_string()).unwrap();
            for document in [&as_text, &as_value] {
                let walked = validate(document, T::NODE, Direction::Input);
                let decoded = T::decode(document.root(), T::NODE);
                prop_assert_eq!(walked.is_ok(), theirs, "walk: {:?} schema: {}", walked, &schema);
                prop_assert_eq!(decoded.is_ok(), theirs, "decode: {:?}", decoded);
            }
            if let Ok(decoded) = T::decode(as_text.root(), T::NODE) {
                let mut out = dsh_tools::json::JsonWriter::new();
                decoded.encode(&mut out).unwrap();
                let written = out.finish().unwrap();
                let output = validate(&written, T::NODE, Direction::Output);
                prop_assert!(output.is_ok(), "output: {output:?} of {written}");
                more(&present.to_value(), &decoded, &written)?;
                let effective = effective(&as_text, T::NODE);
                let read = T::decode(effective.root(), T::NODE);
                prop_assert_eq!(
                    read.as_ref(),
                    Ok(&decoded),
                    "{} in effect: {}",
                    as_text,
                    &effective
                );
                let again = dsh_tools::schema::effective(&effective, T::NODE);
                prop_assert_eq!(again.to_string(), effective.to_string(), "in effect twice");
                let again = T::decode(written.root(), T::NODE);
                prop_assert_eq!(again, Ok(decoded), "written: {}", written);
            }
            let count = if theirs { &valid } else { &invalid };
            count.set(count.get() + 1);
            Ok(())
        })
        .unwrap();
    let (valid, invalid, least) = (valid.get(), invalid.get(), cases() / 50);
    assert!(valid >= least && invalid >= least, "{valid} valid, {invalid} invalid");
}

macro_rules! agreement {
    ($($name:ident: $type:ty;)*) => { $(
        #[test]
        fn $name() {
            agree::<$type>();
        }
    )* };
}

macro_rules! agreement_with_serde {
    ($told:ident: $($name:ident: $type:ty;)*) => { $(
        #[test]
        fn $name() {
            agree_with_serde::<$type>(Told::$told);
        }
    )* };
}

agreement_with_serde! { Alike:
    texts: fields::Texts;
    numbers_of_all_kinds: fields::Numbers;
    optionals: fields::Optionals;
    newtypes: fields::Newtypes;
    tuples: fields::Tuples;
    lists: fields::Lists;
    maps: fields::Maps;
    free_values: fields::Free;
    formats: fields::Formats;
    renamed_fields: fields::Renamed;
    skipped_fields: fields::Skipped;
    flattened_fields_of_a_closed_object: fields::FlattenedClosed;
    flattened_free_values: fields::FlattenedAny;
    recursive_newtypes_and_tuples: fields::Tree;
    tuples_by_themselves: (u8, fields::Point, Option<fields::Name>);
    maps_by_themselves: BTreeMap<fields::Side, Vec<fields::Perhaps>>;
}

agreement_with_serde! { OnlyTheVerdict:
    flattened_options: fields::FlattenedOption;
    mutual_recursion: fields::Ping;
}

agreement_with_serde! { Alike:
    defaults: fields::Defaults;
    defaults_of_the_whole: fields::WholeDefault;
    flattened_fields: fields::Flattened;
    flattened_maps: fields::FlattenedMap;
    flattened_parameters: fields::Page<fields::Paging>;
}

agreement_with_serde! { OnlyTheVerdict:
    flattened_parts_of_parts: fields::FlattenedTwice;
    flattened_parameters_with_options: fields::Page<fields::FlattenedOption>;
}

agreement_with_serde! { Alike:
    a_key_tells_the_variant: Op;
    closed_variants: Strict;
    content_at_a_key_of_its_own: Beside;
    closed_content_at_a_key_of_its_own: BesideStrict;
    the_only_key_tells_the_variant: Data;
    a_string_or_the_only_key: zoo_enums::Outer;
    objects_that_nothing_tells_apart: Either;
    values_that_nothing_tells_apart: Any;
    recursive_tagged_enums: Expr;
    recursive_enums: Tree;
    some_variants_untagged: Mixed;
    generic_enums: Generic<u8, Point>;
    generic_enums_of_enums: Generic<Op, Box<Generic<bool, Tree>>>;
    generic_content_beside_the_tag: Flat<Point>;
    nothing_beside_the_tag: Flat<()>;
    skipped_variants: Hiding;
    plain_variants_with_a_tag: Units;
    enums_in_all_places: Places;
    narrowed_content: Narrow;
    narrowed_content_at_a_key: NarrowBeside;
    narrowed_content_beside_the_tag: NarrowInner;
    rich_fields_behind_a_key: RichOuter;
    rich_fields_beside_the_tag: RichInner;
    rich_fields_at_a_key: RichBeside;
    rich_fields_that_nothing_tells: RichUntagged;
    nullable_enums: Vec<Option<zoo_enums::Outer>>;
}

agreement_with_serde! { OnlyTheVerdict:
    what_stands_beside_the_tag: Inner;
    enums_beside_the_tag: Flat<Either>;
    a_single_variant: Single;
}

agreement! {
    scalars_agree: Scalars;
    bounds_agree: Bounded;
    closed_objects_agree: Closed;
    containers_agree: Containers;
    odd_types_agree: Odd;
    recursive_types_agree: Menu;
    generics_agree: Page<Bounded>;
    nested_types_agree: Outer;
    enums_agree: Mode;
    nullable_elements_agree: Vec<Option<Mode>>;
    empty_objects_agree: Empty;
}
