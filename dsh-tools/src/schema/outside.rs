//! Fields of foreign types, as `#[arg(schemars)]` has them.

#[cfg(feature = "schemars")]
use super::Foreign;
use super::{Invalid, Row, ToolValue};
use crate::json::{Cursor, JsonWriter, LossyError};
use serde::Serialize;

/// The value of row number `row`, of a foreign type.
#[doc(hidden)]
pub fn foreign_field<T>(
    slots: &[Option<Cursor<'_>>],
    rows: &'static [Row],
    row: usize,
) -> Result<T, Invalid>
where
    Foreign<T>: ToolValue,
{
    Foreign::field(slots, rows, row).map(|Foreign(value)| value)
}

/// Writes a value of a foreign type.
#[doc(hidden)]
pub fn encode_foreign<T: Serialize>(value: &T, out: &mut JsonWriter) -> Result<(), LossyError> {
    out.serialize(value)
}

#[cfg(not(feature = "schemars"))]
mod missing {
    use crate::json::{Cursor, JsonWriter, LossyError};
    use crate::schema::{Code, Invalid, Node, Shape, ToolValue};

    /// What `#[arg(schemars)]` names while the feature is off.
    #[doc(hidden)]
    #[derive(Debug)]
    pub struct Foreign<T>(pub T);

    /// Never there; to be the reason in an error message.
    #[doc(hidden)]
    #[diagnostic::on_unimplemented(
        message = "`#[arg(schemars)]` needs the feature `schemars` of `dsh-tools`",
        label = "a foreign type, whose schema `schemars` would give",
        note = "write it in `Cargo.toml`: `dsh-tools = {{ version = \"..\", features = [\"schemars\"] }}`"
    )]
    pub trait Feature<T> {}

    /// The feature is off.
    #[doc(hidden)]
    #[derive(Debug)]
    pub struct Off(());

    impl<T: 'static> ToolValue for Foreign<T>
    where
        Off: Feature<T>,
    {
        const NODE: &'static Node = &Node::new(Shape::Never);

        fn decode(_: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
            Err(Invalid(Code::Never))
        }

        fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
            Err(out.refuse("the feature `schemars` is off"))
        }
    }
}

#[cfg(not(feature = "schemars"))]
pub use missing::Foreign;

/// What needs `schemars`.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_schemars {
    ($($item:item)*) => { $($item)* };
}

/// What needs `schemars`, which is not there.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_schemars {
    ($($item:item)*) => {
        ::core::compile_error!(
            "`#[arg(schemars)]` needs the feature `schemars` of `dsh-tools`: write `dsh-tools = { version = \"..\", features = [\"schemars\"] }` in `Cargo.toml`"
        );
    };
}
