//! What the validator of another crate says, in our words.

use super::{counted, one_of};
use crate::schema::violations::Note;
use crate::schema::{Code, Kinds};
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;

/// The code of what it found.
pub(crate) fn code(kind: &ValidationErrorKind) -> Code {
    use ValidationErrorKind as Kind;
    match kind {
        Kind::Required { .. } => Code::Missing,
        Kind::Type { .. } => Code::Type,
        Kind::Enum { .. } => Code::Enum,
        Kind::Constant { .. } => Code::Const,
        Kind::Maximum { .. }
        | Kind::Minimum { .. }
        | Kind::ExclusiveMaximum { .. }
        | Kind::ExclusiveMinimum { .. }
        | Kind::MultipleOf { .. } => Code::Range,
        Kind::MaxLength { .. } | Kind::MinLength { .. } => Code::Length,
        // Of our own there are searches only.
        Kind::Custom { .. }
        | Kind::Pattern { .. }
        | Kind::BacktrackLimitExceeded { .. }
        | Kind::RegexEngineFailure { .. } => Code::Pattern,
        Kind::Format { .. } => Code::Format,
        Kind::MaxItems { .. }
        | Kind::MinItems { .. }
        | Kind::MaxProperties { .. }
        | Kind::MinProperties { .. }
        | Kind::AdditionalItems { .. }
        | Kind::UnevaluatedItems { .. } => Code::Items,
        Kind::UniqueItems => Code::Unique,
        Kind::Contains => Code::Contains,
        Kind::AnyOf { .. } | Kind::OneOfMultipleValid { .. } | Kind::OneOfNotValid { .. } => {
            Code::OneOf
        }
        Kind::FalseSchema => Code::Never,
        Kind::PropertyNames { .. } => Code::Key,
        _ => Code::Not,
    }
}

/// What is to be said of it.
pub(crate) fn note(error: Option<&ValidationError<'_>>) -> Note {
    let kind = error.map(ValidationError::kind);
    let key = match kind {
        Some(ValidationErrorKind::Required { property: Value::String(name) }) => {
            Some(name.as_str().into())
        }
        _ => None,
    };
    Note { key, expected: kind.map_or_else(generic, expected).into() }
}

fn generic() -> String {
    String::from("a value that keeps to its schema")
}

fn expected(kind: &ValidationErrorKind) -> String {
    use ValidationErrorKind as Kind;
    let most = |max: &u64| u32::try_from(*max).unwrap_or(u32::MAX);
    match kind {
        Kind::Required { .. } => String::from("any JSON value"),
        Kind::Type { kind } => types(kind),
        Kind::Enum { options } => match &**options {
            Value::Array(values) => {
                one_of(&values.iter().map(Value::to_string).collect::<Vec<_>>())
            }
            _ => generic(),
        },
        Kind::Constant { expected_value } => expected_value.to_string(),
        Kind::Maximum { limit } => format!("a number of at most {limit}"),
        Kind::Minimum { limit } => format!("a number of at least {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("a number less than {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("a number greater than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MaxLength { limit } => format!("a string{}", counted(0, most(limit), "character")),
        Kind::MinLength { limit } => {
            format!("a string{}", counted(most(limit), u32::MAX, "character"))
        }
        Kind::Custom { message, .. } => message.clone(),
        Kind::Pattern { pattern } => format!("a string that matches `{pattern}`"),
        Kind::Format { format } => format!("a string of the format `{format}`"),
        Kind::MaxItems { limit } => format!("an array{}", counted(0, most(limit), "item")),
        Kind::MinItems { limit } => format!("an array{}", counted(most(limit), u32::MAX, "item")),
        Kind::MaxProperties { limit } => format!("an object{}", counted(0, most(limit), "entry")),
        Kind::MinProperties { limit } => {
            format!("an object{}", counted(most(limit), u32::MAX, "entry"))
        }
        Kind::AdditionalItems { .. } | Kind::UnevaluatedItems { .. } => {
            String::from("an array whose items all keep to what its schema says of items")
        }
        Kind::UniqueItems => String::from("an array, no two equal"),
        Kind::Contains => String::from("an array that contains what its schema asks for"),
        _ => generic(),
    }
}

fn types(kind: &TypeKind) -> String {
    let names: Vec<String> = match kind {
        TypeKind::Single(kind) => vec![kind.to_string()],
        TypeKind::Multiple(kinds) => kinds.iter().map(|kind| kind.to_string()).collect(),
    };
    let words: Vec<&str> =
        names.iter().filter_map(|name| Kinds::named(name)).flat_map(Kinds::words).collect();
    super::forms::either(&words)
}
