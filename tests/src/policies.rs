//! The policies that come with the library.

mod approval_policy;
mod concurrency;
mod in_flight;
mod metrics;
mod output_limit;
mod permission;
mod rate;
mod repeat;
mod retry;
mod rule_files;
mod spans;
mod spill;
