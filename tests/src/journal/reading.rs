//! Files as crashes, editors and attackers leave them.

use super::{called, done, outcomes, read, started, words};
use dsh_tools::{Journal, JournalEntry, JournalProblem, JournalReader};
use proptest::prelude::*;
use std::io::{self, BufReader, Read};

/// A journal with calls of two ids, a question and texts of several bytes a character.
fn whole() -> String {
    let key = format!("7.{}.grün", "0".repeat(64));
    let asked = format!(
        "{{\"type\":\"approval/asked\",\"time\":2,\"execution\":\"a-2\",\"key\":\"{key}\",\"tool\":\"t\",\"digest\":\"{}\",\"reason\":\"日本\"}}\n",
        "0".repeat(64)
    );
    let decided = format!(
        "{{\"type\":\"approval/decided\",\"time\":2,\"execution\":\"a-2\",\"key\":\"{key}\",\"decision\":\"rejected\",\"words\":\"nein, 🙂\"}}\n"
    );
    [
        called("a-1", "one"),
        called("a-2", "grün"),
        started("a-1"),
        asked,
        decided,
        done("a-1", "one"),
        done("a-2", "grün"),
    ]
    .concat()
}

#[test]
fn a_journal_cut_off_at_any_byte_loses_the_last_line_at_most() {
    let text = whole();
    let all = read(&text);
    assert_eq!((all.lines().len(), all.errors().len(), all.torn()), (7, 0, None));
    for end in 0..=text.len() {
        let prefix = &text.as_bytes()[..end];
        let mut journal = Journal::from_reader(prefix);
        assert!(journal.errors().is_empty(), "cut at {end}: {:?}", journal.errors());
        let ends = prefix.split(|byte| *byte == b'\n').count() - 1;
        let rest =
            prefix.len() - prefix.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // A line that lacks nothing but its end is read.
        let is_whole = text.as_bytes().get(end) == Some(&b'\n') && rest > 0;
        assert_eq!(journal.lines(), &all.lines()[..ends + usize::from(is_whole)], "cut at {end}");
        match journal.torn() {
            None => assert!(rest == 0 || is_whole, "cut at {end}"),
            Some(torn) => assert_eq!((torn.number, torn.bytes), (ends as u64 + 1, rest)),
        }
        journal.repair();
        assert!(journal.calls().iter().all(|call| call.result.is_some()), "cut at {end}");
    }
}

#[test]
fn a_bad_line_is_an_error_with_its_number_and_the_others_are_read() {
    let text = [
        called("a-1", "one"),
        "{\"type\":\"tool/call\"}\n".to_owned(),
        "\r\n\n".to_owned(),
        "nothing\n".to_owned(),
        "[]\n".to_owned(),
        "{\"type\":7}\n".to_owned(),
        "{\"no\":\"type\"}\n".to_owned(),
        started("a-1").replace('\n', "\r\n"),
        "{\"type\":\"approval/decided\",\"time\":1,\"execution\":\"a-1\",\"key\":\"x\",\"decision\":\"rejected\"}\n".to_owned(),
        started("a-1").replace("\"attempt\":1", "\"attempt\":-1"),
        done("a-1", "one"),
    ]
    .concat();
    let journal = read(&text);
    let bad: Vec<_> = journal.errors().iter().map(|error| error.line).collect();
    assert_eq!(bad, [2, 5, 6, 7, 8, 10, 11]);
    assert_eq!(words(&journal), ["call one", "start 1", "result one"]);
    let numbers: Vec<_> = journal.lines().iter().map(|line| line.number).collect();
    assert_eq!(numbers, [1, 9, 12]);
    assert!(journal.errors()[0].to_string().starts_with("line 2: it is no entry: missing field"));
}

#[test]
fn what_a_later_version_writes_is_left_out() {
    let later = "{\"type\":\"tool/dreamt\",\"of\":[1,2]}\n".to_owned();
    let more = called("a-1", "one").replace("\"time\":1", "\"time\":1,\"later\":{\"x\":[1]}");
    let text = [later.clone(), more, later, done("a-1", "one")].concat();
    let mut reader = JournalReader::new(text.as_bytes());
    let entries: Vec<_> = (&mut reader).collect::<Result<_, _>>().unwrap();
    assert_eq!(entries.iter().map(|line| line.number).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(reader.skipped(), 2);
    assert_eq!(outcomes(&read(&text)), ["one ok"]);
}

#[test]
fn hostile_lines_are_errors_and_nothing_worse() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let with_meta = |meta: &str| {
        done("a-1", "one")
            .replace("\"isError\":false", &format!("\"isError\":false,\"meta\":{meta}"))
    };
    let bad: Vec<Vec<u8>> = vec![
        vec![0; 100],
        b"\xff\xfe{\"type\":\"tool/call\"}".to_vec(),
        called("a-1", "one").trim_end().replace("one", "\u{1}").into_bytes(),
        [called("a-1", "on").trim_end().as_bytes(), b"\xc3\x28"].concat(),
        deep(100_000).into_bytes(),
        "[".repeat(100_000).into_bytes(),
        "{\"type\":".repeat(50_000).into_bytes(),
        with_meta(&deep(100_000)).trim_end().to_owned().into_bytes(),
        with_meta("{\"a\":1,\"a\":2}").trim_end().to_owned().into_bytes(),
        called("a-1", "one").trim_end().replace("\"time\":1", "\"time\":1e300").into_bytes(),
        called("a-1", "one").trim_end().replace("\"time\":1", "\"time\":1,\"time\":1").into_bytes(),
    ];
    for line in bad {
        let shown = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
        let file = [&line[..], b"\n", called("a-2", "two").as_bytes()].concat();
        let journal = Journal::from_reader(&file[..]);
        assert_eq!(journal.errors().len(), 1, "{shown}");
        assert_eq!(outcomes(&journal), ["two open"], "{shown}");
        // At the end of the file, where it may be what a crash left.
        let journal = Journal::from_reader(&line[..]);
        assert!(journal.errors().is_empty() && journal.torn().is_some(), "{shown}");
    }
    // Deep where nobody looks is no harm, and neither is deep where it is text.
    let ignored =
        called("a-1", "one").replace("\"time\":1", &format!("\"time\":1,\"x\":{}", deep(50)));
    assert_eq!(outcomes(&read(&ignored)), ["one open"]);
    let text = called("a-1", "one")
        .replace("\"arguments\":\"{}\"", &format!("\"arguments\":\"{}\"", deep(100_000)));
    let journal = read(&text);
    assert_eq!(outcomes(&journal), ["one open"]);
    assert!(journal.calls()[0].arguments().is_none());
    assert_eq!(journal.replay(|_| None)[0].call.title(), "t");
}

