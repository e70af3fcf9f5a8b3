//! Each stage says what fits it.

use dsh_tools::prelude::*;

fn main() {
    let registry = ToolRegistry::new();
    registry.pre_execute("deny");
    registry.guard("deny");
    registry.around_dispatch("retry");
    registry.post_execute("block");
    registry.approver("yes");
}
