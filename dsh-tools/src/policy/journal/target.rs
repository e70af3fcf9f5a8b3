//! Where the lines go.

use crate::tool::{contain, discard};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Where the lines go. A writer of the host's may fail in all ways, and harms nobody.
pub(super) enum Target {
    File(File),
    /// None once it has panicked: what it is worth then, nobody knows.
    Other(Option<Box<dyn Write + Send>>),
}

/// Whether the file's last line has no end.
#[inline]
fn is_open_ended(file: &mut File) -> io::Result<bool> {
    // What is no file has nothing to be read again.
    if !file.metadata()?.is_file() || file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

impl Target {
    /// The end of a file, which is made where there is none. A line that was not written to its end is closed off.
    #[inline]
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if is_open_ended(&mut file)? {
            file.write_all(b"\n")?;
        }
        Ok(Self::File(file))
    }

    /// Writes as much as goes; how much that was.
    #[inline]
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|out| out.write(bytes)).map(|written| written.min(bytes.len()))
    }

    /// Hands on what a writer holds back itself.
    #[inline]
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(_) => Ok(()),
            Self::Other(_) => self.with(|out| out.flush()),
        }
    }

    /// Waits until all that was written is on the disk.
    #[inline]
    pub(super) fn sync(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.sync_data(),
            Self::Other(_) => Ok(()),
        }
    }

    #[inline]
    fn with<T>(&mut self, act: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
        let Self::Other(slot) = self else {
            let Self::File(file) = self else { return Err(gone()) };
            return act(file);
        };
        let Some(writer) = slot else { return Err(gone()) };
        match contain(|| act(writer)) {
            Ok(outcome) => outcome,
            Err(panicked) => {
                discard(slot.take());
                Err(io::Error::other(format!("the writer panicked: {panicked}")))
            }
        }
    }
}

#[inline]
fn gone() -> io::Error {
    io::Error::other("the writer is gone: it panicked")
}

impl Drop for Target {
    #[inline]
    fn drop(&mut self) {
        if let Self::Other(writer) = self {
            discard(writer.take());
        }
    }
}
