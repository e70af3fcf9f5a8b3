//! What is refused and what is not.

use super::compile;

#[track_caller]
fn refuses(source: &str, fragment: &str) {
    let problems = compile(source).expect_err(source);
    assert_eq!(problems.len(), 1, "{source}: {problems:?}");
    assert!(problems[0].contains(fragment), "{source}: {}", problems[0]);
    assert!(!problems[0].ends_with('.'), "{}", problems[0]);
}

#[test]
fn constructs_of_one_engine_only() {
    refuses(r"(?i)abc", "`(?i)` is an inline flag");
    refuses(r"(?i:abc)", "`i` is an inline flag");
    refuses(r"\Aabc", "`\\A` is an anchor that ECMA-262 does not have: write `^`");
    refuses(r"abc\z", "write `$`");
    refuses(r"a\Bb", "`\\B` is an assertion");
    refuses(r"\b{start}a", "write `\\b`");
    refuses(r"\<a", "write `\\b`");
    refuses(r"\p{L}", "`\\p{L}` is a Unicode class");
    refuses(r"[\pL]", "`\\pL` is a Unicode class");
    refuses(r"[a[bc]]", "`[bc]` is a class in a class");
    refuses(r"[a-z&&b]", "`&&` in a class");
    refuses(r"[a-z--b]", "`--` in a class");
    refuses(r"[--a]", "`--` in a class");
    refuses(r"[^--a]", "`--` in a class");
    refuses(r"[a-z~~b]", "`~~` in a class");
    refuses(r"[[:alpha:]]", "`[:alpha:]` is a POSIX class");
    refuses(r"(?P<n>a)", "`n` is the name of a group in a form");
    refuses(r"(?<n.a>a)", "`n.a` is the name of a group in a form");
    refuses(r"\x{41}", "write `\\u{41}`");
    refuses(r"\U00000041", "write `\\u{41}`");
    refuses(r"\a", "write `\\x07`");
}

#[test]
fn constructs_of_ecma_only() {
    refuses(r"(?=a)", "look-around");
    refuses(r"(?!a)", "look-around");
    refuses(r"(?<=a)", "look-around");
    refuses(r"(?<!a)", "look-around");
    refuses(r"(a)\1", "`\\1` is a back-reference");
    refuses(r"\0", "back-reference");
    refuses(r"\cJ", "`\\c` is no escape");
    refuses(r"[\b]", "no regular expression");
}

#[test]
fn escapes() {
    for source in [r"\#", r"\&", r"\~", r"\-", r"\:", r#"\""#, r"\@", r"[\#]", r"\ "] {
        refuses(source, "is an escape that ECMA-262 does not have: write");
    }
    for source in
        [r"\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/", r"[\-\]\\\^]", r"\x41\u0041\u{1F600}\n\r\t\f\v"]
    {
        assert!(compile(source).is_ok(), "{source}");
    }
}

#[test]
fn brackets_are_escaped() {
    refuses(r"a]", "write `\\]`");
    refuses(r"a}", "write `\\}`");
    refuses(r"[]a]", "write `\\]`");
    refuses(r"[^]a]", "write `\\]`");
    refuses(r"{", "`{` repeats nothing");
    refuses(r"a{", "is no repetition");
    refuses(r"[[]", "class that is not closed");
    assert!(compile(r"[{}]").is_ok());
}

#[test]
fn repetitions() {
    refuses(r"a**", "`a**` is a repetition of a repetition");
    refuses(r"a{2}{3}", "is a repetition of a repetition");
    refuses(r"^*", "a repeated assertion");
    refuses(r"a{,3}", "is no repetition: write `{n}`");
    refuses(r"a{ 1, 3 }", "write `{1,3}`");
    refuses(r"*", "`*` repeats nothing: escape it as `\\*`");
    refuses(r"a{3,1}", "no regular expression");
    for source in [r"a*?b+?c??", r"a{2}b{2,}c{2,3}?", r"(?:a+)*"] {
        assert!(compile(source).is_ok(), "{source}");
    }
}

#[test]
fn what_is_no_pattern() {
    refuses("", "is empty");
    refuses("(", "unclosed group");
    refuses(")", "unopened group");
    refuses("[z-a]", "no regular expression");
    refuses(r"[\w-a]", "no regular expression");
}

#[test]
fn every_problem_is_told_once() {
    let problems = compile(r"\A\p{L}\p{L}\z").unwrap_err();
    assert_eq!(problems.len(), 3, "{problems:?}");
}

#[test]
fn the_core_is_accepted() {
    for source in [
        "^[a-z0-9_-]+$",
        r"^\d{4}-\d{2}-\d{2}$",
        "a|b|",
        "()",
        "(?:a|b)*",
        "(?<year>[0-9]{4})",
        ".",
        "[^\n]",
        "[a-]",
        "[-a]",
        "größe",
    ] {
        assert!(compile(source).is_ok(), "{source}");
    }
}
