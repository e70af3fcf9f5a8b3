use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = r"(?i)abc")]
    a: String,
    #[arg(pattern = r"\A\p{L}+\z")]
    b: String,
    #[arg(pattern = r"(?=x)")]
    c: String,
    #[arg(pattern = r"(a)\1")]
    d: String,
    #[arg(pattern = r"[[:alpha:]&&[^x]]")]
    e: String,
    #[arg(pattern = r"(?P<year>\d{4})")]
    f: String,
    #[arg(pattern = r"\x{41}\B")]
    g: String,
}

fn main() {}
