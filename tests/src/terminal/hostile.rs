//! Content that is there to mislead, to hide, or to cost.

use super::screen::{Screen, without_looks};
use dsh_tools::bridge::terminal::{Ended, Terminal};
use dsh_tools::prelude::*;
use dsh_tools::view::{FileMatches, WebSource};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr as _;

/// The same text wherever a card holds one.
fn everywhere(text: &str) -> Vec<(ToolCallView, ToolResultView, ToolExecutionResult)> {
    let success =
        || ToolExecutionResult::success(FrozenJson::empty_object()).with_content(text.to_owned());
    let calls: [ToolCallView; 4] = [
        ToolCallView::generic(text)
            .content(text)
            .location(FileLocation::new(text).line(3))
            .location(text)
            .raw_input(FrozenJson::from_serialize(&[text]).unwrap())
            .into(),
        ToolCallView::generic("title").location(text).into(),
        ToolCallView::terminal(text).description(text).cwd(text).into(),
        ToolCallView::diff(text, [FileDiff::new(text, text, "x"), FileDiff::created("a", text)])
            .into(),
    ];
    let cards: [ToolResultView; 9] = [
        ToolResultView::generic()
            .title(text)
            .content(text)
            .content(ContentBlock::image(text, text))
            .into(),
        ToolResultView::generic().content(ContentBlock::resource_link(text, text)).into(),
        ToolResultView::terminal(text).title(text).signal(text).into(),
        ToolResultView::diff([FileDiff::new(text, "x", text), FileDiff::new(text, text, text)])
            .title(text)
            .into(),
        ToolResultView::read(text, u64::MAX - 1, [text]).title(text).lang(text).into(),
        ToolResultView::found_lines([FileMatches::new(text, [(u64::MAX, text)])])
            .title(text)
            .into(),
        ToolResultView::found_paths([text]).title(text).into(),
        ToolResultView::web_search([
            WebSource::new(text).title(text).snippet(text).published_at(text),
            WebSource::new(text),
        ])
        .title(text)
        .answer(text)
        .into(),
        ToolResultView::web_fetch(text, 65535).title(text).into(),
    ];
    let mut all: Vec<_> = Vec::new();
    all.extend(cards.into_iter().map(|card| (calls[0].clone(), card, success())));
    for call in calls {
        let failure = ToolExecutionResult::failure(ToolError::new("CODE", text));
        all.push((call, ToolResultView::generic().into(), failure));
    }
    all
}

/// Everything that is drawn of it.
fn drawn(terminal: &Terminal, text: &str) -> String {
    let mut out = String::new();
    for (call, card, result) in everywhere(text) {
        let ended = Ended::of(&card, &result);
        out.push_str(&terminal.card(&call, &ended));
        out.push_str(&terminal.body(&call, &ended.without_changes().without_output()));
        out.push_str(&terminal.changes(&call));
        let log = terminal.log_line(&call, Some(&ended));
        assert_eq!(log.matches('\n').count(), 1, "{log:?}");
        out.push_str(&log);
    }
    let mut live = terminal.live();
    out.push_str(&live.push(text));
    out.push_str(&live.finish());
    out
}

/// Draws it in colour and plain on several widths, and holds it to what is promised of everything.
#[track_caller]
fn safe(text: &str) -> String {
    for width in [20, 40, 120] {
        let terminal = Terminal::plain().width(width).color(true).hyperlinks("/code");
        let colored = drawn(&terminal, text);
        Screen::of(&colored, width);
        let plain = without_looks(&colored);
        assert_eq!(plain, drawn(&terminal.color(false), text));
        for row in plain.lines() {
            assert!(row.width() <= width, "{row:?} is wider than {width}");
        }
        nothing_hidden(&plain);
    }
    let plain = drawn(&Terminal::plain(), text);
    nothing_hidden(&plain);
    plain
}

/// A character that moves the cursor, or that is not seen where it stands.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[track_caller]
fn nothing_hidden(plain: &str) {
    let hidden = plain.chars().find(|c| *c != '\n' && is_hidden(*c));
    assert_eq!(hidden, None, "{plain}");
}

#[test]
fn control_characters_are_seen() {
    let all: String = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}').collect();
    let text = safe(&all);
    assert!(text.contains("\\u{7}\\u{8}"), "{text}");
    assert!(text.contains("\\u{9b}\\u{9c}"), "{text}");
}

#[test]
fn escape_sequences_are_seen_and_do_nothing() {
    for sequence in [
        "\u{1b}[2J\u{1b}[H",
        "\u{1b}]0;title\u{7}",
        "\u{1b}]52;c;aGVsbG8=\u{1b}\\",
        "\u{1b}]8;;https://evil.example\u{1b}\\click\u{1b}]8;;\u{1b}\\",
        "\u{1b}P+q544e\u{1b}\\",
        "\u{1b}[?1049h",
        "\u{1b}c",
        "\u{9b}31m\u{9d}0;t\u{9c}",
        // What is left of it once colours are taken away is a sequence again.
        "\u{1b}\u{1b}[m[2J",
        "\u{1b}[31\u{1b}[m;1m",
    ] {
        let text = safe(&format!("before{sequence}after"));
        assert!(text.contains("before\\u{"), "{text}");
        assert!(text.contains("after"), "{text}");
    }
}

#[test]
fn text_that_is_reordered_is_seen_in_its_order() {
    let text = safe("access\u{202e}gpj.exe\u{2066}x\u{2069}\u{61c}");
    assert!(text.contains("access\\u{202e}gpj.exe\\u{2066}x\\u{2069}\\u{61c}"), "{text}");
}

