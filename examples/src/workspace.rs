//! A directory that tools cannot leave.

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use dsh_tools::ToolError;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The greatest file that is read, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A directory that tools cannot leave: `..`, absolute paths and symbolic links that lead out are refused by
/// the open itself, so that nothing can change between a check and its use.
#[derive(Debug)]
pub struct Workspace {
    dir: Dir,
    path: PathBuf,
}

impl Workspace {
    /// Opens a directory.
    ///
    /// # Errors
    /// When it is no directory that can be opened.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into().canonicalize()?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority())?;
        Ok(Self { dir, path })
    }

    /// Where it is; for programs that are started in it and are not confined.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text of a file.
    ///
    /// # Errors
    /// `NOT_FOUND`, `OUTSIDE_WORKSPACE`, `NOT_TEXT`, `TOO_LARGE` and what the system says besides.
    pub fn read(&self, path: &str) -> Result<String, ToolError> {
        let file = self.dir.open(path).map_err(|error| explain(path, error))?;
        let mut bytes = Vec::new();
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| explain(path, error))?;
        if bytes.len() as u64 > LARGEST {
            let text = format!("`{path}` is larger than {LARGEST} bytes");
            return Err(ToolError::new("TOO_LARGE", text));
        }
        String::from_utf8(bytes)
            .map_err(|_| ToolError::new("NOT_TEXT", format!("`{path}` is no UTF-8 text")))
    }

    /// Writes a file, and the directories above it.
    ///
    /// # Errors
    /// As [`Workspace::read`].
    pub fn write(&self, path: &str, text: &str, append: bool) -> Result<(), ToolError> {
        if let Some(parent) = Path::new(path).parent()
            && !parent.as_os_str().is_empty()
        {
            self.dir.create_dir_all(parent).map_err(|error| explain(path, error))?;
        }
        let mut options = OpenOptions::new();
        options.create(true).write(true).append(append).truncate(!append);
        let mut file = self.dir.open_with(path, &options).map_err(|error| explain(path, error))?;
        file.write_all(text.as_bytes()).map_err(|error| explain(path, error))
    }
}

/// The system's error as one that a model can act on.
fn explain(path: &str, error: io::Error) -> ToolError {
    // cap-std refuses a path that leads out with this kind and no code of the system's.
    if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
        let text = format!("`{path}` leads out of the workspace; use a path relative to it");
        return ToolError::new("OUTSIDE_WORKSPACE", text).with_source(error);
    }
    let (code, text) = match error.kind() {
        io::ErrorKind::NotFound => ("NOT_FOUND", format!("there is no `{path}`")),
        io::ErrorKind::IsADirectory => ("NOT_A_FILE", format!("`{path}` is a directory")),
        _ => ("IO", format!("`{path}`: {error}")),
    };
    ToolError::new(code, text).with_source(error)
}
