//! A folder of texts that were cut.

use super::store::SpillStore;
use crate::tool::{ToolError, ToolExecution};
use std::collections::{HashSet, VecDeque};
use std::fs::{DirBuilder, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps texts as files in a folder, and gives a model their paths. A cheap handle.
///
/// A file is called after the tool and the id of the call, `bash-call_1.txt`; what is no letter, digit, `-` or `_` of
/// ASCII is replaced, so no name leads out of the folder. It is always a new file: nothing is overwritten and no link is
/// followed. A name that was given out is not given out again, also when its file is gone: who reads a path later gets
/// that text or none. On Unix only its owner can read it, and a folder that was not there is only his, too.
///
/// What is kept is bounded: [`max_files`](Self::max_files), [`max_bytes`](Self::max_bytes). Beyond that the oldest files
/// that this store has written go first; files that it did not write are nobody's but the host's to remove.
///
/// Within a tokio runtime it writes on the threads for blocking work, elsewhere where it is called.
///
/// ```
/// use dsh_tools::{FileSpillStore, OutputLimit, ToolRegistry};
///
/// let store = FileSpillStore::new("cache/spill").shown_as("spill");
/// ToolRegistry::new().policy(OutputLimit::new(20_000).spill(store));
/// ```
#[derive(Clone, Debug)]
pub struct FileSpillStore {
    folder: PathBuf,
    shown_as: Option<String>,
    most_files: usize,
    most_bytes: u64,
    kept: Arc<Mutex<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The oldest first.
    written: VecDeque<Written>,
    names: Names,
}

/// The names that were given out, as numbers: of two names that have one number the second is not used, which is no
/// harm.
#[derive(Debug, Default)]
struct Names {
    given: HashSet<u64>,
    by: RandomState,
}

/// Names that are remembered; whoever has given out so many gives out such as nobody comes by again.
const REMEMBERED: usize = 1 << 16;

impl Names {
    #[inline]
    fn is_full(&self) -> bool {
        self.given.len() >= REMEMBERED
    }

    #[inline]
    fn has(&self, name: &str) -> bool {
        self.given.contains(&self.by.hash_one(name))
    }

    #[inline]
    fn add(&mut self, name: &str) {
        if !self.is_full() {
            self.given.insert(self.by.hash_one(name));
        }
    }
}

#[derive(Debug)]
struct Written {
    path: PathBuf,
    bytes: u64,
}

impl FileSpillStore {
    /// A store in this folder, which is made when the first text is kept: of 1,000 files and 1 GiB at most.
    ///
    /// ```
    /// use dsh_tools::FileSpillStore;
    /// let store = FileSpillStore::new("target/spill");
    /// # let _ = store;
    /// ```
    #[inline]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            shown_as: None,
            most_files: 1000,
            most_bytes: 1 << 30,
            kept: Arc::default(),
        }
    }

    /// What stands for the folder where a model reads of it: as its tools for reading know it.
    ///
    /// ```
    /// use dsh_tools::FileSpillStore;
    /// let store = FileSpillStore::new("/srv/workspace/.spill").shown_as(".spill");
    /// # let _ = store;
    /// ```
    #[must_use]
    #[inline]
    pub fn shown_as(mut self, folder: impl Into<String>) -> Self {
        self.shown_as = Some(folder.into());
        self
    }

    /// How many files are kept. 0 is 1.
    ///
    /// ```
    /// use dsh_tools::FileSpillStore;
    /// let store = FileSpillStore::new("target/spill").max_files(100);
    /// # let _ = store;
    /// ```
    #[must_use]
    #[inline]
    pub fn max_files(mut self, most: usize) -> Self {
        self.most_files = most.max(1);
        self
    }

    /// How many bytes are kept, of all files together. A text that is longer by itself is not kept at all.
    ///
    /// ```
    /// use dsh_tools::FileSpillStore;
    /// let store = FileSpillStore::new("target/spill").max_bytes(64 << 20);
    /// # let _ = store;
    /// ```
    #[must_use]
    #[inline]
    pub const fn max_bytes(mut self, most: u64) -> Self {
        self.most_bytes = most;
        self
    }

    #[inline]
    fn write(&self, stem: &str, text: &str) -> Result<String, ToolError> {
        let bytes = text.len() as u64;
        if bytes > self.most_bytes {
            return Err(ToolError::msg(format!(
                "{bytes} bytes are more than the {} that may be kept",
                self.most_bytes
            )));
        }
        // One at a time: so there is always room for what is written.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.make_room(&mut kept.written, bytes);
        make_folder(&self.folder)?;
        let (name, mut file) = create(&self.folder, stem, &kept.names)?;
        let path = self.folder.join(&name);
        if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.flush()) {
            drop(file);
            // Half a text is worse than none. Where even this fails, the first failure says more.
            let _as_well = std::fs::remove_file(&path);
            return Err(error.into());
        }
        let locator = match &self.shown_as {
            Some(folder) => Some(format!("{}/{name}", folder.trim_end_matches('/'))),
            None => path.to_str().map(str::to_owned),
        };
        kept.names.add(&name);
        kept.written.push_back(Written { path, bytes });
        locator
            .ok_or_else(|| ToolError::msg("the folder's path is no text: say what it is shown as"))
    }

    /// Removes the oldest files until one more of so many bytes may be there.
    #[inline]
    fn make_room(&self, written: &mut VecDeque<Written>, bytes: u64) {
        let mut kept = written.iter().map(|file| file.bytes).sum::<u64>();
        while written.len() >= self.most_files || kept.saturating_add(bytes) > self.most_bytes {
            let Some(oldest) = written.pop_front() else {
                return;
            };
            // It may be gone already, and what cannot be removed is not asked for again.
            let _gone = std::fs::remove_file(&oldest.path);
            kept = kept.saturating_sub(oldest.bytes);
        }
    }
}

impl SpillStore for FileSpillStore {
    #[inline]
    async fn store(&self, call: ToolExecution, text: Arc<str>) -> Result<String, ToolError> {
        let stem = format!("{}-{}", safe(call.name()), safe(call.call_id()));
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return self.write(&stem, &text);
        };
        let store = self.clone();
        let thread = runtime.spawn_blocking(move || store.write(&stem, &text));
        thread.await.unwrap_or_else(|stopped| Err(stopped.into()))
    }
}

/// Characters of a tool's name, and of an id, in a file's name.
const LONGEST: usize = 48;

/// A part of a file's name, whatever somebody made up.
#[inline]
fn safe(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    text.chars().take(LONGEST).map(plain).collect()
}

/// Names that are tried in turn; then names that nobody else comes by.
const NUMBERED: u32 = 100;

/// A new file. `create_new` takes neither a file nor a link that is there.
#[inline]
fn create(folder: &Path, stem: &str, given: &Names) -> Result<(String, File), ToolError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let first = if given.is_full() { NUMBERED + 1 } else { 1 };
    for number in first..=NUMBERED + 8 {
        let name = match number {
            1 => format!("{stem}.txt"),
            2..=NUMBERED => format!("{stem}-{number}.txt"),
            _ => format!("{stem}-{:016x}.txt", fastrand::u64(..)),
        };
        if given.has(&name) {
            continue;
        }
        match options.open(folder.join(&name)) {
            Ok(file) => return Ok((name, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ToolError::msg("there is no free name left in the folder"))
}

#[inline]
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
