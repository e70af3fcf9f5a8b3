//! Results of parts, kept beside the programs so that a report can be put together from several runs.

use crate::machine::Origin;
use dsh_tools_benches_frame::record::{Record, to_lines};
use dsh_tools_benches_frame::row::Part;
use std::fs;
use std::path::PathBuf;

/// What is kept of a part.
#[derive(Debug, Default, PartialEq)]
pub struct Stored {
    /// Of which sources, and when; of results from before this was kept nobody knows.
    pub origin: Option<Origin>,
    pub records: Vec<Record>,
}

fn path(part: Part) -> Result<PathBuf, String> {
    let folder = crate::programs::folder()?.join("results");
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    Ok(folder.join(part.word()).with_extension("jsonl"))
}

/// Keeps the results of a part. Under its name there are whole results at any time: who ends the run in the middle of
/// this leaves what was there before.
pub fn write(part: Part, origin: &Origin, records: &[Record]) -> Result<(), String> {
    let path = path(part)?;
    let beside = path.with_extension("new");
    let written = fs::write(&beside, text(origin, records));
    let kept = written.and_then(|()| fs::rename(&beside, &path));
    kept.map_err(|why| format!("{}: {why}", path.display()))
}

/// The kept results of a part; none when it was never measured.
///
/// # Errors
///
/// Something stands there that is no result of this part: half of it would pass for all.
pub fn read(part: Part) -> Result<Stored, String> {
    let path = path(part)?;
    match fs::read_to_string(&path) {
        Ok(text) => parsed(part, &text).map_err(|why| format!("{}: {why}", path.display())),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(Stored::default()),
        Err(why) => Err(format!("{}: {why}", path.display())),
    }
}

fn text(origin: &Origin, records: &[Record]) -> String {
    format!("# {} {}\n{}", origin.date, origin.commit, to_lines(records))
}

fn parsed(part: Part, text: &str) -> Result<Stored, String> {
    let mut stored = Stored::default();
    if !text.is_empty() && !text.ends_with('\n') {
        return Err(String::from("the last line is torn"));
    }
    for (at, line) in text.lines().enumerate() {
        if at == 0
            && let Some((date, commit)) = line.strip_prefix("# ").and_then(|it| it.split_once(' '))
        {
            stored.origin = Some(Origin { commit: commit.to_owned(), date: date.to_owned() });
            continue;
        }
        let record: Record =
            serde_json::from_str(line).map_err(|why| format!("line {}: {why}", at + 1))?;
        if record.part != part.word() {
            return Err(format!("line {} is of the part `{}`", at + 1, record.part));
        }
        stored.records.push(record);
    }
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        Origin { commit: String::from("abc1234-dirty"), date: String::from("2026-11-30") }
    }

    fn records() -> Vec<Record> {
        vec![
            Record::new(Part::Calls, "small", "validate only").ours().figure("instructions", 578.5),
            Record::new(Part::Calls, "small", "a \"quoted\" row"),
        ]
    }

    #[test]
    fn what_was_kept_is_read_again() {
        let stored = parsed(Part::Calls, &text(&origin(), &records()));
        assert_eq!(stored, Ok(Stored { origin: Some(origin()), records: records() }));
    }

    #[test]
    fn results_without_an_origin_are_results() {
        let stored = parsed(Part::Calls, &to_lines(&records())).expect("records");
        assert_eq!((stored.origin, stored.records.len()), (None, 2));
        assert_eq!(parsed(Part::Calls, ""), Ok(Stored::default()));
    }

    #[test]
    fn torn_lines_are_no_results() {
        let whole = text(&origin(), &records());
        // Wherever it ends but between two lines.
        for end in 1..whole.len() {
            let torn = &whole[..end];
            assert_eq!(parsed(Part::Calls, torn).is_ok(), torn.ends_with('\n'), "{torn}");
        }
    }

    #[test]
    fn foreign_lines_are_told_by_their_number() {
        let of_others = parsed(Part::Registry, &text(&origin(), &records()));
        assert_eq!(of_others, Err(String::from("line 2 is of the part `calls`")));
        let foreign = to_lines(&records()) + "error: could not compile\n";
        let said = parsed(Part::Calls, &foreign).expect_err("no record");
        assert!(said.starts_with("line 3: "), "{said}");
    }
}
