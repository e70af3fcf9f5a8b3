//! Paths as people read them, and as protocols want them: by their text, whatever system they are of.
//!
//! An agent may run elsewhere than the editor that shows its work, so a path is told by how it is written, not by the
//! system that this is compiled for.

use std::borrow::Cow;
use std::path::Path;

/// The directory that a conversation is about.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    given: String,
    /// Where it really is, when it was given by way of a symbolic link.
    real: Option<String>,
}

impl Directory {
    /// The directory by this name, and by the one that the file system knows for it.
    pub(crate) fn new(path: &Path) -> Self {
        let given = path.to_string_lossy().into_owned();
        let real = if path.is_absolute() { std::fs::canonicalize(path).ok() } else { None };
        let real =
            real.map(|real| real.to_string_lossy().into_owned()).filter(|real| *real != given);
        Self { given, real }
    }

    /// As it was given.
    pub(crate) fn as_str(&self) -> &str {
        &self.given
    }

    /// The path as it is when it is absolute, else within this directory.
    pub(crate) fn absolute(&self, path: &str) -> String {
        let Some(own) = Parts::of(&self.given) else {
            return path.to_owned();
        };
        if Parts::of(path).is_some() {
            return path.to_owned();
        }
        let separator = if own.is_windows && self.given.contains('\\') { '\\' } else { '/' };
        let within = path.strip_prefix("./").unwrap_or(path);
        if matches!(within, "" | ".") {
            return self.given.clone();
        }
        let base = self.given.trim_end_matches(['/', '\\']);
        format!("{base}{separator}{within}")
    }

    /// The path from here, when it is absolute and strictly inside.
    pub(crate) fn relative(&self, path: &str) -> Option<String> {
        let path = Parts::of(path)?;
        let names = [Some(&self.given), self.real.as_ref()];
        names.into_iter().flatten().find_map(|name| Parts::of(name)?.to(&path))
    }

    /// The text with this path, wherever it stands in it, as it is from here.
    pub(crate) fn shorten<'a>(&self, text: &'a str, path: &str) -> Cow<'a, str> {
        let Some(relative) = self.relative(path) else {
            return Cow::Borrowed(text);
        };
        let mut out = String::new();
        let mut copied = 0;
        for (at, _) in text.match_indices(path) {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            // The end of another path is no mention of this one.
            if before.is_some_and(continues_path) {
                continue;
            }
            out.push_str(text.get(copied..at).unwrap_or_default());
            out.push_str(&relative);
            copied = at + path.len();
        }
        if copied == 0 {
            return Cow::Borrowed(text);
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Cow::Owned(out)
    }
}

fn continues_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '/' | '\\')
}

/// An absolute path, taken apart: what it says, without a look at any file system.
struct Parts<'a> {
    is_windows: bool,
    /// The drive, or the server and the share.
    root: [&'a str; 2],
    /// What follows, without `.` and with each `..` done.
    names: Vec<&'a str>,
    /// The separator that the path itself uses.
    separator: &'static str,
}

