//! `bool`, integers, floats, `Duration`.

use crate::json::{Cursor, JsonWriter, LossyError};
use crate::schema::{Code, Float, Grain, Int, Invalid, Node, Shape, ToolValue, leaf};
use std::num::NonZero;
use std::time::Duration;

impl ToolValue for bool {
    const NODE: &'static Node = &Node::new(Shape::Bool);

    #[inline]
    fn decode(cursor: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        leaf::boolean(cursor)
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.bool(*self)
    }
}

/// The bounds of 8, 16 and 32 bits tell a model something and are printed; those of 64 and 128 bits are
/// numbers that no model counts in (and that JavaScript rounds): only `minimum: 0` is.
macro_rules! integers {
    ($($type:ident, $wide:ident, $print:literal;)*) => { $(
        impl ToolValue for $type {
            #[allow(
                clippy::cast_possible_wrap,
                reason = "128 bit, whose greatest value does not fit, is told apart"
            )]
            const NODE: &'static Node = &Node::new(Shape::Int(Int {
                lo: <$type>::MIN as i128,
                hi: if <$type>::BITS == 128 { i128::MAX } else { <$type>::MAX as i128 },
                past: <$type>::BITS == 128 && <$type>::MIN == 0,
                nonzero: false,
                step: 1,
                show_lo: $print || <$type>::MIN == 0,
                show_hi: $print,
            }));

            #[inline]
            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                clippy::cast_sign_loss,
                clippy::unnecessary_cast,
                reason = "within the limits of the node, which are those of the type"
            )]
            fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
                if let Some(value) = leaf::plain_integer(cursor, node) {
                    return Ok(value as $type);
                }
                let (negative, magnitude) = leaf::integer_of(cursor, node)?;
                let value = magnitude as $type;
                Ok(if negative { value.wrapping_neg() } else { value })
            }

            #[inline]
            fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
                out.$wide((*self).into_wide())
            }
        }

        impl ToolValue for NonZero<$type> {
            #[allow(
                clippy::cast_possible_wrap,
                reason = "128 bit, whose greatest value does not fit, is told apart"
            )]
            const NODE: &'static Node = &Node::new(Shape::Int(Int {
                lo: if <$type>::MIN == 0 { 1 } else { <$type>::MIN as i128 },
                hi: if <$type>::BITS == 128 { i128::MAX } else { <$type>::MAX as i128 },
                past: <$type>::BITS == 128 && <$type>::MIN == 0,
                nonzero: true,
                step: 1,
                show_lo: $print || <$type>::MIN == 0,
                show_hi: $print,
            }));

            #[inline]
            fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
                Self::new(<$type>::decode(cursor, node)?).ok_or(Invalid(Code::Range))
            }

            #[inline]
            fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
                self.get().encode(out)
            }
        }

        impl Wide for $type {
            type Wide = $wide;

            #[inline]
            #[allow(
                clippy::cast_lossless,
                clippy::unnecessary_cast,
                reason = "`usize` has no `From`, and the widest types are themselves"
            )]
            fn into_wide(self) -> $wide {
                self as $wide
            }
        }
    )* };
}

/// An integer as the widest of its signedness.
trait Wide {
    type Wide;
    fn into_wide(self) -> Self::Wide;
}

integers! {
    u8, u128, true;
    u16, u128, true;
    u32, u128, true;
    u64, u128, false;
    usize, u128, false;
    u128, u128, false;
    i8, i128, true;
    i16, i128, true;
    i32, i128, true;
    i64, i128, false;
    isize, i128, false;
    i128, i128, false;
}

const FLOAT: Float = Float {
    lo: f64::MIN,
    hi: f64::MAX,
    lo_open: false,
    hi_open: false,
    step: 0.0,
    show_lo: false,
    show_hi: false,
    grain: Grain::Double,
};

impl ToolValue for f64 {
    const NODE: &'static Node = &Node::new(Shape::Float(FLOAT));

    #[inline]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        match &node.shape {
            Shape::Float(float) => leaf::float(cursor, float),
            _ => Err(Invalid(Code::Type)),
        }
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.f64(*self)
    }
}

const F32_OVERFLOW: f64 = 3.402_823_567_797_336_6e38;

impl ToolValue for f32 {
    // From here on a single overflows: half a unit in the last place above its greatest value.
    const NODE: &'static Node = &Node::new(Shape::Float(Float {
        lo: -F32_OVERFLOW,
        hi: F32_OVERFLOW,
        lo_open: true,
        hi_open: true,
        grain: Grain::Single,
        ..FLOAT
    }));

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "within the limits of the node")]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        f64::decode(cursor, node).map(|value| value as Self)
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.f32(*self)
    }
}

/// The most seconds of a [`Duration`]: some 136 years. Adding it to a point in time overflows nowhere.
const MAX_SECONDS: u32 = u32::MAX;

/// A number of seconds, from 0 to `u32::MAX`.
impl ToolValue for Duration {
    const NODE: &'static Node = &Node::new(Shape::Float(Float {
        lo: 0.0,
        hi: MAX_SECONDS as f64,
        show_lo: true,
        show_hi: true,
        grain: Grain::Nanosecond,
        ..FLOAT
    }));

    #[inline]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        let seconds = f64::decode(cursor, node)?;
        Self::try_from_secs_f64(seconds.max(0.0)).map_err(|_| Invalid(Code::Range))
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        if self.subsec_nanos() == 0 {
            out.u128(self.as_secs().into())
        } else {
            out.f64(self.as_secs_f64())
        }
    }
}
