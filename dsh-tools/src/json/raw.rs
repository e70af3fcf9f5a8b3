//! Text that `serde_json` hands over as it stands: `RawValue`, and `Number` under `arbitrary_precision`.

use super::serialize::Refused;
use super::{FrozenJson, JsonKind, JsonWriter, LossyErrorKind};
use serde::ser::{Error, Impossible, Serialize, Serializer};

/// The struct names that announce such text. A test compares them with what `serde_json` does.
pub(super) const RAW: &str = "$serde_json::private::RawValue";
pub(super) const NUMBER: &str = "$serde_json::private::Number";

type Written = Result<(), Refused>;
type Never = Impossible<(), Refused>;

/// Writes the one field of such a struct: a string that is JSON text.
pub(super) struct Raw<'a> {
    pub(super) out: &'a mut JsonWriter,
    pub(super) is_number: bool,
}

impl Raw<'_> {
    #[inline]
    fn refuse<T>() -> Result<T, Refused> {
        Err(Refused::custom("raw JSON must be a string"))
    }
}

impl JsonWriter {
    /// Text from elsewhere: one value, checked before it is part of this document.
    pub(super) fn raw(&mut self, text: &str, is_number: bool) -> Result<(), super::LossyError> {
        match FrozenJson::parse_with_depth(text, self.room()) {
            Ok(document) if !is_number || document.kind() == JsonKind::Number => {
                self.json(document.root())
            }
            Ok(_) => Err(self.refusal(LossyErrorKind::Malformed, "this is no number")),
            Err(error) if error.kind() == super::JsonErrorKind::Depth => Err(self.too_deep()),
            Err(error) => Err(self.refusal(LossyErrorKind::Malformed, error.to_string())),
        }
    }
}

impl Serializer for Raw<'_> {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    #[inline]
    fn serialize_str(self, text: &str) -> Written {
        Ok(self.out.raw(text, self.is_number)?)
    }

    #[inline]
    fn serialize_char(self, _: char) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
    ) -> Written {
        Self::refuse()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _: &T,
    ) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_bool(self, _: bool) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_i8(self, _: i8) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_i16(self, _: i16) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_i32(self, _: i32) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_i64(self, _: i64) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_i128(self, _: i128) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_u8(self, _: u8) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_u16(self, _: u16) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_u32(self, _: u32) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_u64(self, _: u64) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_u128(self, _: u128) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_f32(self, _: f32) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_f64(self, _: f64) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_bytes(self, _: &[u8]) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_none(self) -> Written {
        Self::refuse()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_unit(self) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_unit_struct(self, _name: &'static str) -> Written {
        Self::refuse()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Written {
        Self::refuse()
    }

    #[inline]
    fn serialize_seq(self, _len: Option<usize>) -> Result<Never, Refused> {
        Self::refuse()
    }

    #[inline]
    fn serialize_tuple(self, _len: usize) -> Result<Never, Refused> {
        Self::refuse()
    }

    #[inline]
    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Never, Refused> {
        Self::refuse()
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Never, Refused> {
        Self::refuse()
    }

    #[inline]
    fn serialize_map(self, _len: Option<usize>) -> Result<Never, Refused> {
        Self::refuse()
    }

    #[inline]
    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Never, Refused> {
        Self::refuse()
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Never, Refused> {
        Self::refuse()
    }
}
