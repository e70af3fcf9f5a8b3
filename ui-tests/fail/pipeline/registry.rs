//! What only a scope has, and what nobody can make.

use dsh_tools::prelude::*;
use dsh_tools::ToolExecutionToken;

fn main() {
    // Everybody's tools are restricted by registering others.
    ToolRegistry::new().restrict(ToolRestriction::all().deny(["bash"]));
    let _token = ToolExecutionToken::new(7);
}
