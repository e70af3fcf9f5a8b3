//! Every way in which a call can fail, and what the model is told of it.
//!
//! `cargo run -p dsh-tools-examples --example errors`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]
#![allow(clippy::panic, reason = "a panic is one of the failures")]

use dsh_tools::prelude::*;
use tokio_util::sync::CancellationToken;

/// Read some lines.
#[tool(read_only)]
async fn read(
    /// Path of the file.
    #[arg(length(min = 1))]
    path: String,
    #[arg(range(min = 1, max = 2000), default = 2000)] limit: u32,
) -> Result<String, ToolError> {
    match &*path {
        "locked.txt" => Err(ToolError::new("LOCKED", "somebody else is writing; try again later")),
        _ => Ok(std::fs::read_to_string(path)?.lines().take(limit as usize).collect()),
    }
}

/// Wait until told to stop, and stop.
#[tool(timeout = "50ms")]
async fn wait(cx: &ToolContext) -> Result<(), ToolError> {
    cx.cancellation().cancelled().await;
    Err(ToolError::aborted())
}

/// Divide by zero.
#[tool]
async fn crash() -> String {
    panic!("a mistake of the tool's author")
}

/// What a tool promises to give.
#[derive(ToolValue)]
struct Progress {
    #[arg(range(max = 100))]
    percent: u32,
}

/// Give what was promised not to be given.
#[tool]
async fn lie() -> Json<Progress> {
    Json(Progress { percent: 250 })
}

fn show(result: &ToolExecutionResult) {
    let code = result.error().map_or("(success)", |failure| failure.code().as_str());
    println!("{code}\n    {}\n", result.text().replace('\n', "\n    "));
}

#[tokio::main]
async fn main() -> Result<(), RegisterError> {
    std::panic::set_hook(Box::new(|_| {})); // The show is what the model sees, not the backtrace.
    let registry = ToolRegistry::builder().tools(tools![read, wait, crash, lie]).build()?;

    for (name, arguments) in [
        ("raed", r#"{"path":"a.txt"}"#),                    // no such tool
        ("read", r#"{"path":"a.txt","limit":20"#),          // cut off
        ("read", r#"{"path":"a.txt","path":"b.txt"}"#),     // said twice
        ("read", r#"{"file_path":"a.txt","limit":"500"}"#), // all that is wrong is told at once
        ("read", r#"{"path":"no-such-directory/a.txt"}"#),  // an error that `?` passed on
        ("read", r#"{"path":"locked.txt"}"#),               // a code of the tool's own
        ("wait", "{}"),                                     // too slow
        ("crash", "{}"),                                    // the tool is broken
        ("lie", "{}"),                                      // the tool breaks its word
    ] {
        show(&registry.execute(ToolExecutionInput::new("call_1", name, arguments)).await);
    }

    // Cancelled while it runs: the body is told, and awaited.
    let stop = CancellationToken::new();
    let call = ToolExecutionInput::new("call_2", "wait", "{}").cancellation(stop.clone());
    let (result, ()) = tokio::join!(biased; registry.execute(call), async { stop.cancel() });
    show(&result);

    // Cancelled before it ran: the body never starts.
    let call = ToolExecutionInput::new("call_3", "wait", "{}").cancellation(stop);
    show(&registry.execute(call).await);

    // A hook is broken.
    registry.around_dispatch_fn(|_call, _next| async { panic!("a mistake of the host's author") });
    show(&registry.execute(ToolExecutionInput::new("call_4", "lie", "{}")).await);
    Ok(())
}
