//! Names and addresses of hosts.

use std::net::{Ipv4Addr, Ipv6Addr};

/// RFC 1035, section 2.3.4: 255 octets on the wire are 253 characters of text.
const NAME: usize = 253;
const LABEL: usize = 63;

/// What a label of internationalized names (`xn--..`) decodes to is not asked.
pub(super) fn hostname(text: &str) -> bool {
    text.len() <= NAME && text.split('.').all(label)
}

/// Letters, digits and hyphens, these not at the ends.
pub(super) fn label(text: &str) -> bool {
    (1..=LABEL).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// The standard library refuses leading zeros, which some systems read as octal.
pub(super) fn ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// The standard library has no zone identifiers, which RFC 4291 has not either.
pub(super) fn ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}
