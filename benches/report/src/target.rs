//! One promise, and what there is to say about it.

use crate::tables::number;

/// What keeps a promise.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

/// One promise.
#[derive(Debug)]
pub struct Target {
    /// Names it in `misses`.
    pub key: String,
    pub what: String,
    pub measured: Option<f64>,
    bound: Bound,
    unit: &'static str,
}

impl Target {
    /// A ratio.
    pub fn new(
        key: impl Into<String>,
        what: impl Into<String>,
        bound: Bound,
        measured: Option<f64>,
    ) -> Self {
        Self { key: key.into(), what: what.into(), bound, unit: "x", measured }
    }

    /// The same as a number of something.
    pub fn in_unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// Whether it is kept; nothing where a row of it was not measured.
    pub fn is_met(&self) -> Option<bool> {
        let measured = self.measured?;
        Some(match self.bound {
            Bound::AtMost(bound) => measured <= bound,
            Bound::AtLeast(bound) => measured >= bound,
        })
    }

    /// What was measured, as people read it.
    pub fn shown(&self) -> String {
        self.measured.map_or(String::from("not measured"), |value| self.figure(value))
    }

    /// A line of the table.
    pub fn line(&self) -> String {
        let (sign, bound) = match self.bound {
            Bound::AtMost(bound) => ("<=", bound),
            Bound::AtLeast(bound) => (">=", bound),
        };
        let verdict = match self.is_met() {
            Some(true) => "met",
            Some(false) => "**missed**",
            None => "",
        };
        let (bound, measured) = (self.figure(bound), self.shown());
        format!("| {} | {sign} {bound} | {measured} | {verdict} |", self.what)
    }

    /// A miss is never shown as what would have been enough: then it has as many digits as it takes.
    fn figure(&self, value: f64) -> String {
        if self.unit != "x" {
            return number(Some(value)) + self.unit;
        }
        let bound = match self.bound {
            Bound::AtMost(bound) | Bound::AtLeast(bound) => bound,
        };
        let rounded = (value * 100.0).round() / 100.0;
        if self.is_met() == Some(false) && rounded == bound && value != bound {
            return format!("{value:.4}x");
        }
        format!("{value:.2}x")
    }
}