impl<'a> Parts<'a> {
    /// `None` when the path is not absolute.
    fn of(path: &'a str) -> Option<Self> {
        if path.starts_with('/') {
            let names = names(path.split('/'));
            return Some(Self { is_windows: false, root: ["", ""], names, separator: "/" });
        }
        let separator = if path.contains('\\') { "\\" } else { "/" };
        let windows = |root, rest: &'a str| {
            let names = names(rest.split(['/', '\\']));
            Some(Self { is_windows: true, root, names, separator })
        };
        let share = |rest: &'a str| {
            let (server, rest) = rest.split_once(['/', '\\'])?;
            let (share, rest) = rest.split_once(['/', '\\']).unwrap_or((rest, ""));
            windows([server, share], rest)
        };
        // The long form, which the system itself gives when it resolves a path.
        let path = match path.strip_prefix(r"\\?\") {
            Some(long) => match long.strip_prefix(r"UNC\") {
                Some(rest) => return share(rest),
                None => long,
            },
            None => path,
        };
        if let Some(rest) = path.strip_prefix(r"\\") {
            return share(rest);
        }
        let (drive, rest) = path.split_at_checked(1)?;
        let rest = rest.strip_prefix(':')?;
        let is_drive = drive.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_drive && rest.starts_with(['/', '\\']) { windows([drive, ""], rest) } else { None }
    }

    /// The way from here to a path that is strictly inside.
    fn to(&self, inside: &Parts<'_>) -> Option<String> {
        if self.is_windows != inside.is_windows {
            return None;
        }
        let same = |a: &str, b: &str| {
            if self.is_windows { a.to_lowercase() == b.to_lowercase() } else { a == b }
        };
        if !self.root.iter().zip(inside.root).all(|(a, b)| same(a, b)) {
            return None;
        }
        let (above, below) = inside.names.split_at_checked(self.names.len())?;
        let is_inside = !below.is_empty() && self.names.iter().zip(above).all(|(a, b)| same(a, b));
        is_inside.then(|| below.join(inside.separator))
    }
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    for name in all {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(path: &str) -> Directory {
        Directory { given: path.to_owned(), real: None }
    }

    #[test]
    fn inside_is_strict_and_goes_by_segments() {
        let work = directory("/w/project");
        for (path, expected) in [
            ("/w/project/src/a.rs", Some("src/a.rs")),
            ("/w/project/..cache/x", Some("..cache/x")),
            ("/w/project/...", Some("...")),
            ("/w/project//./src/", Some("src")),
            ("/w/project/a/../b", Some("b")),
            ("/w/project", None),
            ("/w/project/", None),
            ("/w/project/a/..", None),
            ("/w/project/../other", None),
            ("/w/project/../../../../w/project/a", Some("a")),
            ("/w/projects/a", None),
            ("/W/project/a", None),
            ("src/a.rs", None),
            ("", None),
            ("..", None),
            (r"\w\project\a", None),
        ] {
            assert_eq!(work.relative(path).as_deref(), expected, "{path}");
        }
        assert_eq!(directory("/").relative("/etc").as_deref(), Some("etc"));
        assert_eq!(directory("w/project").relative("/w/project/a"), None, "it is not absolute");
    }

    #[test]
    fn windows_paths_are_paths_on_every_system() {
        let work = directory(r"C:\Code\App");
        for (path, expected) in [
            (r"C:\Code\App\src\a.rs", Some(r"src\a.rs")),
            ("c:/code/app/src/a.rs", Some("src/a.rs")),
            (r"C:\Code/App\src/a.rs", Some(r"src\a.rs")),
            (r"\\?\C:\Code\App\a", Some("a")),
            (r"C:\Code\App\..cache\x", Some(r"..cache\x")),
            (r"C:\Code\App\..\x", None),
            (r"D:\Code\App\a", None),
            (r"C:Code\App\a", None),
            ("/Code/App/a", None),
        ] {
            assert_eq!(work.relative(path).as_deref(), expected, "{path}");
        }
        let share = directory(r"\\server\share\app");
        assert_eq!(share.relative(r"\\SERVER\share\app\a").as_deref(), Some("a"));
        assert_eq!(share.relative(r"\\?\UNC\server\share\app\a").as_deref(), Some("a"));
        assert_eq!(share.relative(r"\\server\other\app\a"), None);
    }

    #[test]
    fn every_mention_is_shortened_and_no_other_path() {
        let work = directory("/w");
        let short = |text: &str| work.shorten(text, "/w/a").into_owned();
        assert_eq!(short("cp /w/a '/w/a' to:/w/a"), "cp a 'a' to:a");
        assert_eq!(short("/w/ab and /x/w/a"), "ab and /x/w/a");
        assert_eq!(short("nothing"), "nothing");
        assert_eq!(work.shorten("Read /w", "/w"), "Read /w");
        assert_eq!(work.shorten("x", ""), "x");
    }

    #[test]
    fn relative_paths_are_within_the_directory() {
        assert_eq!(directory("/w/").absolute("src/a.rs"), "/w/src/a.rs");
        assert_eq!(directory("/w").absolute("./a"), "/w/a");
        assert_eq!(directory("/w").absolute("."), "/w");
        assert_eq!(directory("/w").absolute("/etc/../x"), "/etc/../x");
        assert_eq!(directory("/").absolute("a"), "/a");
        assert_eq!(directory(r"C:\w").absolute(r"src\a"), r"C:\w\src\a");
        assert_eq!(directory("/w").absolute(r"C:\x"), r"C:\x");
        assert_eq!(directory("w").absolute("a"), "a", "nothing can be made of it");
    }
}
