use dsh_tools::{tool, toolbox};

struct Fs;

#[toolbox(prefix = "")]
impl Fs {
    /// Fine.
    #[tool]
    async fn fine(&self) {}
}

#[toolbox(prefix = "fs.", definitions = illegal)]
impl Fs {
    /// Told once.
    #[tool]
    async fn once(&self) {}
}

#[toolbox(prefix = "a_prefix_of_more_characters_than_the_name_of_a_tool_may_have_____", definitions = long)]
impl Fs {
    /// Told once.
    #[tool]
    async fn long_prefix(&self) {}
}

#[toolbox(prefix = "a_prefix_that_leaves_place_for_a_few_characters_only_________", definitions = both)]
impl Fs {
    /// Fits.
    #[tool]
    async fn fit(&self) {}

    /// Does not.
    #[tool]
    async fn fits_not(&self) {}

    /// Nor does that.
    #[tool(name = "nor-that")]
    async fn nor(&self) {}

    /// Not by its prefix.
    #[tool(name = "ü")]
    async fn own(&self) {}
}

#[toolbox(prefix = "run_", definitions = reserved)]
impl Fs {
    /// Reserved.
    #[tool]
    async fn code(&self) {}

    /// Not reserved with the prefix.
    #[tool(name = "run_code")]
    async fn run(&self) {}
}

fn main() {}
