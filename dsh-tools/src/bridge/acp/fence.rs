//! Text of others within Markdown.

/// The text in a fence that is longer than any run of backticks in it.
pub(super) fn fenced(info: &str, text: &str) -> String {
    let mut longest = 0_usize;
    let mut run = 0_usize;
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest.saturating_add(1).max(3));
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{info}\n{text}{end}{fence}")
}

/// The name of a language, where it can stand behind a fence.
pub(super) fn language(lang: Option<&str>) -> &str {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '#' | '.' | '-');
    lang.filter(|lang| lang.len() <= 32 && lang.chars().all(is_plain)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_outlasts_what_it_holds() {
        assert_eq!(fenced("console", "a"), "```console\na\n```");
        assert_eq!(fenced("", "x\n"), "```\nx\n```");
        assert_eq!(fenced("", "```\nout\n```"), "````\n```\nout\n```\n````");
        assert_eq!(fenced("", "a ````` b"), "``````\na ````` b\n``````");
        assert_eq!(fenced("", ""), "```\n```");
    }

    #[test]
    fn a_language_is_a_word() {
        assert_eq!(language(Some("c++")), "c++");
        assert_eq!(language(Some("rust\n```\n# out")), "");
        assert_eq!(language(None), "");
    }
}
