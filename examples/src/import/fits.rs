//! Whether a default or an example is a value of the type that was made of its schema.

use super::json::Json;
use super::model::{Body, Field, Holds, Length, Named, Place, Range, Type, Variant};
use super::pattern;

/// Types by number.
type Types<'t> = dyn Fn(usize) -> Option<&'t Named> + 't;

/// Whether the value is one of the place's.
pub(crate) fn fits(json: &Json, place: &Place, types: &Types<'_>) -> bool {
    (place.nullable && *json == Json::Null) || fits_type(json, &place.ty, types)
}

fn fits_type(json: &Json, ty: &Type, types: &Types<'_>) -> bool {
    match ty {
        Type::Any => true,
        Type::Null => *json == Json::Null,
        Type::Bool => matches!(json, Json::Bool(_)),
        Type::Int(name, range) => {
            json.as_int().is_some_and(|value| width(name).contains(&value)) && within(json, range)
        }
        Type::Float(range) => json.as_f64().is_some() && within(json, range),
        Type::Text { length, pattern, .. } => json.as_str().is_some_and(|text| {
            let program = pattern.as_ref().map(|source| pattern::compile(source));
            let matches = program.is_none_or(|program| program.is_ok_and(|it| it.finds(text)));
            matches && length.holds(text.chars().count())
        }),
        Type::Words(words) => json.as_str().is_some_and(|text| words.iter().any(|w| w == text)),
        Type::Ints(ints) => json.as_int().is_some_and(|value| ints.contains(&value)),
        Type::List { item, length, unique } => {
            let Json::Array(items) = json else { return false };
            let twice = |(at, item): (usize, &Json)| items.iter().take(at).any(|o| o.same(item));
            length.holds(items.len())
                && items.iter().all(|value| fits(value, item, types))
                && !(*unique && items.iter().enumerate().any(twice))
        }
        Type::Tuple(places) => {
            let Json::Array(items) = json else { return false };
            items.len() == places.len()
                && items.iter().zip(places).all(|(value, place)| fits(value, place, types))
        }
        Type::Map { keys, value, length } => {
            let key = |key: &str| {
                let text = Json::String(key.to_owned());
                keys.as_ref().is_none_or(|keys| fits_type(&text, keys, types))
            };
            fits_map(json, value, *length, types)
                && json.entries().iter().all(|(name, _)| key(name))
        }
        Type::Named { number, .. } => {
            types(*number).is_some_and(|named| fits_body(json, &named.body, types))
        }
    }
}

fn fits_map(json: &Json, value: &Place, length: Length, types: &Types<'_>) -> bool {
    let Json::Object(entries) = json else { return false };
    length.holds(entries.len()) && entries.iter().all(|(_, entry)| fits(entry, value, types))
}

fn fits_body(json: &Json, body: &Body, types: &Types<'_>) -> bool {
    match body {
        Body::Struct { fields, closed, extra } => fits_fields(
            json,
            fields,
            &|key| match extra {
                Some((_, place)) => {
                    let Type::Map { value, .. } = &place.ty else { return false };
                    json.get(key).is_some_and(|entry| fits(entry, value, types))
                }
                None => !closed,
            },
            types,
        ),
        Body::Words(variants) => {
            json.as_str().is_some_and(|text| variants.iter().any(|variant| variant.name == text))
        }
        Body::Tagged { tag, variants, closed } => {
            let name = json.get(tag).and_then(Json::as_str);
            let fits = |variant: &Variant| match &variant.holds {
                Holds::Fields(fields) => {
                    fits_fields(json, fields, &|key| key == tag || !closed, types)
                }
                _ => false,
            };
            variants.iter().any(|variant| Some(&*variant.name) == name && fits(variant))
        }
        Body::Untagged(variants) => variants.iter().any(|variant| match &variant.holds {
            Holds::One(place) => fits(json, place, types),
            _ => false,
        }),
        Body::Newtype(place) => fits(json, place, types),
    }
}

fn fits_fields(
    json: &Json,
    fields: &[Field],
    undeclared: &dyn Fn(&str) -> bool,
    types: &Types<'_>,
) -> bool {
    let Json::Object(entries) = json else { return false };
    let declared = fields.iter().all(|field| match json.get(&field.key) {
        Some(value) => fits(value, &field.place, types),
        None => !field.required,
    });
    declared
        && entries
            .iter()
            .all(|(key, _)| fields.iter().any(|field| field.key == *key) || undeclared(key))
}

/// The integers of a type of Rust.
pub(crate) fn width(name: &str) -> std::ops::RangeInclusive<i128> {
    match name {
        "u8" => 0..=u8::MAX.into(),
        "i8" => i8::MIN.into()..=i8::MAX.into(),
        "u16" => 0..=u16::MAX.into(),
        "i16" => i16::MIN.into()..=i16::MAX.into(),
        "u32" => 0..=u32::MAX.into(),
        "i32" => i32::MIN.into()..=i32::MAX.into(),
        "u64" => 0..=u64::MAX.into(),
        "i64" => i64::MIN.into()..=i64::MAX.into(),
        "u128" => 0..=i128::MAX,
        _ => i128::MIN..=i128::MAX,
    }
}

fn within(json: &Json, range: &Range) -> bool {
    let Some(value) = json.as_f64() else { return false };
    let bound = |bound: &Option<Json>| bound.as_ref().and_then(Json::as_f64);
    let step = |step: f64| {
        let quotient = value / step;
        (quotient - quotient.round()).abs() <= quotient.abs() * 8.0 * f64::EPSILON
    };
    bound(&range.min).is_none_or(|min| value >= min)
        && bound(&range.max).is_none_or(|max| value <= max)
        && bound(&range.exclusive_min).is_none_or(|min| value > min)
        && bound(&range.exclusive_max).is_none_or(|max| value < max)
        && bound(&range.multiple_of).is_none_or(step)
}
