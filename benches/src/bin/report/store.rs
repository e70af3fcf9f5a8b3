//! Results of parts, kept beside the programs so that a report can be put together from several runs.

use dsh_tools_benches_frame::record::{Record, from_lines, to_lines};
use dsh_tools_benches_frame::row::Part;
use std::fs;
use std::path::PathBuf;

fn path(part: Part) -> Result<PathBuf, String> {
    let folder = crate::programs::folder()?.join("results");
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    Ok(folder.join(part.word()).with_extension("jsonl"))
}

/// Keeps the results of a part.
pub fn write(part: Part, records: &[Record]) -> Result<(), String> {
    let path = path(part)?;
    fs::write(&path, to_lines(records)).map_err(|why| format!("{}: {why}", path.display()))
}

/// The kept results of a part; none when it was never measured.
pub fn read(part: Part) -> Result<Vec<Record>, String> {
    match fs::read_to_string(path(part)?) {
        Ok(text) => from_lines(&text),
        Err(_) => Ok(Vec::new()),
    }
}
