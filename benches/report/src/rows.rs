//! The rows of a report, found by their names.

use dsh_tools_benches_frame::record::Record;

/// Five shapes of arguments.
pub const SHAPES: [&str; 5] = ["small", "medium", "large", "edit", "wide"];

/// All rows of a report.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a>(pub &'a [Record]);

impl Rows<'_> {
    /// A figure of a row.
    pub fn get(&self, part: &str, group: &str, what: &str, figure: &str) -> Option<f64> {
        let same = |row: &&Record| row.part == part && row.group == group && row.what == what;
        self.0.iter().find(same)?.get(figure)
    }

    /// Instructions of a row.
    pub fn instructions(&self, part: &str, group: &str, what: &str) -> Option<f64> {
        self.get(part, group, what, "instructions")
    }

    /// Instructions of one row of a shape against another's.
    pub fn ratio(&self, shape: &str, one: &str, other: &str) -> Option<f64> {
        let of = |what| self.instructions("calls", shape, what);
        quotient(of(one), of(other))
    }
}

/// One against another; nothing where one is missing, or there is nothing to set it against.
pub fn quotient(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    Some(one? / other.filter(|other| *other > 0.0)?)
}
