//! The rows in which our verdict is another one, each with the reason.

use std::collections::BTreeSet;

/// `-0` is a number like another: it is read, kept and written as it stands.
const NEGATIVE_ZERO: &str = "-0 is legal JSON and loses nothing here";
/// A double holds 53 bits; two integers that it rounds to one are two integers.
const EXACT: &str = "integers beyond 2^53 are compared exactly, not as doubles";
/// A decimal that a double rounds to an integer, or to another decimal, is itself.
const DECIMAL: &str = "decimals are compared exactly, not as doubles";

/// Schemas: the row's identifier and the reason.
pub(super) const SCHEMAS: &[(&str, &str)] = &[
    ("ss-annot-default-negzero", NEGATIVE_ZERO),
    ("ss-annot-default-negzero-nested", NEGATIVE_ZERO),
    ("ss-int-const-negzero", NEGATIVE_ZERO),
];

/// Author specs: likewise.
pub(super) const SPECS: &[(&str, &str)] = &[("sp-default-negzero", NEGATIVE_ZERO)];

/// Values: the row's identifier, the value's text, and the reason.
pub(super) const VALUES: &[(&str, &str, &str)] = &[
    ("vv-numeric-text-number", "-0", NEGATIVE_ZERO),
    ("vv-numeric-text-number", "-0.0", NEGATIVE_ZERO),
    ("vv-numeric-text-integer", "-0", NEGATIVE_ZERO),
    ("vv-numeric-text-integer", "-0.0", NEGATIVE_ZERO),
    ("vv-numeric-text-integer", "9007199254740992.5", DECIMAL),
    ("vv-numeric-text-integer", "4503599627370496.5", DECIMAL),
    ("vv-enum-integer", "-0", NEGATIVE_ZERO),
    ("vv-enum-integer-big", "9007199254740992", EXACT),
    ("vv-enum-integer-big", "18446744073709551614", EXACT),
    ("vv-enum-integer-big", "18446744073709551616", EXACT),
    ("vv-const-number", "0.1000000000000000055511151231257827", DECIMAL),
    ("vv-const-zero", "-0", NEGATIVE_ZERO),
    ("vv-const-zero", "-0.0", NEGATIVE_ZERO),
    ("vv-const-zero-int", "-0", NEGATIVE_ZERO),
    ("vv-const-big", "9007199254740992", EXACT),
    ("vv-arr-int", "[-0]", NEGATIVE_ZERO),
    ("vv-obj-open", r#"{"b":-0}"#, NEGATIVE_ZERO),
    ("vv-obj-open", r#"{"a":"x","b":{"c":[-0.0]}}"#, NEGATIVE_ZERO),
    ("vv-obj-noprops", r#"{"a":-0}"#, NEGATIVE_ZERO),
    ("vv-obj-req-any", r#"{"a":-0}"#, NEGATIVE_ZERO),
    ("vv-obj-nested-open", r#"{"o":{"n":1,"extra":-0}}"#, NEGATIVE_ZERO),
    ("vv-one-any-str", "-0", NEGATIVE_ZERO),
    ("vv-one-any-str", "[-0]", NEGATIVE_ZERO),
    ("vv-one-obj-arr", r#"{"a":-0}"#, NEGATIVE_ZERO),
    ("vv-one-obj-arr", "[-0]", NEGATIVE_ZERO),
    ("vv-one-bigints", "9007199254740992", EXACT),
    ("vv-one-bigints", "9007199254740993", EXACT),
];

/// Arguments: likewise.
pub(super) const ARGUMENTS: &[(&str, &str, &str)] = &[
    ("sp-opt-number", r#"{"p":-0}"#, NEGATIVE_ZERO),
    ("sp-opt-json", r#"{"p":-0}"#, NEGATIVE_ZERO),
    ("sp-array-noitems", r#"{"p":[-0]}"#, NEGATIVE_ZERO),
    ("sp-json-annot", r#"{"p":-0}"#, NEGATIVE_ZERO),
];

/// Counts rows, and knows which of the exceptions have shown themselves.
pub(super) struct Verdicts {
    allowed: BTreeSet<String>,
    shown: BTreeSet<String>,
    wrong: Vec<String>,
    /// Rows that were compared.
    pub(super) compared: usize,
}

impl Verdicts {
    pub(super) fn new(allowed: impl IntoIterator<Item = (String, &'static str)>) -> Self {
        let allowed = allowed.into_iter().map(|(row, reason)| {
            assert!(!reason.is_empty());
            row
        });
        Self { allowed: allowed.collect(), shown: BTreeSet::new(), wrong: Vec::new(), compared: 0 }
    }

    /// What a row says and what we say; `excusable` where the fixture itself marks the row.
    pub(super) fn compare<T: PartialEq + std::fmt::Debug>(
        &mut self,
        row: &str,
        excusable: bool,
        theirs: &T,
        ours: &T,
    ) {
        self.compared += 1;
        match (theirs == ours, self.allowed.contains(row)) {
            (true, false) => {}
            (true, true) => self.wrong.push(format!("{row}: listed, and agrees after all")),
            (false, true) if excusable => _ = self.shown.insert(row.to_owned()),
            (false, _) => {
                self.wrong.push(format!("{row}:\n  theirs {theirs:?}\n  ours   {ours:?}"));
            }
        }
    }

    /// Every row was compared, and every difference is listed.
    pub(super) fn finish(self, rows: usize) {
        assert!(self.wrong.is_empty(), "{} rows:\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert_eq!(self.compared, rows, "rows");
        assert_eq!(self.shown, self.allowed, "listed rows that are not in the fixture");
    }
}

pub(super) fn by_id(
    list: &'static [(&'static str, &'static str)],
) -> impl Iterator<Item = (String, &'static str)> {
    list.iter().map(|(id, reason)| ((*id).to_owned(), *reason))
}

pub(super) fn by_value(
    list: &'static [(&'static str, &'static str, &'static str)],
) -> impl Iterator<Item = (String, &'static str)> {
    list.iter().map(|(id, value, reason)| (format!("{id} {value}"), *reason))
}

#[test]
fn a_difference_is_listed_and_a_listed_row_differs() {
    let wrong = |rows: &[(&str, bool, i32)]| {
        let mut verdicts = Verdicts::new([(String::from("a"), EXACT)]);
        for (row, excusable, ours) in rows {
            verdicts.compare(row, *excusable, &1, ours);
        }
        assert_eq!(verdicts.compared, rows.len());
        (verdicts.wrong.len(), verdicts.shown == verdicts.allowed)
    };
    assert_eq!(wrong(&[("a", true, 2), ("b", true, 1)]), (0, true));
    assert_eq!(wrong(&[("a", true, 1)]), (1, false), "listed, and agrees");
    assert_eq!(
        wrong(&[("a", false, 2)]),
        (1, false),
        "listed, and the fixture says nothing of numbers"
    );
    assert_eq!(wrong(&[("a", true, 2), ("b", true, 2)]), (1, true), "not listed");
    assert_eq!(wrong(&[("b", true, 1)]), (0, false), "listed, and not there");
}
