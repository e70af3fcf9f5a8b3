use dsh_tools::schema::Violations;
use dsh_tools::{ToolArgs, ToolValue};

fn by_value(_: u8) -> Result<(), String> {
    Ok(())
}

fn of_another(_: &u16) -> Result<(), String> {
    Ok(())
}

fn gives_bool(_: &u8) -> bool {
    true
}

fn of_text(_: &Whole) -> Result<(), String> {
    Ok(())
}

fn right(_: &Right) -> Result<(), Violations> {
    Ok(())
}

#[derive(ToolArgs)]
struct Args {
    #[arg(custom(by_value))]
    a: u8,
    #[arg(custom(of_another))]
    b: u8,
    #[arg(custom(gives_bool))]
    c: Option<u8>,
    #[arg(custom(nowhere))]
    d: u8,
}

#[derive(ToolValue)]
#[arg(custom(of_text))]
struct Whole {
    a: u8,
}

#[derive(ToolValue)]
#[arg(custom(right))]
struct Right(u8);

fn main() {}
