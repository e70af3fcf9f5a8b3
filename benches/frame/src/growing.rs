//! Names of what grows: the rows are made of them, and the report finds them by them.

/// Names of sizes, and about so many bytes.
pub const SIZES: [(&str, usize); 5] = [
    ("1 KB", 1 << 10),
    ("16 KB", 1 << 14),
    ("256 KB", 1 << 18),
    ("4 MB", 1 << 22),
    ("64 MB", 1 << 26),
];

/// Kinds of input.
pub const KINDS: [&str; 8] = [
    "long string",
    "string with escapes",
    "wide object",
    "array of numbers",
    "array of objects",
    "nested objects",
    "list without repetition",
    "pattern on a long string",
];

/// What is done with each of them.
pub const WORK: [&str; 3] = ["parse", "decode", "validate only"];

/// The name of a row.
pub fn what(kind: &str, work: &str) -> String {
    format!("{kind}, {work}")
}
