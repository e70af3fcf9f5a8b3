//! Cards where people see them: each bridge draws [views](crate::view) in its own way, and knows no tool by its name.

#[cfg(feature = "acp")]
pub mod acp;
#[cfg(feature = "acp")]
mod paths;
#[cfg(feature = "terminal")]
pub mod terminal;
