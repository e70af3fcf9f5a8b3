//! A fingerprint of what is asked about.

use super::ParseKeyError;
use crate::json::canonical;
use crate::tool::ToolExecution;
use hmac_sha256::Hash;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use std::fmt::{self, Write};
use std::str::FromStr;

/// A fingerprint of a call's tool and arguments: SHA-256 over the name and the arguments' canonical text, each after its
/// length.
///
/// The arguments are those that the body [gets](ToolExecution::effective_arguments), as JSON values: spaces, escapes, the
/// order of keys, spellings of numbers and aliases of names make no difference.
///
/// An answer that carries it is an answer about these arguments and no others, wherever it has been meanwhile.
///
/// ```
/// use dsh_tools::{ApprovalRequest, ArgumentsDigest};
/// fn is_about(request: &ApprovalRequest, digest: ArgumentsDigest) -> bool { request.digest() == digest }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArgumentsDigest([u8; 32]);

impl ArgumentsDigest {
    /// The digest of a call: what an approver was shown, where it is kept beside the call.
    ///
    /// ```
    /// use dsh_tools::{ArgumentsDigest, ToolExecution};
    /// fn fingerprint(call: &ToolExecution) -> String { ArgumentsDigest::of(call).to_string() }
    /// ```
    #[inline]
    pub fn of(call: &ToolExecution) -> Self {
        let mut hash = Hash::new();
        let arguments = call.effective_arguments().map(|arguments| canonical(arguments.root()));
        for part in [call.name(), arguments.as_deref().unwrap_or_default()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize())
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for ArgumentsDigest {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(64);
        for byte in self.0 {
            write!(text, "{byte:02x}")?;
        }
        f.pad(&text)
    }
}

impl fmt::Debug for ArgumentsDigest {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ArgumentsDigest({self})")
    }
}

impl FromStr for ArgumentsDigest {
    type Err = ParseKeyError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
            return Err(ParseKeyError::Digest);
        };
        if pairs.len() != bytes.len() {
            return Err(ParseKeyError::Digest);
        }
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            let digit = |c: u8| match c {
                b'0'..=b'9' => Some(c - b'0'),
                b'a'..=b'f' => Some(c - b'a' + 10),
                _ => None,
            };
            let digits = pair.map(digit);
            let [Some(high), Some(low)] = digits else {
                return Err(ParseKeyError::Digest);
            };
            *byte = high << 4 | low;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for ArgumentsDigest {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ArgumentsDigest {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
