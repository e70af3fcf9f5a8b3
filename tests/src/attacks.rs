//! What a hostile model, a hostile hook or a hostile hour does to batches, approval and policies.

mod limits;
mod rules;
mod storms;
mod terminal;
mod wakers;
