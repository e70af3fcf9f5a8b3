//! Lines that no test pins, and why.

/// The lines there are: from, to, and numbers between that were never given.
pub(super) const LINES: &[(u32, u32, &[u32])] = &[(
    1,
    282,
    &[6, 8, 40, 70, 71, 72, 84, 104, 105, 107, 108, 109, 110, 111, 112, 113, 114, 176, 188, 237],
)];

const CODE_MODE: &str =
    "programs that call tools (code mode) are not built; the name that they would use is reserved";
const AUTHORS_LANGUAGE: &str = "the author's language is Rust: the derive stands in its place, and what it refuses is pinned among the compile-fail tests";
const LOOP: &str = "the agent loop is the host's";
const TOTAL: &str = "a batch has no failure beside those of its calls";

pub(super) const REASONS: &[(&[u32], &str)] = &[
    (&[11, 30], CODE_MODE),
    (&[231], CODE_MODE),
    (&[49, 51, 52, 53], AUTHORS_LANGUAGE),
    (
        &[26],
        "a registry has no `restrict`: pinned among the compile-fail tests (`registry/restrict.rs`)",
    ),
    (&[172, 175], LOOP),
    (&[215], TOTAL),
    (
        &[
            263, 264, 265, 266, 267, 268, 269, 270, 271, 272, 273, 274, 275, 276, 277, 278, 279,
            280, 281, 282,
        ],
        CODE_MODE,
    ),
];
