//! A whole call of the small shape, through the pipelines of others.
//!
//! One call for each round, from its text (or from what is parsed already, where a row says so) to its result, which
//! is dropped. Futures are polled once, by no runtime: none of them waits. Every body drops its arguments and gives
//! the same short text.

mod rmcp;
mod tower;

use crate::row::Row;

/// The rows.
pub fn rows() -> Vec<Row> {
    let mut rows = tower::rows();
    rows.extend(rmcp::rows());
    rows
}
