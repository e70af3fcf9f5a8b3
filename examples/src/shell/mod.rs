//! `bash`, `bash_output`, `bash_kill`: commands that start in the workspace and are not confined to it.

mod command;
mod end;
mod follow;
mod jobs;
mod output;
mod run;
mod shown;

pub use end::{KillArgs, bash_kill};
pub use follow::{OutputArgs, bash_output};
pub use jobs::Jobs;
pub use run::{BashArgs, bash};
pub use shown::CommandOutput;
