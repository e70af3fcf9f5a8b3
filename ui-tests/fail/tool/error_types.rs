use dsh_tools::{Json, tool};
use std::error::Error;
use std::rc::Rc;

#[derive(Debug)]
struct NotAnError;

/// It may stay on one thread.
#[tool]
async fn boxed() -> Result<String, Box<dyn Error>> {
    Ok(String::new())
}

/// No error.
#[tool]
async fn own() -> Result<Json<u8>, NotAnError> {
    Err(NotAnError)
}

/// A number.
#[tool]
async fn code() -> Result<(), i32> {
    Err(1)
}

/// Twice a result.
#[tool]
async fn nested() -> Result<Result<String, Rc<str>>, String> {
    Err(String::new())
}

fn main() {}
