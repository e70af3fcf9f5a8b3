//! The policies that come with the library.

mod concurrency;
mod metrics;
mod rate;
mod retry;
mod spans;
