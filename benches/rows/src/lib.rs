//! What the benchmarks measure, and how: rows, windows and the parts of the report.
//!
//! `report` runs parts and writes the report, `measure` runs one row in a process of its own, `allocations` does the
//! same under a counting allocator, `compare` sets two commits' counts side by side.

pub mod parts;
mod shapes;

pub(crate) use dsh_tools_benches_frame::{row, window};
