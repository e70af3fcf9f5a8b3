//! Containers that a `Serialize` writes piece by piece.

use super::JsonWriter;
use super::map_key::MapKey;
use super::raw::Raw;
use super::serialize::{Json, Refused, Written};
use serde::ser::{self, Serialize};

/// What is open, and how it is closed.
pub(super) enum Form {
    Array,
    Object,
    /// No object at all: `serde_json`'s way to hand over text.
    Raw,
    Number,
}

/// A container that is being written.
pub(super) struct Compound<'a> {
    pub(super) out: &'a mut JsonWriter,
    pub(super) form: Form,
    /// The object that names the variant is closed, too.
    pub(super) in_variant: bool,
}

impl Compound<'_> {
    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(Json(&mut *self.out))
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Written {
        match self.form {
            Form::Raw => value.serialize(Raw { out: &mut *self.out, is_number: false }),
            Form::Number => value.serialize(Raw { out: &mut *self.out, is_number: true }),
            Form::Array | Form::Object => {
                self.out.key(key)?;
                self.element(value)
            }
        }
    }

    #[inline]
    fn close(self) -> Written {
        match self.form {
            Form::Array => self.out.end_array()?,
            Form::Object => self.out.end_object()?,
            Form::Raw | Form::Number => {}
        }
        if self.in_variant {
            self.out.end_object()?;
        }
        Ok(())
    }
}

impl ser::SerializeSeq for Compound<'_> {
    type Ok = ();
    type Error = Refused;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}

impl ser::SerializeTuple for Compound<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}

impl ser::SerializeTupleStruct for Compound<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}

impl ser::SerializeTupleVariant for Compound<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Refused;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        key.serialize(MapKey(&mut *self.out))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}

impl ser::SerializeStruct for Compound<'_> {
    type Ok = ();
    type Error = Refused;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.field(key, value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}

impl ser::SerializeStructVariant for Compound<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.field(key, value)
    }

    #[inline]
    fn end(self) -> Written {
        self.close()
    }
}
