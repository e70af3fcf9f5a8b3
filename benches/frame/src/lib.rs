//! What a measured row is, how a program runs its rows, and how results are stored.
//!
//! A crate of its own, since a peer whose features would change those of ours is measured by a program of its own.

pub mod command;
pub mod comparison;
pub mod growing;
pub mod program;
pub mod record;
pub mod row;
pub mod window;
