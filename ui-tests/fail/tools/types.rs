//! A type that is no tool.

struct NotATool;

fn main() {
    let _ = dsh_tools::tools![NotATool];
}
