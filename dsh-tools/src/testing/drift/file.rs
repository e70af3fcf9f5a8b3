//! The file that is committed.

use super::snapshot::SchemaSnapshot;
use crate::testing::fail::{Counted, fail};
use crate::tool::ToolSchema;
use std::path::Path;
use std::{env, fs, io};

/// How to accept what changed.
const BLESS: &str = "DSH_BLESS=1 cargo test";

/// What may be done where the file and the schemas disagree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// The file is written anew.
    pub(super) bless: bool,
    /// Nobody is there to commit a file that is written.
    pub(super) ci: bool,
}

impl Mode {
    #[inline]
    fn of_environment() -> Self {
        let is_set = |name: &str| {
            env::var_os(name)
                .is_some_and(|value| !matches!(value.to_str(), Some("" | "0" | "false")))
        };
        Self { bless: is_set("DSH_BLESS"), ci: is_set("CI") }
    }
}

/// See [`assert_no_drift!`](crate::testing::assert_no_drift).
#[track_caller]
#[inline]
pub fn assert_no_drift(package: &str, path: &Path, schemas: &[ToolSchema]) {
    let file = Path::new(package).join(path);
    if let Err(why) = check(&file, path, schemas, Mode::of_environment()) {
        fail(&why);
    }
}

/// Why it cannot stay as it is.
#[inline]
pub(super) fn check(
    file: &Path,
    path: &Path,
    schemas: &[ToolSchema],
    mode: Mode,
) -> Result<(), String> {
    let now = SchemaSnapshot::of(schemas);
    let shown = path.display();
    let kept = match fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{shown} cannot be read: {error}")),
    };
    match kept {
        None if mode.bless || !mode.ci => write(file, path, &now),
        None => Err(format!(
            "{shown} is missing\n\nWrite it by `{BLESS}` where you work, read it, and commit it."
        )),
        Some(text) => {
            let text = text.replace("\r\n", "\n");
            // What was written by hand or by an older version may differ in its blanks.
            if mode.bless && text != now.to_string() {
                return write(file, path, &now);
            }
            let kept = SchemaSnapshot::parse(&text).map_err(|error| {
                format!("{shown} is no snapshot of schemas: {error}\n\n`{BLESS}` writes it anew.")
            })?;
            let drift = kept.drift_to(&now);
            if drift.is_empty() {
                return Ok(());
            }
            let count = Counted(drift.changes().len(), "change");
            let breaking = match drift.breaking() {
                0 => "none of them breaking".to_owned(),
                breaking => format!("{breaking} of them breaking"),
            };
            Err(format!(
                "the schemas are not those of {shown}: {count}, {breaking}\n\n{drift}\n\n\
                 If this is meant, accept it by `{BLESS}`, and commit the file."
            ))
        }
    }
}

#[inline]
fn write(file: &Path, path: &Path, now: &SchemaSnapshot) -> Result<(), String> {
    let written = match file.parent() {
        Some(folder) => fs::create_dir_all(folder),
        None => Ok(()),
    };
    written
        .and_then(|()| fs::write(file, now.to_string()))
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    eprintln!("{} is written; read it, and commit it", path.display());
    Ok(())
}
