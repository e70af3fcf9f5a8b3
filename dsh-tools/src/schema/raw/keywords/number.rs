//! Keywords of numbers.

use super::{Compiler, Said};
use crate::json::Cursor;
use crate::schema::rules::{Limit, Number};
use crate::schema::shape::{Kind, Wide};
use crate::schema::{Kinds, Shape};
use std::cmp::Ordering;

const KEYWORDS: &[&str] =
    &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"];

impl<'d> Compiler<'d> {
    /// What is said of numbers; where they are all there is, also nothing.
    #[inline]
    pub(super) fn number(&mut self, said: Said<'d>, kinds: Kinds, alone: bool) -> Option<Shape> {
        let is_number = kinds.meets(Kinds::NUMBER);
        if !(is_number && alone || said.any(KEYWORDS)) {
            return None;
        }
        let mut number = Number {
            integer: is_number && !kinds.has(Kinds::NUMBER),
            min: self.limit(said, "minimum"),
            max: self.limit(said, "maximum"),
            above: self.excluded(said, "exclusiveMinimum", "minimum"),
            below: self.excluded(said, "exclusiveMaximum", "maximum"),
            steps: self.step(said).into_iter().collect(),
        };
        if number.above.is_some() && self.is_flagged(said, "exclusiveMinimum") {
            number.min = None;
        }
        if number.below.is_some() && self.is_flagged(said, "exclusiveMaximum") {
            number.max = None;
        }
        if self.options.formats {
            width(said, &mut number);
        }
        let nothing = number.min.is_none()
            && number.max.is_none()
            && number.above.is_none()
            && number.below.is_none()
            && number.steps.is_empty();
        if nothing && !(is_number && alone) {
            return None;
        }
        Some(Shape::Wide(Wide(Kind::Number(Box::new(number)))))
    }

    #[inline]
    fn limit(&mut self, said: Said<'d>, keyword: &str) -> Option<Limit> {
        let value = said.get(keyword)?;
        if let Some(limit) = Limit::read(value) {
            return Some(limit);
        }
        self.defect(said.schema, Some(keyword), "must be a number");
        None
    }

    /// In draft 4 a flag beside the bound.
    #[inline]
    fn excluded(&mut self, said: Said<'d>, keyword: &str, bound: &str) -> Option<Limit> {
        let value = said.get(keyword)?;
        if self.draft == super::super::Draft::Draft4 {
            let Some(flag) = value.as_bool() else {
                self.defect(said.schema, Some(keyword), "must be true or false in draft 4");
                return None;
            };
            let limit = said.get(bound).and_then(Limit::read);
            if flag && limit.is_none() {
                let message = format!("is of `{bound}`, which has to stand beside it in draft 4");
                self.defect(said.schema, Some(keyword), message);
            }
            return limit.filter(|_| flag);
        }
        self.limit(said, keyword)
    }

    #[inline]
    fn is_flagged(&self, said: Said<'d>, keyword: &str) -> bool {
        self.draft == super::super::Draft::Draft4
            && said.get(keyword).and_then(Cursor::as_bool) == Some(true)
    }

    #[inline]
    fn step(&mut self, said: Said<'d>) -> Option<Limit> {
        let step = said.get("multipleOf")?;
        match step.number() {
            Some(number) if number.order(0.0) == Ordering::Greater => Limit::read(step),
            _ => {
                self.defect(said.schema, Some("multipleOf"), "must be a number greater than 0");
                None
            }
        }
    }
}

/// The formats of the registry of `OpenAPI` that are widths of integers; those of doubles say nothing that JSON can break.
#[inline]
fn width(said: Said<'_>, number: &mut Number) {
    let Some(format) = said.get("format").and_then(Cursor::as_str) else {
        return;
    };
    let (low, high) = match &*format {
        "int8" => (i128::from(i8::MIN), i128::from(i8::MAX)),
        "int16" => (i128::from(i16::MIN), i128::from(i16::MAX)),
        "int32" => (i128::from(i32::MIN), i128::from(i32::MAX)),
        "int64" => (i128::from(i64::MIN), i128::from(i64::MAX)),
        "uint8" => (0, i128::from(u8::MAX)),
        "uint16" => (0, i128::from(u16::MAX)),
        "uint32" => (0, i128::from(u32::MAX)),
        "uint64" | "uint" => (0, i128::from(u64::MAX)),
        _ => return,
    };
    number.integer = true;
    let (low, high) = (Limit::of(low), Limit::of(high));
    // Bounds that are said as well are told alone where they let less through.
    let says_less = |limit: &Option<Limit>, bound: &Limit, outer: Ordering| {
        limit.as_ref().is_none_or(|limit| limit.order_of(bound) == outer)
    };
    if says_less(&number.min, &low, Ordering::Less)
        && says_less(&number.above, &low, Ordering::Less)
    {
        number.min = Some(low);
    }
    if says_less(&number.max, &high, Ordering::Greater)
        && says_less(&number.below, &high, Ordering::Greater)
    {
        number.max = Some(high);
    }
}

/// Whether a format is one of numbers.
#[inline]
pub(super) fn is_numeric(format: &str) -> bool {
    matches!(
        format,
        "int8"
            | "int16"
            | "int32"
            | "int64"
            | "uint8"
            | "uint16"
            | "uint32"
            | "uint64"
            | "uint"
            | "float"
            | "double"
    )
}
