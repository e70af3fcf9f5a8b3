//! Types of other crates: what to take in their place.

use dsh_tools::ToolArgs;
use std::net::IpAddr;
use std::time::Instant;

#[derive(ToolArgs)]
struct Args {
    address: IpAddr,
    when: Option<Instant>,
    slice: Box<[u8]>,
    object: Box<dyn Send>,
}

fn main() {}
