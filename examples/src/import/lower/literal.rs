//! Values that attributes say as literals of Rust.

use crate::import::json::Json;
use crate::import::model::{Body, Named, Type};

/// An integer is written without a fraction: `5.0` is no literal of its type.
pub(super) fn spelled<'t>(
    json: &Json,
    ty: &Type,
    types: &dyn Fn(usize) -> Option<&'t Named>,
) -> Json {
    match (ty, json) {
        (Type::Int(..) | Type::Ints(_), _) => {
            json.as_int().map_or_else(|| json.clone(), |int| Json::Number(int.to_string()))
        }
        (Type::List { item, .. }, Json::Array(items)) => {
            Json::Array(items.iter().map(|json| spelled(json, &item.ty, types)).collect())
        }
        (Type::Tuple(places), Json::Array(items)) => {
            let both = items.iter().zip(places);
            Json::Array(both.map(|(json, place)| spelled(json, &place.ty, types)).collect())
        }
        (Type::Named { number, .. }, _) => match types(*number).map(|named| &named.body) {
            Some(Body::Newtype(place)) => spelled(json, &place.ty, types),
            _ => json.clone(),
        },
        _ => json.clone(),
    }
}

/// Whether the compiler knows which literals are values of the type: of unions it does not.
pub(super) fn takes_literals<'t>(
    ty: &Type,
    types: &dyn Fn(usize) -> Option<&'t Named>,
    depth: usize,
) -> bool {
    let inner = |ty: &Type| takes_literals(ty, types, depth + 1);
    match ty {
        Type::List { item, .. } => inner(&item.ty),
        Type::Tuple(places) => places.iter().all(|place| inner(&place.ty)),
        Type::Named { number, .. } => match types(*number).map(|named| &named.body) {
            Some(Body::Newtype(place)) => depth < 8 && inner(&place.ty),
            Some(Body::Untagged(_) | Body::Tagged { .. }) => false,
            _ => true,
        },
        _ => true,
    }
}

/// Whether attributes can say it as a literal of Rust.
#[must_use]
pub(super) fn is_literal(json: &Json) -> bool {
    match json {
        Json::Null | Json::Object(_) => false,
        Json::Array(items) => items.iter().all(is_literal),
        _ => true,
    }
}
