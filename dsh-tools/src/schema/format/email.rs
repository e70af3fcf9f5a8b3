//! Mailboxes of RFC 5321, section 4.1.2.

use super::host::{ipv4, ipv6};

/// RFC 5321, section 4.5.3.1.1: octets of what stands before the sign.
const LOCAL: usize = 64;
/// RFC 5321, section 4.5.3.1.2: octets of a domain.
const DOMAIN: usize = 255;

pub(super) fn mailbox(text: &str) -> bool {
    // A quoted local part may hold the sign, a domain may not.
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    (1..=LOCAL).contains(&local.len())
        && domain.len() <= DOMAIN
        && (dot_string(local) || quoted_string(local))
        && (domain_name(domain) || address_literal(domain))
}

fn dot_string(text: &str) -> bool {
    text.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atext))
}

/// RFC 5322, section 3.2.3.
const fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'!' | b'#'
                | b'$'
                | b'%'
                | b'&'
                | b'\''
                | b'*'
                | b'+'
                | b'-'
                | b'/'
                | b'='
                | b'?'
                | b'^'
                | b'_'
                | b'`'
                | b'{'
                | b'|'
                | b'}'
                | b'~'
        )
}

fn quoted_string(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return false;
    };
    let mut bytes = inner.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'\\' => bytes.next().is_some_and(|byte| matches!(byte, 32..=126)),
            b'"' => false,
            byte => matches!(byte, 32..=126),
        };
        if !fits {
            return false;
        }
    }
    true
}

/// `sub-domain *("." sub-domain)`: labels, with the limit that the DNS sets to each of them.
fn domain_name(text: &str) -> bool {
    text.split('.').all(super::host::label)
}

/// `[..]`: an address of either version. Other versions need a tag that is registered, and none is.
fn address_literal(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        return false;
    };
    match inner.split_once(':') {
        Some((tag, address)) => tag.eq_ignore_ascii_case("IPv6") && ipv6(address),
        None => ipv4(inner),
    }
}
