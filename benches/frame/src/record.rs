//! Results, as they are stored and as other programs print them: one JSON object a line.

use crate::row::Part;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The figures of one row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub part: String,
    pub group: String,
    pub what: String,
    #[serde(default)]
    pub ours: bool,
    pub figures: BTreeMap<String, f64>,
}

impl Record {
    /// One without figures.
    pub fn new(part: Part, group: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            part: part.word().to_owned(),
            group: group.into(),
            what: what.into(),
            ours: false,
            figures: BTreeMap::new(),
        }
    }

    /// The same as one of ours.
    #[must_use]
    pub fn ours(self) -> Self {
        Self { ours: true, ..self }
    }

    /// The same with a figure.
    #[must_use]
    pub fn figure(mut self, name: &str, value: f64) -> Self {
        self.figures.insert(name.to_owned(), value);
        self
    }

    /// Its name on the command line: the group and what it does, without blanks and commas.
    pub fn name(&self) -> String {
        format!("{}/{}", self.group, self.what).replace(' ', "-").replace(',', "")
    }

    /// A figure.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.figures.get(name).copied()
    }
}

/// The records among the lines that a program printed.
///
/// # Errors
///
/// A line that begins as an object and is no record.
pub fn from_lines(text: &str) -> Result<Vec<Record>, String> {
    let lines = text.lines().filter(|line| line.starts_with('{'));
    lines.map(|line| serde_json::from_str(line).map_err(|why| format!("{why}: {line}"))).collect()
}

/// Records as lines.
pub fn to_lines(records: &[Record]) -> String {
    let line = |record| serde_json::to_string(record).expect("text and numbers");
    records.iter().map(|record| line(record) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_from_lines_among_other_output() {
        let one = Record::new(Part::Calls, "small", "one, two three").ours().figure("ns", 0.1);
        let text = format!("building\n{}done\n", to_lines(std::slice::from_ref(&one)));
        assert_eq!(from_lines(&text), Ok(vec![one.clone()]));
        assert_eq!(one.name(), "small/one-two-three");
        assert_eq!((one.get("ns"), one.get("n")), (Some(0.1), None));
    }

    #[test]
    fn a_torn_record_is_none() {
        let line = to_lines(&[Record::new(Part::Calls, "small", "one").figure("ns", 1.5)]);
        for end in 1..line.len() - 1 {
            assert!(from_lines(&line[..end]).is_err(), "{}", &line[..end]);
        }
    }
}
