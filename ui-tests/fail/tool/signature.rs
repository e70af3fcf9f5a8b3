#![allow(unused_variables)]

use dsh_tools::tool;

/// Sync.
#[tool]
fn sync() {}

/// Blocking and async.
#[tool(blocking)]
async fn both() {}

/// Generic.
#[tool]
async fn generic<'a, T: Clone, const N: usize>(value: u8)
where
    T: Send,
{
}

/// Unsafe.
#[tool]
async unsafe fn dangerous() {}

/// Foreign.
#[tool(blocking)]
extern "C" fn foreign() {}

/// Constant.
#[tool(blocking)]
const fn constant() {}

fn main() {}
