//! Results that are too long for a model.

mod cut;
mod file;
mod limit;
mod marker;
mod store;

pub use file::FileSpillStore;
pub use limit::OutputLimit;
pub use store::SpillStore;
