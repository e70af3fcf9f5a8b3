//! Keys of maps: strings, and nothing that would have to become one.

use super::serialize::Refused;
use super::{JsonWriter, LossyErrorKind};
use serde::ser::{Impossible, Serialize, Serializer};

type Written = Result<(), Refused>;
type Never = Impossible<(), Refused>;

/// Writes one key.
pub(super) struct MapKey<'a>(pub(super) &'a mut JsonWriter);

impl MapKey<'_> {
    #[inline]
    fn refuse<T>(&self, found: &str) -> Result<T, Refused> {
        let reason = format!("a key must be a string, this one is {found}");
        Err(Refused::Located(self.0.refusal(LossyErrorKind::Key, reason)))
    }
}

impl Serializer for MapKey<'_> {
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
    fn serialize_str(self, key: &str) -> Written {
        Ok(self.0.key(key)?)
    }

    #[inline]
    fn serialize_char(self, key: char) -> Written {
        self.serialize_str(key.encode_utf8(&mut [0; 4]))
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
        key: &T,
    ) -> Written {
        self.0.enter_wrapper()?;
        key.serialize(MapKey(&mut *self.0))?;
        self.0.leave_wrapper();
        Ok(())
    }

    #[inline]
    fn serialize_bool(self, _: bool) -> Written {
        self.refuse("a boolean")
    }

    #[inline]
    fn serialize_i8(self, _: i8) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_i16(self, _: i16) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_i32(self, _: i32) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_i64(self, _: i64) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_i128(self, _: i128) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_u8(self, _: u8) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_u16(self, _: u16) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_u32(self, _: u32) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_u64(self, _: u64) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_u128(self, _: u128) -> Written {
        self.refuse("an integer")
    }

    #[inline]
    fn serialize_f32(self, _: f32) -> Written {
        self.refuse("a number")
    }

    #[inline]
    fn serialize_f64(self, _: f64) -> Written {
        self.refuse("a number")
    }

    #[inline]
    fn serialize_bytes(self, _: &[u8]) -> Written {
        self.refuse("a byte string")
    }

    #[inline]
    fn serialize_none(self) -> Written {
        self.refuse("`None`")
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Written {
        self.refuse("an option")
    }

    #[inline]
    fn serialize_unit(self) -> Written {
        self.refuse("a unit")
    }

    #[inline]
    fn serialize_unit_struct(self, _name: &'static str) -> Written {
        self.refuse("a unit")
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Written {
        self.refuse("an enum with data")
    }

    #[inline]
    fn serialize_seq(self, _len: Option<usize>) -> Result<Never, Refused> {
        self.refuse("a sequence")
    }

    #[inline]
    fn serialize_tuple(self, _len: usize) -> Result<Never, Refused> {
        self.refuse("a tuple")
    }

    #[inline]
    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Never, Refused> {
        self.refuse("a tuple")
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Never, Refused> {
        self.refuse("an enum with data")
    }

    #[inline]
    fn serialize_map(self, _len: Option<usize>) -> Result<Never, Refused> {
        self.refuse("a map")
    }

    #[inline]
    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Never, Refused> {
        self.refuse("a struct")
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Never, Refused> {
        self.refuse("an enum with data")
    }
}
