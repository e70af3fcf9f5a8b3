//! Grants in a file.

use super::{Grant, GrantStore};

use crate::tool::ToolError;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Keeps grants in a file: one in a line, as JSON.
///
/// A change is written beside the file and put in its place when it is on the disk: whatever happens meanwhile, there is
/// either what was or what is, and never a half. On Unix only its owner reads it. It writes where it is called.
///
/// Whoever can write the file can grant: keep it where no tool of the model's writes, outside of its workspace. On Unix a
/// file that others than its owner may write is not read. One process keeps its grants in one file; where two do, the last
/// one that writes has its way.
///
/// ```
/// use dsh_tools::{FileGrantStore, GrantLedger};
///
/// # let folder = std::env::temp_dir().join(format!("dsh-grants-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("grants.jsonl");
/// let store = FileGrantStore::new(path);
/// let kept = store.load()?;
/// for fault in &kept.faults {
///     eprintln!("{fault}");
/// }
/// let ledger = GrantLedger::resume(store, kept.grants);
/// # let _ = ledger;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct FileGrantStore {
    path: PathBuf,
    /// Lines that are no grants: they stay. None before the file was read.
    unread: Mutex<Option<Vec<String>>>,
}

/// What is in a file of grants.
///
/// ```
/// fn is_whole(kept: &dsh_tools::KeptGrants) -> bool { kept.faults.is_empty() }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptGrants {
    /// The grants, in the order in which they were given.
    pub grants: Vec<Grant>,
    /// Lines that are none.
    pub faults: Vec<GrantFault>,
}

/// A line of a file that is no grant. It grants nothing, and stays in the file.
///
/// ```
/// fn log(fault: &dsh_tools::GrantFault) { eprintln!("{fault}") }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrantFault {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for GrantFault {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: this is no grant: {}", self.path.display(), self.line, self.why)
    }
}

impl std::error::Error for GrantFault {}

/// Bytes that a file of grants may have.
const LONGEST: u64 = 16 << 20;

impl FileGrantStore {
    /// A store in this file. Its folder is there; the file need not be.
    ///
    /// ```
    /// let store = dsh_tools::FileGrantStore::new("grants.jsonl");
    /// # let _ = store;
    /// ```
    #[inline]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), unread: Mutex::default() }
    }

    /// What is kept: nothing where there is no file. Empty lines and those that start with `#` are passed over.
    ///
    /// # Errors
    /// The file cannot be read, others may write it, it is no UTF-8, or it has more than 16 MiB. What is wrong with single
    /// lines are [`faults`](KeptGrants::faults).
    ///
    /// ```
    /// # let path = std::env::temp_dir().join("dsh-no-such-grants.jsonl");
    /// assert!(dsh_tools::FileGrantStore::new(path).load()?.grants.is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn load(&self) -> io::Result<KeptGrants> {
        let mut text = String::new();
        match File::open(&self.path) {
            Ok(file) => {
                refuse_what_others_write(&file)?;
                file.take(LONGEST + 1).read_to_string(&mut text)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        if text.len() as u64 > LONGEST {
            return Err(io::Error::other("the file of grants has more than 16 MiB"));
        }
        let (mut kept, mut unread) = (KeptGrants::default(), Vec::new());
        for (line, text) in (1..).zip(text.lines()) {
            let is_note = text.trim_start().starts_with('#');
            if is_note || text.trim().is_empty() {
                unread.extend(is_note.then(|| text.to_owned()));
                continue;
            }
            match serde_json::from_str(text) {
                Ok(grant) => kept.grants.push(grant),
                Err(error) => {
                    let (path, why) = (self.path.clone(), error.to_string());
                    kept.faults.push(GrantFault { path, line, why });
                    unread.push(text.to_owned());
                }
            }
        }
        *self.unread.lock().unwrap_or_else(PoisonError::into_inner) = Some(unread);
        Ok(kept)
    }

    #[inline]
    fn write(&self, grants: &[Grant]) -> io::Result<()> {
        let mut text = String::new();
        {
            let unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
            if unread.is_none() && self.path.exists() {
                return Err(io::Error::other("what it holds was not read: `load` it first"));
            }
            for line in unread.iter().flatten() {
                text.push_str(line);
                text.push('\n');
            }
        }
        for grant in grants {
            text.push_str(&serde_json::to_string(grant)?);
            text.push('\n');
        }
        // Behind a link it is the file that is replaced, not the link.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_not_there| self.path.clone());
        let beside = beside(&path);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&beside)?;
        let written = file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::rename(&beside, &path));
        if written.is_err() {
            // Where even this fails, the first failure says more.
            let _as_well = fs::remove_file(&beside);
            return written;
        }
        sync_folder(&path);
        Ok(())
    }
}

/// A name beside the file that nobody else has.
#[inline]
fn beside(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{number}-{:08x}.new", std::process::id(), fastrand::u32(..)));
    path.with_file_name(name)
}

/// So that after a loss of power the new file is found, and not the old one. A folder that cannot be opened for it leaves
/// that to the system.
#[cfg_attr(not(unix), allow(unused_variables, reason = "folders are no files there"))]
#[inline]
fn sync_folder(path: &Path) {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let _synced = File::open(folder.unwrap_or(Path::new("."))).and_then(|it| it.sync_all());
    }
}

/// A file that others may write says what they want.
#[cfg_attr(
    not(unix),
    allow(unused_variables, clippy::unnecessary_wraps, reason = "nobody can tell")
)]
#[inline]
fn refuse_what_others_write(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&file.metadata()?.permissions()) & 0o022 != 0 {
        return Err(io::Error::other("others than its owner may write the file of grants"));
    }
    Ok(())
}

impl GrantStore for FileGrantStore {
    #[inline]
    fn save(&self, grants: &[Grant]) -> Result<(), ToolError> {
        self.write(grants).map_err(|error| {
            ToolError::msg(format!("{}: {error}", self.path.display())).with_source(error)
        })
    }
}
