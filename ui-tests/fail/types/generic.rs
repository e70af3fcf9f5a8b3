//! With type parameters, what the type decides is decided where the type is known.

use dsh_tools::ToolValue;

#[derive(ToolValue)]
struct Limited<T> {
    #[arg(range(min = 1))]
    value: T,
}

const FINE: bool = <Limited<u32> as ToolValue>::NODE.is_optional();
const WRONG: bool = <Limited<String> as ToolValue>::NODE.is_optional();

fn main() {
    let _ = (FINE, WRONG);
}
