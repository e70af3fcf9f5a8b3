//! Names of tools.

/// The name of the tool that runs programs which call tools; no other tool can have it.
///
/// ```
/// assert_eq!(dsh_tools::json::RESERVED_NAME, "run_code");
/// ```
pub const RESERVED_NAME: &str = "run_code";

/// Whether `name` can be the name of a tool: `[A-Za-z0-9_-]{1,64}`, what every provider accepts.
///
/// ```
/// use dsh_tools::json::is_tool_name;
///
/// const _: () = assert!(is_tool_name("read_file"));
/// assert!(!is_tool_name("fs/read"));
/// assert!(!is_tool_name(""));
/// ```
#[inline]
pub const fn is_tool_name(name: &str) -> bool {
    is_made_of(name, 64, b"_-")
}

/// Whether `name` can be the name of a tool made by hand: `[A-Za-z0-9_./-]{1,128}`, what MCP accepts.
///
/// ```
/// use dsh_tools::json::is_hand_made_name;
///
/// assert!(is_hand_made_name("fs/read.v2"));
/// assert!(!is_hand_made_name("read file"));
/// ```
pub const fn is_hand_made_name(name: &str) -> bool {
    is_made_of(name, 128, b"_./-")
}

#[allow(
    clippy::indexing_slicing,
    reason = "every index is below a length; const fns cannot use `get`"
)]
const fn is_made_of(name: &str, most: usize, marks: &[u8]) -> bool {
    let name = name.as_bytes();
    if name.is_empty() || name.len() > most {
        return false;
    }
    let mut i = 0;
    while i < name.len() {
        let mut is_legal = name[i].is_ascii_alphanumeric();
        let mut j = 0;
        while j < marks.len() {
            is_legal |= name[i] == marks[j];
            j += 1;
        }
        if !is_legal {
            return false;
        }
        i += 1;
    }
    true
}
