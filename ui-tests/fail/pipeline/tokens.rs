//! Only the library makes identities.

use dsh_tools::ToolExecutionToken;

fn main() {
    let _token = ToolExecutionToken::new(7);
}
