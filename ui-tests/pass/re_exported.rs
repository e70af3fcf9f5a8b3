//! A tool is used where it is re-exported, whole or renamed.

#![deny(warnings)]

use dsh_tools::tools;

pub mod fs {
    mod read {
        use dsh_tools::{ToolArgs, tool};

        #[derive(ToolArgs)]
        pub struct Args {
            pub path: String,
        }

        /// Reads.
        #[tool]
        pub async fn read_file(args: Args) -> String {
            args.path
        }

        /// Within the crate.
        #[tool]
        pub(in crate::fs) async fn within() {}
    }

    pub use read::{Args, read_file};
    pub(crate) use read::read_file as renamed;

    pub fn list() -> Vec<dsh_tools::ToolDefinition> {
        dsh_tools::tools![read::within, read::read_file]
    }
}

pub mod prelude {
    pub use crate::fs::*;
}

use prelude::*;

fn main() {
    assert_eq!(tools![read_file].len() + tools![fs::renamed,].len() + fs::list().len(), 4);
    assert_eq!(read_file::NAME, "read_file");
    // The function stays a function.
    let _future = read_file(Args { path: String::new() });
}