#[test]
fn lines_that_are_too_long_take_no_memory_and_hide_nothing() {
    let long = called("a-1", &"x".repeat(100_000));
    let text = [long, called("a-2", "two"), "y".repeat(100_000)].concat();
    let mut reader =
        JournalReader::new(BufReader::with_capacity(7, text.as_bytes())).longest_line(500);
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error.problem, JournalProblem::TooLong { limit: 500, .. }), "{error}");
    assert_eq!(error.line, 1);
    assert_eq!(reader.next().unwrap().unwrap().number, 2);
    assert!(reader.next().is_none());
    assert_eq!(reader.torn().map(|torn| (torn.number, torn.bytes)), Some((3, 100_000)));
    // Exactly as long as is read.
    let line = called("a-1", "one");
    let exact = |limit| JournalReader::new(line.as_bytes()).longest_line(limit).next().unwrap();
    assert!(exact(line.len() - 1).is_ok());
    assert!(exact(line.len() - 2).is_err());
}

#[test]
fn a_file_that_fails_while_it_is_read_is_an_error_at_the_end() {
    struct Broken(bool);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if !std::mem::replace(&mut self.0, true) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            buffer[0] = 0;
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let text = called("a-1", "one");
    let input = BufReader::new(text.as_bytes().chain(Broken(false)));
    let mut reader = JournalReader::new(input);
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 2: it could not be read: the disk is on fire");
    assert!(reader.next().is_none(), "it does not go on for ever");
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{0,6}", ".{0,12}", Just("\n\r\u{2028}\"\\\u{0}".to_owned())]
}

proptest! {
    /// What is written is read, to the last digit.
    #[test]
    fn entries_read_back_as_they_were(
        id in text(), name in text(), arguments in text(), scope in proptest::option::of(text()),
        digits in "[1-9][0-9]{0,30}(\\.[0-9]{1,30})?(e[0-9]{1,3})?", words in text(), time: u64,
    ) {
        let meta = format!("{{\"n\": {digits}, \"t\": [null, true]}}");
        let json = |text: &str| serde_json::to_string(text).unwrap();
        let scope = scope.map_or(String::new(), |scope| format!("\"scope\":{},", json(&scope)));
        let lines = [
            format!("{{\"type\":\"tool/call\",\"time\":{time},\"execution\":{},{scope}\"callId\":{},\"name\":{},\"arguments\":{}}}", json(&id), json(&id), json(&name), json(&arguments)),
            format!("{{\"type\":\"tool/result\",\"time\":{time},\"execution\":{},\"callId\":{},\"content\":[{{\"type\":\"text\",\"text\":{}}},{{\"type\":\"x\",\"n\":{digits}}}],\"isError\":true,\"error\":{{\"name\":\"E\",\"code\":\"BUSY\"}},\"meta\":{meta}}}", json(&id), json(&id), json(&words)),
        ];
        for line in lines {
            let entry: JournalEntry = line.parse().unwrap();
            let written = serde_json::to_string(&entry).unwrap();
            prop_assert!(!written.contains('\n'));
            prop_assert_eq!(written.parse::<JournalEntry>().unwrap(), entry.clone());
            prop_assert_eq!(serde_json::from_str::<JournalEntry>(&line).unwrap(), entry.clone());
            // A third way round: as JSON it says the same, spaces aside.
            let number = |text: &str| dsh_tools::FrozenJson::parse(text).unwrap();
            prop_assert_eq!(number(&written), number(&line));
        }
    }

    #[test]
    fn no_bytes_do_any_harm(
        mut bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0_usize..1000, keep in 0_usize..1000,
    ) {
        // Noise in the middle of a journal.
        let whole = whole().into_bytes();
        let (at, keep) = (at % whole.len(), keep % whole.len());
        let mut file = whole[..at].to_vec();
        file.append(&mut bytes);
        file.extend_from_slice(&whole[at.max(keep)..]);
        let mut journal = Journal::from_reader(&file[..]);
        journal.repair();
        prop_assert!(journal.calls().iter().all(|call| call.result.is_some()));
        prop_assert!(journal.replay(|_| None).len() == journal.calls().len());
        journal.orphans();
        journal.history();
    }
}
