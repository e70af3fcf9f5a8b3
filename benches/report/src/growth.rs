//! What a byte more costs as inputs grow, and what of that is promised: that it does not grow with them.
//!
//! A byte more, and not a byte: what a call costs whatever its size would be shared by ever more bytes, and hide what
//! grows. The smallest size has none before it and stands for itself.

use crate::rows::{Rows, quotient};
use crate::target::{Bound, Target};
use dsh_tools_benches_frame::growing::{KINDS, SIZES, WORK, what};
use dsh_tools_benches_frame::record::Record;

/// What costs less counts as this: a byte is copied in a thirtieth of an instruction or, in the copies between 2 KB and
/// some MB, in one as callgrind counts them, and no more is done with it.
const LEAST: f64 = 1.0;

/// What a byte of larger inputs may cost more: a table that grows is copied, in steps of its own.
const AT_MOST: f64 = 1.3;

/// The steps of one kind of input and work, from a size to the next: the larger size, and instructions a byte more.
fn steps(rows: &[Record], what: &str) -> Vec<(&'static str, f64)> {
    let of_size = |(size, _): &(&'static str, usize)| {
        let same = |row: &&Record| row.part == "scaling" && row.group == *size && row.what == what;
        let row = rows.iter().find(same)?;
        Some((*size, row.get("instructions")?, row.get("size")?))
    };
    let sizes: Vec<_> = SIZES.iter().filter_map(of_size).collect();
    let step = |(one, other): (&(_, f64, f64), &(&'static str, f64, f64))| {
        (other.0, (other.1 - one.1) / (other.2 - one.2))
    };
    sizes.iter().zip(sizes.iter().skip(1)).map(step).collect()
}

/// What a byte more costs in a row than in the row of the size before it.
pub fn a_byte_more(rows: &[Record], row: &Record) -> Option<f64> {
    steps(rows, &row.what).into_iter().find(|(size, _)| *size == row.group).map(|(_, cost)| cost)
}

/// How much dearer a byte gets: what a byte more costs at a size, against the cheapest of the sizes before it. Nothing
/// unless every size was measured.
fn growth(rows: &[Record], what: &str) -> Option<f64> {
    let steps = steps(rows, what);
    if steps.len() + 1 < SIZES.len() {
        return None;
    }
    let (smallest, _) = SIZES.first()?;
    let rows = Rows(rows);
    let of = |figure| rows.get("scaling", smallest, what, figure);
    let first = quotient(of("instructions"), of("size"))?;
    let (mut cheapest, mut most) = (first.max(LEAST), 1.0_f64);
    for (_, cost) in steps {
        let cost = cost.max(LEAST);
        most = most.max(cost / cheapest);
        cheapest = cheapest.min(cost);
    }
    Some(most)
}

/// A promise for each kind of input and what is done with it.
pub fn targets(rows: &[Record]) -> Vec<Target> {
    let all = KINDS.into_iter().flat_map(|kind| WORK.map(|work| what(kind, work)));
    let target = |name: String| {
        let what = format!("{name}: a byte more of up to 64 MB, against any smaller size");
        Target::new(format!("scaling/{name}"), what, Bound::AtMost(AT_MOST), growth(rows, &name))
    };
    all.map(target).collect()
}
