//! C074: what is borrowed is state, never an argument.

#![allow(unused_variables)]

use dsh_tools::tool;
use std::fmt::Debug;

struct Workspace;

/// Text.
#[tool]
async fn text(path: &str, list: &[u8], maybe: Option<&str>) {}

/// Mutable.
#[tool]
async fn mutable(ws: &mut Workspace) {}

/// Named.
#[tool]
async fn named(ws: &'static Workspace) {}

/// Unsized.
#[tool]
async fn object(ws: &dyn Debug) {}

/// Twice.
#[tool]
async fn twice(ws: &&Workspace) {}

/// Keys.
#[tool]
async fn keys(#[arg(rename = "x")] ws: &Workspace) {}

/// Inside.
#[tool]
async fn inside(pair: (&Workspace, u8), list: Vec<&Workspace>) {}

fn main() {}
