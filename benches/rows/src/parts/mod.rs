//! The parts of the report.

pub mod calls;
pub mod concurrent;
mod cores;
mod peers;
pub mod pipeline;
pub mod registry;
pub mod scaling;

use crate::row::Row;

/// Every counted row, in the order of the report.
pub fn rows() -> Vec<Row> {
    let mut rows = calls::rows();
    rows.extend(pipeline::rows());
    rows.extend(registry::rows());
    rows.extend(scaling::rows());
    rows
}
