//! What a method that is a tool is called on.

use std::sync::Arc;

/// What stands as `self` where it is written with a type: only what can be had of a toolbox that calls share.
#[diagnostic::on_unimplemented(
    message = "a tool cannot be called on `self: {Self}`",
    label = "calls share the toolbox",
    note = "take `&self`, or `self: Arc<Self>` to keep the toolbox beyond the call"
)]
pub trait FromToolbox<T: ?Sized> {
    /// What the method is called on.
    fn from_toolbox(toolbox: &Arc<T>) -> Self;
}

impl<T: ?Sized> FromToolbox<T> for Arc<T> {
    fn from_toolbox(toolbox: &Self) -> Self {
        Self::clone(toolbox)
    }
}
