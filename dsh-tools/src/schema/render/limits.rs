//! Bounds of numbers and strings.

use super::super::{Float, Int, Text};
use super::{Renderer, Result};

impl Renderer<'_> {
    pub(super) fn integer(&mut self, int: &Int) -> Result {
        if int.show_lo {
            self.out.key("minimum")?;
            self.out.i128(int.lo)?;
        }
        if int.show_hi {
            self.out.key("maximum")?;
            self.out.i128(int.hi)?;
        }
        if int.nonzero && int.lo < 0 {
            self.out.key("not")?;
            self.begin()?;
            self.out.key("const")?;
            self.out.i128(0)?;
            self.out.end_object()?;
        }
        self.step(int)
    }

    pub(super) fn step(&mut self, int: &Int) -> Result {
        if int.step > 1 {
            self.out.key("multipleOf")?;
            self.out.u128(int.step)?;
        }
        Ok(())
    }

    pub(super) fn float(&mut self, float: &Float) -> Result {
        if float.show_lo {
            self.out.key(if float.lo_open { "exclusiveMinimum" } else { "minimum" })?;
            self.number(float.lo)?;
        }
        if float.show_hi {
            self.out.key(if float.hi_open { "exclusiveMaximum" } else { "maximum" })?;
            self.number(float.hi)?;
        }
        if float.step != 0.0 {
            self.out.key("multipleOf")?;
            self.number(float.step)?;
        }
        Ok(())
    }

    /// `10`, not `10.0`.
    #[allow(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    pub(super) fn number(&mut self, value: f64) -> Result {
        if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
            self.out.i128(value as i128)
        } else {
            self.out.f64(value)
        }
    }

    pub(super) fn string(&mut self, text: &Text) -> Result {
        self.count("minLength", text.min, 0)?;
        self.count("maxLength", text.max, u32::MAX)?;
        if let Some(pattern) = &text.pattern {
            self.text("pattern", pattern.get().source())?;
        }
        if text.base64 {
            self.text("contentEncoding", "base64")?;
        }
        match text.format {
            Some(format) => self.text("format", format.name()),
            None => Ok(()),
        }
    }
}
