//! JSON Pointers.

/// RFC 6901, section 3.
pub(super) fn json_pointer(text: &str) -> bool {
    if !text.is_empty() && !text.starts_with('/') {
        return false;
    }
    text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']))
}

/// Levels up, steps among neighbours, then `#` or a pointer.
pub(super) fn relative(text: &str) -> bool {
    let Some(rest) = number(text) else { return false };
    let rest = match rest.strip_prefix(['+', '-']) {
        Some(steps) if !steps.starts_with('0') => match number(steps) {
            Some(rest) => rest,
            None => return false,
        },
        Some(_) => return false,
        None => rest,
    };
    rest == "#" || json_pointer(rest)
}

/// What follows a number without leading zeros.
fn number(text: &str) -> Option<&str> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(count)?;
    (count == 1 || (count > 1 && !digits.starts_with('0'))).then_some(rest)
}
