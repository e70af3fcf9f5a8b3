//! Child processes that end with all that they started (feature `process`).
//!
//! A tool that runs a program has three duties that are easily missed: what the program started must end with it, not
//! only the program; nothing may run on when the call is cancelled, times out or is dropped; and no output may reach the
//! host's own standard output, which may be a protocol's. [`ProcessGroup`] sees to all three:
//!
//! ```
//! use dsh_tools::prelude::*;
//! use dsh_tools::ProcessGroup;
//! use std::process::Command;
//! use std::time::Duration;
//!
//! /// Run a shell command.
//! #[tool(destructive, timeout = "2m")]
//! async fn sh(command: String, cx: &ToolContext) -> Result<String, ToolError> {
//!     let mut sh = Command::new("sh");
//!     sh.arg("-c").arg(&command);
//!     // Asked to end when the call is cancelled or out of time; killed when it has not half a second later.
//!     let end = ProcessGroup::spawn(sh)?.run(cx.cancellation(), Duration::from_millis(500)).await;
//!     // A command that was ended is no success, and what could not be ended is told.
//!     end.check()?;
//!     Ok(format!("{}{}", end.stdout().text(), end.stderr().text()))
//! }
//!
//! # if cfg!(unix) {
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let registry = ToolRegistry::builder().tools(tools![sh]).build()?;
//! let call = ToolExecutionInput::new("call_1", "sh", r#"{"command": "echo up; echo down >&2"}"#);
//! assert_eq!(registry.execute(call).await.text(), "up\ndown\n");
//! # Ok::<(), RegisterError>(())
//! # }).unwrap();
//! # }
//! ```
//!
//! # What is promised
//!
//! - The child leads a process group of its own, and what it starts is in it. Signals go to the whole group.
//! - When the child has exited, what it left in the group is ended as well, softly first:
//!   [`left_running`](ProcessEnd::left_running) says that there was something. The end comes when nothing of the group
//!   runs any more, and the child is reaped; where something cannot be ended within two seconds after it was killed,
//!   [`rest`](ProcessEnd::rest) says so.
//! - A guard that is dropped kills the group at once and waits for nothing; the child is reaped behind it. So it is
//!   with a call that is dropped, with a runtime that shuts down, and with a
//!   [hard](crate::pipeline::TimeoutPolicy::hard) deadline.
//! - Standard input is empty or what is [given](ProcessBuilder::stdin); standard output and error are captured up to a
//!   limit, whatever the command says.
//!
//! It takes no runtime: threads attend to a process, two or three of them, and the future of its end is a plain future.
//!
//! # What is not covered
//!
//! - What leaves the group on purpose (`setsid`, `setpgid`, a daemon's double fork, an interactive shell's job control)
//!   is out of reach: it runs on. That takes a container or a control group around the program. Where it still holds
//!   the child's standard output or error, the end is waited for up to two seconds longer, as something may come out of
//!   there; a deadline that passes meanwhile has passed, although the child has ended before it. A daemon that is started
//!   with both streams elsewhere (`>/dev/null 2>&1`) costs nothing.
//! - What other programs do when they are asked to: a container, a service, a remote command.
//! - The host's own sudden end (`SIGKILL`, a power cut): nobody is left to send a signal.
//! - Platforms other than Unix have no such groups: the child alone is killed, at once, and
//!   [`rest`](ProcessEnd::rest) is [`Unknown`](ProcessRest::Unknown).

mod attend;
mod builder;
mod captured;
mod end;
mod group;
mod state;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "elsewhere.rs")]
mod system;

pub use builder::{OutputStream, ProcessBuilder};
pub use captured::CapturedOutput;
pub use end::{ProcessEnd, ProcessRest};
pub use group::ProcessGroup;
