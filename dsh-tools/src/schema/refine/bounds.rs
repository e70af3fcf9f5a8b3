//! Narrower bounds: of numbers, and of how much there is of something.

use super::super::rules::Limit;
use super::super::{Draft, Node, Shape};
use super::edit::{Bounds, Lengths};
use super::place::Place;
use crate::json::{Cursor, FrozenJson, Integer};
use std::cmp::Ordering;

/// One end of what is legal, towards `sign`: 1 for the lower end, -1 for the upper one.
struct End {
    sign: Ordering,
    plain: &'static str,
    excluded: &'static str,
    words: &'static str,
}

const LOWER: End = End {
    sign: Ordering::Greater,
    plain: "minimum",
    excluded: "exclusiveMinimum",
    words: "the lower bound",
};
const UPPER: End = End {
    sign: Ordering::Less,
    plain: "maximum",
    excluded: "exclusiveMaximum",
    words: "the upper bound",
};

/// A bound, and whether it is excluded.
type Bound = (Limit, bool);

impl End {
    /// Whether `bound` lets through nothing that `other` does not.
    #[inline]
    fn is_within(&self, bound: &Bound, other: &Bound) -> bool {
        match bound.0.order_of(&other.0) {
            Ordering::Equal => bound.1 || !other.1,
            order => order == self.sign,
        }
    }

    /// The bounds that are there.
    #[inline]
    fn present(&self, place: &Place<'_>, draft: Draft) -> Vec<Bound> {
        let number = |keyword| Limit::read(place.word(keyword)?);
        if draft == Draft::Draft4 {
            let flag = place.word(self.excluded).and_then(Cursor::as_bool).unwrap_or(false);
            return number(self.plain).map(|limit| (limit, flag)).into_iter().collect();
        }
        let plain = number(self.plain).map(|limit| (limit, false));
        plain.into_iter().chain(number(self.excluded).map(|limit| (limit, true))).collect()
    }

    #[inline]
    fn set(&self, place: &mut Place<'_>, draft: Draft, bound: &Bound) -> Result<(), String> {
        let number = FrozenJson::parse(bound.0.text()).map_err(|error| error.to_string())?;
        match (draft, bound.1) {
            (Draft::Draft4, true) => {
                place.set(self.plain, number);
                place.set(self.excluded, FrozenJson::boolean(true));
            }
            (_, false) => {
                place.set(self.plain, number);
                place.remove(self.excluded);
            }
            (_, true) => {
                place.set(self.excluded, number);
                place.remove(self.plain);
            }
        }
        Ok(())
    }

    /// The bound that a type has, whether its text tells or not.
    #[inline]
    fn of_type(&self, node: &Node) -> Option<Limit> {
        let is_lower = self.sign == Ordering::Greater;
        match &node.shape {
            Shape::Int(int) | Shape::Integers(_, int) if is_lower => Some(Limit::of(int.lo)),
            Shape::Int(int) | Shape::Integers(_, int) => (!int.past).then(|| Limit::of(int.hi)),
            _ => None,
        }
    }
}

/// Bounds of a number.
#[inline]
pub(super) fn range(
    place: &mut Place<'_>,
    draft: Draft,
    own: Option<&Node>,
    bounds: &Bounds,
) -> Result<(), String> {
    if !place.is_only(&["integer", "number"]) {
        return Err("is not declared a number, and has no bounds".to_owned());
    }
    for (end, bound) in [(&LOWER, &bounds.low), (&UPPER, &bounds.high)] {
        let Some((number, excluded)) = bound else {
            continue;
        };
        let Some(limit) = Limit::read(number.root()) else {
            return Err(format!("{} has to be a number, not {number}", end.words));
        };
        let bound = (limit, *excluded);
        let of_type = own.and_then(|own| end.of_type(own)).map(|limit| (limit, false));
        let present = end.present(place, draft).into_iter().chain(of_type);
        for (limit, excluded) in present {
            let text = limit.text().to_owned();
            if !end.is_within(&bound, &(limit, excluded)) {
                let but = if excluded { ", excluded," } else { "" };
                return Err(format!(
                    "{} {} is wider than {text}{but} as it is: only narrower ones are possible",
                    end.words,
                    bound.0.text()
                ));
            }
        }
        end.set(place, draft, &bound)?;
    }
    let (low, high) = (LOWER.present(place, draft), UPPER.present(place, draft));
    for (low, high) in low.iter().flat_map(|low| high.iter().map(move |high| (low, high))) {
        let order = low.0.order_of(&high.0);
        if order == Ordering::Greater || order == Ordering::Equal && (low.1 || high.1) {
            return Err(format!("nothing is left between {} and {}", low.0.text(), high.0.text()));
        }
    }
    Ok(())
}

/// How much there may be: characters, elements, entries.
#[inline]
pub(super) fn length(place: &mut Place<'_>, lengths: Lengths) -> Result<(), String> {
    let keywords = [
        ("string", ["minLength", "maxLength"]),
        ("array", ["minItems", "maxItems"]),
        ("object", ["minProperties", "maxProperties"]),
    ];
    let Some((_, [min, max])) = keywords.into_iter().find(|(kind, _)| place.is_only(&[kind]))
    else {
        return Err("is not declared a string, an array or an object, and has no length".to_owned());
    };
    let present = |keyword| count(place.word(keyword)?);
    let (least, most) = (present(min).unwrap_or(0), present(max).unwrap_or(u64::MAX));
    let low = lengths.min.map_or(least, u64::from);
    let high = lengths.max.map_or(most, u64::from);
    if low < least {
        return Err(format!(
            "a length of {low} is below {least} as it is: only narrower bounds are possible"
        ));
    }
    if high > most {
        return Err(format!(
            "a length of {high} is above {most} as it is: only narrower bounds are possible"
        ));
    }
    if low > high {
        return Err(format!("nothing is left between a length of {low} and one of {high}"));
    }
    for (keyword, value) in [(min, lengths.min), (max, lengths.max)] {
        if let Some(value) = value {
            let number = FrozenJson::parse(value.to_string()).map_err(|error| error.to_string())?;
            place.set(keyword, number);
        }
    }
    Ok(())
}

#[inline]
fn count(value: Cursor<'_>) -> Option<u64> {
    match value.number()?.integer() {
        Integer::Fits { negative: false, magnitude } => {
            Some(u64::try_from(magnitude).unwrap_or(u64::MAX))
        }
        Integer::Huge { negative: false } => Some(u64::MAX),
        _ => None,
    }
}
