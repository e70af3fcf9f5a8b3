//! Numbers: the type whose own bounds the schema says, and the bounds beside it.

use super::Lower;
use crate::import::facts::Facts;
use crate::import::finding::Finding;
use crate::import::fits::width;
use crate::import::json::Json;
use crate::import::kinds::Kinds;
use crate::import::model::{Place, Range, Type};

/// Types that are chosen where the schema says exactly their own bounds.
const NARROW: &[&str] = &["u8", "i8", "u16", "i16"];

/// Formats of numbers: widths, which the types of Rust say.
const WIDTHS: &[&str] =
    &["int32", "int64", "float", "double", "uint8", "uint16", "uint32", "uint64", "int8", "int16"];

impl<'a> Lower<'a, '_> {
    pub(super) fn number(&mut self, facts: Facts<'a>) -> Place {
        let whole = facts.kinds == Kinds::INT;
        for (at, name) in &facts.formats {
            if !WIDTHS.contains(name) {
                let why = format!("`{name}` is no format of numbers");
                self.tell(Finding::note("format", at, why));
            }
        }
        let meta = facts.meta.clone();
        if let Some(values) = &facts.values {
            let numbers = || values.iter().filter(|value| Kinds::of(value).meets(facts.kinds));
            let ints: Vec<i128> = numbers().filter_map(|value| value.as_int()).collect();
            if ints.len() == numbers().count() {
                let fits = |value: &i128| holds(&facts.range, *value);
                let ints: Vec<i128> = ints.into_iter().filter(fits).collect();
                if ints.is_empty() {
                    return self.never(facts);
                }
                return Place { meta, ..Place::plain(Type::Ints(ints)) };
            }
            self.lost("enum", &facts.values_at.clone(), "`enum(..)` lists strings and integers");
        }
        let range = self.finite(&facts);
        let ty = if whole { self.integer(range, &facts.at) } else { Type::Float(range) };
        if is_empty(&ty) {
            self.lost(
                "minimum",
                &facts.at,
                "no number lies between the bounds: every number is accepted",
            );
            let ty = if whole {
                Type::Int("i64", Range::default())
            } else {
                Type::Float(Range::default())
            };
            return Place { meta, ..Place::plain(ty) };
        }
        Place { meta, ..Place::plain(ty) }
    }

    /// The bounds that a double holds.
    fn finite(&mut self, facts: &Facts<'a>) -> Range {
        let mut range = facts.range.clone();
        let bounds = [
            ("minimum", &mut range.min),
            ("maximum", &mut range.max),
            ("exclusiveMinimum", &mut range.exclusive_min),
            ("exclusiveMaximum", &mut range.exclusive_max),
        ];
        let lost: Vec<&str> = bounds
            .into_iter()
            .filter_map(|(key, bound)| bound.take_if(|bound| bound.as_f64().is_none()).map(|_| key))
            .collect();
        let step = range.multiple_of.take_if(|step| step.as_f64().is_none_or(|step| step <= 0.0));
        for key in lost.into_iter().chain(step.map(|_| "multipleOf")) {
            self.lost(key, &facts.at, "its value is none that can be written");
        }
        range
    }

    /// The narrowest type whose own bounds the schema says, or one that has none.
    fn integer(&mut self, range: Range, at: &str) -> Type {
        let Range { min, max, exclusive_min, exclusive_max, multiple_of } = range;
        // A bound between two integers is the next integer.
        let up = |bound: Option<Json>| bound.and_then(|bound| whole(&bound, f64::ceil));
        let down = |bound: Option<Json>| bound.and_then(|bound| whole(&bound, f64::floor));
        let (min, max) = (up(min), down(max));
        let (above, below) = (down(exclusive_min), up(exclusive_max));
        let step = multiple_of.as_ref().and_then(Json::as_int).filter(|step| *step > 0);
        if let (Some(step), None) = (&multiple_of, step) {
            let all = step.as_f64().is_some_and(|step| (1.0 / step).fract() == 0.0);
            if !all {
                self.lost("multipleOf", at, "an integer is a multiple of integers only");
            }
        }
        let ty = match (min, max) {
            (Some(low), Some(high)) => {
                let fits = |least: i128, most: i128| low >= least && high <= most;
                if let Some(ty) = NARROW.iter().find(|ty| width(ty) == (low..=high)) {
                    ty
                } else if fits(0, u32::MAX.into()) {
                    "u32"
                } else if fits(i32::MIN.into(), i32::MAX.into()) {
                    "i32"
                } else if fits(0, u64::MAX.into()) {
                    "u64"
                } else if fits(i64::MIN.into(), i64::MAX.into()) {
                    "i64"
                } else {
                    "i128"
                }
            }
            (Some(low), None) if low >= 0 => {
                if low <= u64::MAX.into() {
                    "u64"
                } else {
                    "u128"
                }
            }
            _ => {
                let wide = |bound: Option<i128>| bound.is_some_and(|b| i64::try_from(b).is_err());
                if [min, max, above, below].into_iter().any(wide) { "i128" } else { "i64" }
            }
        };
        let number = |value: i128| Json::Number(value.to_string());
        // What the type says of itself needs no attribute.
        let own: (i128, i128) = match ty {
            "u64" | "u128" => (0, i128::MAX),
            "i64" | "i128" => (i128::MIN, i128::MAX),
            narrow => width(narrow).into_inner(),
        };
        Type::Int(
            ty,
            Range {
                min: min.filter(|min| *min != own.0).map(number),
                max: max.filter(|max| *max != own.1).map(number),
                exclusive_min: above.map(number),
                exclusive_max: below.map(number),
                multiple_of: step.filter(|step| *step != 1).map(number),
            },
        )
    }
}

/// Whether no number is within its bounds.
fn is_empty(ty: &Type) -> bool {
    let (Type::Int(_, range) | Type::Float(range)) = ty else { return false };
    let bound = |bound: &Option<Json>| bound.as_ref().and_then(Json::as_f64);
    let whole = matches!(ty, Type::Int(..));
    let lower = [
        bound(&range.min).map(|min| (min, false)),
        bound(&range.exclusive_min).map(|min| (min, true)),
    ];
    let upper = [
        bound(&range.max).map(|max| (max, false)),
        bound(&range.exclusive_max).map(|max| (max, true)),
    ];
    lower.into_iter().flatten().any(|(low, above)| {
        upper.into_iter().flatten().any(|(high, below)| match (above, below) {
            (false, false) => low > high,
            // Between two neighbours lies no integer.
            (true, true) if whole => low + 1.0 >= high,
            _ => low >= high,
        })
    })
}

/// The integer that a bound amounts to.
#[allow(clippy::cast_possible_truncation, reason = "`as` saturates, which is right for a bound")]
fn whole(bound: &Json, round: impl Fn(f64) -> f64) -> Option<i128> {
    bound.as_int().or_else(|| bound.as_f64().map(|bound| round(bound) as i128))
}

/// Whether an integer is within bounds.
#[allow(clippy::cast_precision_loss, reason = "bounds are compared as doubles")]
fn holds(range: &Range, value: i128) -> bool {
    let value = value as f64;
    let bound = |bound: &Option<Json>| bound.as_ref().and_then(Json::as_f64);
    bound(&range.min).is_none_or(|min| value >= min)
        && bound(&range.max).is_none_or(|max| value <= max)
        && bound(&range.exclusive_min).is_none_or(|min| value > min)
        && bound(&range.exclusive_max).is_none_or(|max| value < max)
        && bound(&range.multiple_of).is_none_or(|step| (value / step).fract() == 0.0)
}
