//! What a hostile model, a hostile hook or a hostile hour does to batches, approval and policies.

mod journal;
mod limits;
mod newest;
#[cfg(target_os = "linux")]
mod processes;
mod rules;
mod storms;
mod terminal;
mod tokens;
mod wakers;
