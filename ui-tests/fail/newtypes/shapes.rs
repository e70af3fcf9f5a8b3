use dsh_tools::{ToolArgs, ToolValue};
use std::marker::PhantomData;

#[derive(ToolArgs)]
struct Point(f64, f64);

#[derive(ToolArgs)]
struct Nothing;

#[derive(ToolArgs)]
struct Name(String);

#[derive(ToolValue)]
struct Empty();

#[derive(ToolValue)]
#[arg(transparent)]
struct Two {
    a: u8,
    b: u8,
}

#[derive(ToolValue)]
#[serde(transparent)]
struct None {
    #[arg(skip)]
    a: u8,
}

#[derive(ToolValue)]
struct Skipping(u8, #[arg(skip)] u8, u8);

#[derive(ToolValue)]
struct Marked {
    of: PhantomData<u8>,
}

fn main() {}
