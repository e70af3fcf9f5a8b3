//! A directory that tools cannot leave.

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions, OpenOptionsExt as _};
use dsh_tools::ToolError;
use rustix::fs::OFlags;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// The greatest file that is read, in bytes.
pub const LARGEST: u64 = 16 * 1024 * 1024;
/// Neighbours that an error about a missing file names.
const NAMED: usize = 12;

/// A directory that tools cannot leave: `..`, absolute paths and symbolic links that lead out are refused by
/// the open itself, so that nothing can change between a check and its use.
#[derive(Debug)]
pub struct Workspace {
    dir: Dir,
    path: PathBuf,
}

/// What a file held before it was written.
#[derive(Debug)]
pub enum Before {
    /// There was no such file.
    Nothing,
    /// This text.
    Text(String),
    /// Something that is no text, or is too long to be looked at.
    Other,
}

/// Something in a directory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name in the directory.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
}

/// What something in a directory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// A directory.
    Directory,
    /// A plain file.
    File,
    /// A symbolic link, wherever it leads.
    Link,
    /// A pipe, a socket, a device.
    Other,
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
    /// `NOT_FOUND`, `NOT_A_FILE`, `OUTSIDE_WORKSPACE`, `NOT_TEXT`, `TOO_LARGE` and what the system says besides.
    pub fn read(&self, path: &str) -> Result<String, ToolError> {
        text(path, self.bytes(path)?)
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// As [`Workspace::read`], without `NOT_TEXT`.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>, ToolError> {
        let mut file = self.file(path, OpenOptions::new().read(true))?;
        self.all(path, &mut file)
    }

    /// Writes a file, and the directories above it; gives what it held before.
    ///
    /// # Errors
    /// As [`Workspace::read`].
    pub fn write(&self, path: &str, content: &str) -> Result<Before, ToolError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let (mut file, before) = match self.made(path, options.clone().create_new(true)) {
            Ok(file) => (file, Before::Nothing),
            Err(error) if error.code() == "EXISTS" => {
                let mut file = self.file(path, options.create(true))?;
                let before = self.all(path, &mut file).ok();
                let before = before.and_then(|bytes| String::from_utf8(bytes).ok());
                (file, before.map_or(Before::Other, Before::Text))
            }
            Err(error) => return Err(error),
        };
        replace(&mut file, content).map_err(|error| self.explain(path, error))?;
        Ok(before)
    }

    /// Adds to the end of a file, which is made when there is none.
    ///
    /// # Errors
    /// As [`Workspace::read`].
    pub fn append(&self, path: &str, content: &str) -> Result<(), ToolError> {
        let mut file = self.made(path, OpenOptions::new().append(true).create(true))?;
        file.write_all(content.as_bytes()).map_err(|error| self.explain(path, error))
    }

    /// Changes the text of a file: reads and writes what was opened once. Gives both texts.
    ///
    /// # Errors
    /// As [`Workspace::read`], and what the change says; then nothing is written.
    pub fn change(
        &self,
        path: &str,
        change: impl FnOnce(&str) -> Result<String, ToolError>,
    ) -> Result<(String, String), ToolError> {
        let mut file = self.file(path, OpenOptions::new().read(true).write(true))?;
        let before = text(path, self.all(path, &mut file)?)?;
        let after = change(&before)?;
        replace(&mut file, &after).map_err(|error| self.explain(path, error))?;
        Ok((before, after))
    }

    /// What a directory holds, by name; nothing is the path of the workspace.
    ///
    /// # Errors
    /// `NOT_FOUND`, `NOT_A_DIRECTORY`, `OUTSIDE_WORKSPACE` and what the system says besides.
    pub fn list(&self, path: &str) -> Result<Vec<Entry>, ToolError> {
        self.entries(path).map_err(|error| {
            if error.kind() == io::ErrorKind::NotADirectory {
                let text = format!("`{path}` is no directory; `read` shows a file");
                return ToolError::new("NOT_A_DIRECTORY", text).with_source(error);
            }
            self.explain(path, error)
        })
    }

    fn entries(&self, path: &str) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in self.dir.read_dir(if path.is_empty() { "." } else { path })? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let kind = match () {
                () if kind.is_dir() => EntryKind::Directory,
                () if kind.is_file() => EntryKind::File,
                () if kind.is_symlink() => EntryKind::Link,
                () => EntryKind::Other,
            };
            entries.push(Entry { name: entry.file_name().to_string_lossy().into_owned(), kind });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// Opens a plain file. A pipe would keep the open waiting and a device might do anything: the open does not
    /// wait, and what was opened is looked at, not what has the name a moment earlier.
    fn file(&self, path: &str, options: &mut OpenOptions) -> Result<File, ToolError> {
        options.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
        let file = self.dir.open_with(path, options).map_err(|error| self.explain(path, error))?;
        let kind = file.metadata().map_err(|error| self.explain(path, error))?;
        if kind.is_dir() {
            let text = format!("`{path}` is a directory; `ls` shows what it holds");
            return Err(ToolError::new("NOT_A_FILE", text));
        }
        if !kind.is_file() {
            let text = format!("`{path}` is no plain file but a pipe, a socket or a device");
            return Err(ToolError::new("NOT_A_FILE", text));
        }
        Ok(file)
    }

    fn all(&self, path: &str, file: &mut File) -> Result<Vec<u8>, ToolError> {
        let mut bytes = Vec::new();
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| self.explain(path, error))?;
        if bytes.len() as u64 > LARGEST {
            let text = format!(
                "`{path}` is larger than {} MiB; look at a part of it with `bash`, as in `head -c 10000`",
                LARGEST / 1024 / 1024
            );
            return Err(ToolError::new("TOO_LARGE", text));
        }
        Ok(bytes)
    }

    /// Opens a file that may be new, as may be the directories above it.
    fn made(&self, path: &str, options: &mut OpenOptions) -> Result<File, ToolError> {
        match (self.file(path, options), Path::new(path).parent()) {
            (Err(error), Some(parent)) if error.code() == "NOT_FOUND" => {
                self.dir.create_dir_all(parent).map_err(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                        let text = format!("`{path}` cannot be made: a part of the path is a file");
                        ToolError::new("NOT_A_DIRECTORY", text).with_source(error)
                    }
                    _ => self.explain(path, error),
                })?;
                self.file(path, options)
            }
            (opened, _) => opened,
        }
    }

    /// The system's error as one that a model can act on.
    fn explain(&self, path: &str, error: io::Error) -> ToolError {
        // cap-std refuses a path that leads out with this kind and no code of the system's.
        if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
            return outside(path).with_source(error);
        }
        let (code, text) = match error.kind() {
            io::ErrorKind::NotFound => ("NOT_FOUND", self.missing(path)),
            io::ErrorKind::IsADirectory => {
                ("NOT_A_FILE", format!("`{path}` is a directory; `ls` shows what it holds"))
            }
            io::ErrorKind::NotADirectory => {
                ("NOT_FOUND", format!("there is no `{path}`: a part of the path is a file"))
            }
            io::ErrorKind::AlreadyExists => ("EXISTS", format!("there is a `{path}` already")),
            _ => ("IO", format!("`{path}`: {error}")),
        };
        ToolError::new(code, text).with_source(error)
    }

    /// Says what there is instead: the nearest directory above that exists, and what it holds.
    fn missing(&self, path: &str) -> String {
        let above = Path::new(path).ancestors().skip(1).filter_map(Path::to_str);
        let mut there = above.map(|above| (above, self.entries(above)));
        let Some((above, Ok(entries))) = there.find(|(_, entries)| entries.is_ok()) else {
            return format!("there is no `{path}`");
        };
        let above = if above.is_empty() { "the workspace" } else { &format!("`{above}`") };
        let names: Vec<_> =
            entries.iter().take(NAMED).map(|entry| format!("`{}`", entry.marked())).collect();
        let held = match (names.as_slice(), entries.len().saturating_sub(NAMED)) {
            ([], _) => "nothing".to_owned(),
            (names, 0) => names.join(", "),
            (names, more) => format!("{} and {more} more", names.join(", ")),
        };
        format!("there is no `{path}`; {above} holds {held}")
    }
}

impl Entry {
    /// The name with a sign for what is no plain file: `/` a directory, `@` a link, `|` anything else.
    #[must_use]
    pub fn marked(&self) -> String {
        let sign = match self.kind {
            EntryKind::Directory => "/",
            EntryKind::File => "",
            EntryKind::Link => "@",
            EntryKind::Other => "|",
        };
        format!("{}{sign}", self.name)
    }
}

/// A path or a pattern that leads out.
pub(crate) fn outside(path: &str) -> ToolError {
    let text = format!("`{path}` leads out of the workspace; use a path relative to it");
    ToolError::new("OUTSIDE_WORKSPACE", text)
}

fn text(path: &str, bytes: Vec<u8>) -> Result<String, ToolError> {
    String::from_utf8(bytes).map_err(|error| {
        let text =
            format!("`{path}` is no UTF-8 text; `bash` can look at it, as in `xxd {path} | head`");
        ToolError::new("NOT_TEXT", text).with_source(error)
    })
}

/// Puts new text into a file that is open: it stays the file that links name, with its permissions.
fn replace(file: &mut File, content: &str) -> io::Result<()> {
    file.rewind()?;
    file.set_len(0)?;
    file.write_all(content.as_bytes())
}
