//! Where links lead: OSC 8, as <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda> has it.

use super::Terminal;
use std::fmt::Write;

/// Bytes of an address that terminals take.
const MOST_BYTES: usize = 2083;

impl Terminal {
    /// The address of a file, and of a line in it.
    pub(super) fn file_link(&self, path: &str, line: Option<u64>) -> Option<String> {
        let path = self.links()?.join(path);
        let path = path.to_str()?;
        if path.len() > MOST_BYTES {
            return None;
        }
        // What follows `file://` is a host unless it begins with a slash, and one slash only: nobody else's computer is
        // asked for a file.
        let mut uri = String::from("file:///");
        let slashes = |c: char| c == '/' || (cfg!(windows) && c == '\\');
        for part in path.split(slashes).filter(|part| !part.is_empty()) {
            if !uri.ends_with('/') {
                uri.push('/');
            }
            encode(&mut uri, part);
        }
        if let Some(line) = line {
            let _infallible = write!(uri, "#{line}");
        }
        (uri.len() <= MOST_BYTES).then_some(uri)
    }

    /// The address of a page, if it is one.
    pub(super) fn page_link(&self, url: &str) -> Option<String> {
        self.links()?;
        let is_page = ["https://", "http://"].iter().any(|scheme| {
            url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        // One with other characters is none, or one that is to look like another.
        let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic());
        (is_page && is_plain && url.len() <= MOST_BYTES).then(|| url.to_owned())
    }
}

/// Writes a part of a path so that it means nothing else.
fn encode(uri: &mut String, part: &str) {
    for byte in part.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _infallible = write!(uri, "%{byte:02X}");
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn links() -> Terminal {
        Terminal::plain().color(true).hyperlinks("/srv/a b")
    }

    #[test]
    fn paths_are_absolute_and_mean_nothing_else() {
        let link = |path| links().file_link(path, None).unwrap();
        assert_eq!(link("src/main.rs"), "file:///srv/a%20b/src/main.rs");
        assert_eq!(link("/etc/passwd"), "file:///etc/passwd");
        assert_eq!(link("ä#?%\u{1b}\\x"), "file:///srv/a%20b/%C3%A4%23%3F%25%1B%5Cx");
        assert_eq!(links().file_link("a", Some(7)).as_deref(), Some("file:///srv/a%20b/a#7"));
    }

    #[test]
    fn no_path_names_another_computer() {
        for path in ["//evil.example/share", "////evil.example/share"] {
            assert_eq!(links().file_link(path, None).unwrap(), "file:///evil.example/share");
        }
    }

    #[test]
    fn pages_are_of_the_web_and_nothing_else() {
        assert!(links().page_link("HTTPS://example.org/?a=b#c").is_some());
        for url in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "https://a b",
            "https://a\u{1b}\\",
            "https://exämple.org",
            "",
        ] {
            assert_eq!(links().page_link(url), None, "{url:?}");
        }
        assert_eq!(links().page_link(&format!("https://{}", "x".repeat(3000))), None);
        assert_eq!(links().file_link(&"x".repeat(1 << 20), None), None);
        assert_eq!(Terminal::plain().hyperlinks("/").page_link("https://example.org"), None);
    }
}