#[test]
fn what_has_no_width_is_seen() {
    let text = safe("rm\u{200b} -rf\u{feff}\u{2060}\u{ad}\u{e0041}");
    assert!(text.contains("rm\\u{200b} -rf\\u{feff}\\u{2060}\\u{ad}\\u{e0041}"), "{text}");
    // A mark of its own does not go to the margin.
    assert!(safe("\u{301}x").contains("  | \\u{301}x"));
}

#[test]
fn markup_is_text() {
    let text = "<b>bold</b> [link](javascript:alert(1)) `code` **x** &amp; \u{60}\u{60}\u{60}";
    assert!(safe(text).contains(&format!("● {text}\n")));
}

/// What a command wrote over is not hidden by it.
#[test]
fn what_is_written_over_is_seen() {
    let text = safe("rm -rf /\rls      ");
    assert!(text.contains("  | rm -rf /\n  | ls\n"), "{text}");
    // Elsewhere there are no lines to be written over.
    assert!(text.contains("● rm -rf /\\u{d}ls"), "{text}");
    assert!(safe("a\u{8}b").contains("a\\u{8}b"));
}

/// No text poses as a card, an answer or an end.
#[test]
fn every_line_stands_behind_a_margin() {
    let text = safe("x\n● Read a.txt\n✗ DENIED\nexit 0\n> ls\n");
    for line in text.lines() {
        assert!(line.is_empty() || line.starts_with(['●', '✗', '✓', ' ']), "{line:?}");
        assert!(!line.starts_with("● Read") && !line.starts_with("✗ DENIED"), "{line:?}");
    }
}

#[test]
fn tabs_move_nothing() {
    let text = safe("\ta\tb\t\t\tc");
    assert!(!text.contains('\t'));
    assert!(text.contains("  |     a   b           c\n"), "{text}");
}

#[test]
fn wide_characters_end_at_the_edge() {
    safe(&"日本語テキスト".repeat(40));
    safe(&"👩\u{200d}👩\u{200d}👧".repeat(40));
    safe(&"🇩🇪👍🏽❤\u{fe0f}".repeat(40));
    safe(&"e\u{301}\u{302}".repeat(200));
    safe(&("a".to_owned() + &"\u{301}".repeat(5000)));
    safe("\u{1112}\u{1161}\u{11ab} ਕ੍ਰ क्षि \u{0e33}");
}

/// Draws the text as what a command wrote, as a title, as a change and as a failure.
fn cost(text: &str) {
    let card = ToolResultView::from(ToolResultView::terminal(text));
    let call = ToolCallView::from(ToolCallView::write("a.txt", text));
    let failure = ToolExecutionResult::failure(ToolError::msg(text.to_owned()));
    let success = ToolExecutionResult::success(FrozenJson::empty_object());
    let terminal = Terminal::plain().width(40);
    let drawn = terminal.card(&call, &Ended::of(&card, &success))
        + &terminal.card(&call, &Ended::of(&card, &failure))
        + &terminal.log_line(&call, Some(&Ended::of(&card, &failure)));
    let start: String = text.chars().take(4).collect();
    assert!(drawn.len() < 100_000, "{start:?}: {}", drawn.len());
    assert!(drawn.contains(" more "), "{start:?}: {drawn}");
}

/// Little is drawn of it, and the rest is counted.
#[test]
fn lines_of_ten_megabytes_are_cut() {
    cost(&"x".repeat(10_000_000));
}

#[test]
fn lines_of_any_character_are_cut() {
    for c in ["日", "\u{301}", "\u{1b}", "\r", "\t", " ", "\u{202e}", "\u{1b}[m", "🇩🇪\u{200d}"]
    {
        cost(&c.repeat(500_000 / c.len()));
    }
}

#[test]
fn many_lines_are_folded() {
    let text = "a\n".repeat(100_000);
    let drawn = drawn(&Terminal::plain(), &text);
    assert!(drawn.len() < 100_000, "{}", drawn.len());
    assert!(drawn.contains("… 99980 more lines"), "{drawn}");
}

/// Of many changes a few are looked at.
#[test]
fn many_changes_are_folded() {
    let (old, new) = ("a\n".repeat(3000), "b\n".repeat(3000));
    let diffs = (0..1000).map(|at| FileDiff::new(at.to_string(), &old, &new));
    let call = ToolCallView::from(ToolCallView::diff("Rewrite all", diffs));
    let drawn = Terminal::plain().changes(&call);
    assert!(drawn.ends_with("  … 5960 more lines\n  … 999 more changes\n"), "{drawn}");
}

#[test]
fn widths_that_are_none_are_widths() {
    for width in [0, 1, 2, 19, usize::MAX, usize::MAX / 2] {
        let drawn =
            drawn(&Terminal::plain().width(width).color(true), "日本語 a long text\n\tof 2 lines");
        Screen::of(&drawn, width.clamp(20, 1000));
        let fewest = Terminal::plain().width(width).most_lines(0).most_diff_lines(0);
        assert!(
            fewest.changes(&ToolCallView::write("a", "1\n2\n3\n").into()).contains("1 more line")
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Whatever it is.
    #[test]
    fn any_text_is_safe(text in "(\\PC|\\p{Cc}|\\p{Cf}|\\p{M}|\u{1b}[\\[\\]P][0-9;]{0,4}[a-zA-Z]|[ \t\r\n]){0,60}") {
        safe(&text);
    }
}
