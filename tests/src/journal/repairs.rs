//! Calls without a result.

use super::{called, done, outcomes, read, started, words};
use dsh_tools::{CallJournal, Journal};
use std::fs;

#[test]
fn c120_a_call_that_is_open_gets_a_result_that_says_whether_it_may_have_run() {
    let text = [
        called("a-1", "whole"),
        started("a-1"),
        called("a-2", "started"),
        called("a-3", "waiting"),
        started("a-2"),
        done("a-1", "whole"),
    ]
    .concat();
    let mut journal = read(&text);
    assert_eq!(outcomes(&journal), ["whole ok", "started open", "waiting open"]);
    let repairs = journal.repair();
    let texts: Vec<_> =
        repairs.iter().map(|entry| entry.record.data().text().into_owned()).collect();
    assert_eq!(
        texts,
        [
            "Error: the call was interrupted after the tool may have started, and its outcome is unknown: it may or may not have taken effect, wholly or in part; check before making it again",
            "Error: the call was interrupted before the tool was started: nothing was done, and it is safe to make it again",
        ]
    );
    let expected = ["whole ok", "started TOOL_OUTCOME_UNKNOWN", "waiting TOOL_NOT_STARTED"];
    assert_eq!(outcomes(&journal), expected);
    assert!(repairs.iter().all(|entry| entry.record.is_error));
    assert_eq!(&*repairs[0].record.error.as_ref().unwrap().name, "InterruptedError");
    assert!(journal.repair().is_empty(), "there is nothing left to repair");
    assert_eq!(journal.lines().last().unwrap().number, 8);
}

#[test]
fn c120_a_history_has_a_result_for_each_call_in_their_order() {
    let nested = called("a-3", "two/1").replace("\"callId\"", "\"parent\":\"a-2\",\"callId\"");
    let text = [
        called("a-1", "one"),
        called("a-2", "two"),
        started("a-2"),
        nested,
        started("a-3"),
        called("a-4", "three"),
        done("a-4", "three"),
    ]
    .concat();
    let mut journal = read(&text);
    let brief = |journal: &Journal| -> Vec<String> {
        let pair = |(call, result): &(dsh_tools::ToolCallRecord, dsh_tools::ToolResultRecord)| {
            assert_eq!(call.call_id, result.call_id);
            let code = result.error.as_ref().map_or("ok", |error| error.code.as_str());
            format!("{} {code}", call.call_id)
        };
        journal.history().iter().map(pair).collect()
    };
    let expected = ["one TOOL_NOT_STARTED", "two TOOL_OUTCOME_UNKNOWN", "three ok"];
    assert_eq!(brief(&journal), expected);
    let repaired: Vec<_> = journal.repair().into_iter().map(|entry| entry.record.call_id).collect();
    assert_eq!(repaired, ["one", "two", "two/1"], "nested calls are repaired, too");
    assert_eq!(brief(&journal), expected);
}

#[test]
fn calls_of_one_id_are_told_apart() {
    let text = [
        called("a-1", "same"),
        called("a-2", "same"),
        started("a-2"),
        done("a-2", "same"),
        called("b-1", "same"),
        started("b-1"),
    ]
    .concat();
    let mut journal = read(&text);
    journal.repair();
    let expected = ["same TOOL_NOT_STARTED", "same ok", "same TOOL_OUTCOME_UNKNOWN"];
    assert_eq!(outcomes(&journal), expected);
}

#[test]
fn nothing_is_called_safe_where_a_start_may_be_missing() {
    for gap in ["{\"type\":\"tool/sta\n", "{\"type\":\"journal/lost\",\"time\":1,\"lines\":2}\n"] {
        let before = [called("a-1", "one"), gap.to_owned(), called("a-2", "two")].concat();
        let mut journal = read(&before);
        journal.repair();
        let expected = ["one TOOL_OUTCOME_UNKNOWN", "two TOOL_NOT_STARTED"];
        assert_eq!(outcomes(&journal), expected, "{gap}");
    }
    // A line that a full disk took half of keeps no tool from being run.
    for (torn, code) in [
        ("{\"type\":\"tool/sta", "TOOL_OUTCOME_UNKNOWN"),
        ("{\"type\":\"tool/res", "TOOL_NOT_STARTED"),
    ] {
        let mut torn = read(&(called("a-1", "one") + torn));
        torn.repair();
        assert_eq!(outcomes(&torn), [format!("one {code}")]);
    }
}

#[test]
fn what_really_happened_counts_for_more_than_a_repair() {
    let mut journal = read(&[called("a-1", "one"), started("a-1")].concat());
    let repair = dsh_tools::JournalEntry::Outcome(journal.repair().remove(0));
    let repair = serde_json::to_string(&repair).unwrap() + "\n";
    let both = [called("a-1", "one"), started("a-1"), repair.clone(), done("a-1", "one")].concat();
    assert_eq!(outcomes(&read(&both)), ["one ok"]);
    let other = [called("a-1", "one"), done("a-1", "one"), repair, done("a-1", "one")].concat();
    let journal = read(&other);
    assert_eq!(outcomes(&journal), ["one ok"]);
    let orphans: Vec<_> = journal.orphans().iter().map(|line| line.number).collect();
    assert_eq!(orphans, [3, 4]);
}

#[test]
fn results_without_a_call_are_set_apart() {
    let journal = read(&[done("a-1", "gone"), started("a-1"), called("a-2", "here")].concat());
    assert_eq!(outcomes(&journal), ["here open"]);
    let orphans: Vec<_> = journal.orphans().iter().map(|line| line.number).collect();
    assert_eq!(orphans, [1, 2]);
}

#[test]
fn resuming_repairs_the_file_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.jsonl");
    let (fresh, before) = CallJournal::resume(&path).unwrap();
    assert!(before.calls().is_empty(), "there was no file");
    drop(fresh);
    let torn =
        called("a-1", "one") + &started("a-1") + &called("a-2", "two") + "{\"type\":\"tool/re";
    fs::write(&path, &torn).unwrap();
    let (journal, before) = CallJournal::resume(&path).unwrap();
    drop(journal);
    let expected = ["one TOOL_OUTCOME_UNKNOWN", "two TOOL_NOT_STARTED"];
    assert_eq!(outcomes(&before), expected);
    let after = Journal::read(&path).unwrap();
    assert_eq!(outcomes(&after), expected);
    assert_eq!(after.lines(), before.lines(), "numbers included");
    assert_eq!(after.errors().len(), 1, "the torn line is closed off");
    let text = fs::read_to_string(&path).unwrap();
    let (journal, before) = CallJournal::resume(&path).unwrap();
    drop(journal);
    assert_eq!(outcomes(&before), expected);
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "a second time there is nothing to do");
}

#[test]
fn a_last_line_that_only_lacks_its_end_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.jsonl");
    let text = called("a-1", "one") + &done("a-1", "one");
    fs::write(&path, text.trim_end()).unwrap();
    assert_eq!(words(&Journal::read(&path).unwrap()), ["call one", "result one"]);
    drop(CallJournal::open(&path).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_file_that_cannot_be_opened_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(CallJournal::open(folder.path()).is_err());
    assert!(CallJournal::resume(folder.path().join("no/such/folder")).is_err());
    assert!(Journal::read(folder.path().join("none")).is_err());
}
