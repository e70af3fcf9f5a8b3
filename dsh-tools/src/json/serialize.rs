//! Any [`Serialize`] as a document, without loss: a serializer over [`JsonWriter`].

use super::compound::{Compound, Form};
use super::raw::{NUMBER, RAW};
use super::{JsonWriter, LossyError, LossyErrorKind};
use serde::ser::{self, Serialize, Serializer};
use std::fmt::{self, Display};

/// Writes `value`; a refusal of its own gets the place where it happened.
#[inline]
pub(super) fn serialize<T>(out: &mut JsonWriter, value: &T) -> Result<(), LossyError>
where
    T: Serialize + ?Sized,
{
    let result = value.serialize(Json(out));
    result.map_err(|error| match error {
        Refused::Located(error) => error,
        Refused::Custom(reason) => out.refusal(LossyErrorKind::Custom, reason),
    })
}

/// Why serializing stopped; serde's own errors get their place afterwards.
#[derive(Debug)]
pub(super) enum Refused {
    Located(LossyError),
    Custom(String),
}

impl From<LossyError> for Refused {
    #[inline]
    fn from(error: LossyError) -> Self {
        Self::Located(error)
    }
}

impl Display for Refused {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Located(error) => error.fmt(f),
            Self::Custom(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    #[inline]
    fn custom<T: Display>(reason: T) -> Self {
        Self::Custom(reason.to_string())
    }
}

pub(super) type Written<T = ()> = Result<T, Refused>;

/// Serializes one value.
pub(super) struct Json<'a>(pub(super) &'a mut JsonWriter);

impl<'a> Json<'a> {
    /// A value inside a wrapper that has no level of its own in the document.
    #[inline]
    fn wrapped<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.0.enter_wrapper()?;
        value.serialize(Json(&mut *self.0))?;
        self.0.leave_wrapper();
        Ok(())
    }

    #[inline]
    fn array(self) -> Written<Compound<'a>> {
        self.0.begin_array()?;
        Ok(Compound { out: self.0, form: Form::Array, in_variant: false })
    }

    #[inline]
    fn object(self) -> Written<Compound<'a>> {
        self.0.begin_object()?;
        Ok(Compound { out: self.0, form: Form::Object, in_variant: false })
    }

    /// An enum's variant with data: an object with the variant as its one key.
    #[inline]
    fn variant(self, variant: &str) -> Written<Self> {
        self.0.begin_object()?;
        self.0.key(variant)?;
        Ok(self)
    }
}

impl<'a> Serializer for Json<'a> {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Compound<'a>;
    type SerializeStructVariant = Compound<'a>;

    #[inline]
    fn serialize_bool(self, value: bool) -> Written {
        Ok(self.0.bool(value)?)
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(value.into())
    }

    #[inline]
    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(value.into())
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(value.into())
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Written {
        Ok(self.0.display(value)?)
    }

    #[inline]
    fn serialize_i128(self, value: i128) -> Written {
        Ok(self.0.i128(value)?)
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Written {
        Ok(self.0.display(value)?)
    }

    #[inline]
    fn serialize_u128(self, value: u128) -> Written {
        Ok(self.0.u128(value)?)
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Written {
        Ok(self.0.f32(value)?)
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Written {
        Ok(self.0.f64(value)?)
    }

    #[inline]
    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Written {
        Ok(self.0.str(value)?)
    }

    #[inline]
    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.0.begin_array()?;
        value.iter().try_for_each(|byte| self.0.display(byte))?;
        Ok(self.0.end_array()?)
    }

    #[inline]
    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.wrapped(value)
    }

    #[inline]
    fn serialize_unit(self) -> Written {
        Ok(self.0.null()?)
    }

    #[inline]
    fn serialize_unit_struct(self, _name: &'static str) -> Written {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Written {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Written {
        self.wrapped(value)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let Json(out) = self.variant(variant)?;
        value.serialize(Json(&mut *out))?;
        Ok(out.end_object()?)
    }

    #[inline]
    fn serialize_seq(self, _len: Option<usize>) -> Written<Compound<'a>> {
        self.array()
    }

    #[inline]
    fn serialize_tuple(self, _len: usize) -> Written<Compound<'a>> {
        self.array()
    }

    #[inline]
    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Written<Compound<'a>> {
        self.array()
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Written<Compound<'a>> {
        Ok(Compound { in_variant: true, ..self.variant(variant)?.array()? })
    }

    #[inline]
    fn serialize_map(self, _len: Option<usize>) -> Written<Compound<'a>> {
        self.object()
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _len: usize) -> Written<Compound<'a>> {
        match name {
            RAW => Ok(Compound { out: self.0, form: Form::Raw, in_variant: false }),
            NUMBER => Ok(Compound { out: self.0, form: Form::Number, in_variant: false }),
            _ => self.object(),
        }
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Written<Compound<'a>> {
        Ok(Compound { in_variant: true, ..self.variant(variant)?.object()? })
    }
}
