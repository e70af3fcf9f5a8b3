//! Which question an answer is for.

use super::ArgumentsDigest;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

/// Which question an answer is for: the call, what it would do, and the number of the question in this process.
///
/// Two calls never share a question, also where a model gives them one id and the same arguments, and also where one
/// is made again after a restart: numbers begin anywhere. An answer that comes from elsewhere, an editor or a browser, brings the key along as it is written here.
///
/// ```
/// use dsh_tools::ApprovalKey;
///
/// let text = format!("7.{}.call_1", "0".repeat(64));
/// let key: ApprovalKey = text.parse()?;
/// assert_eq!(key.call_id(), "call_1");
/// assert_eq!(key.to_string(), text);
/// # Ok::<(), dsh_tools::ParseKeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ApprovalKey {
    number: u64,
    digest: ArgumentsDigest,
    call_id: Arc<str>,
}

/// Why a text is no [`ApprovalKey`] or no [`ArgumentsDigest`].
///
/// ```
/// use dsh_tools::ApprovalKey;
/// assert!("call_1".parse::<ApprovalKey>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseKeyError {
    /// The parts are not there.
    #[error("a key of an approval is a number, a digest and a call's id, with full stops between")]
    Parts,
    /// The digest is none.
    #[error("a digest of arguments is 64 of `0-9` and `a-f`")]
    Digest,
}

impl ApprovalKey {
    #[inline]
    pub(super) fn next(call_id: &str, digest: ArgumentsDigest) -> Self {
        static NEXT: LazyLock<AtomicU64> = LazyLock::new(|| AtomicU64::new(first()));
        Self { number: NEXT.fetch_add(1, Ordering::Relaxed), digest, call_id: call_id.into() }
    }

    /// The number of the question in this process. Later questions have greater ones; the first is any number.
    ///
    /// ```
    /// # use dsh_tools::ApprovalKey;
    /// fn later(a: &ApprovalKey, b: &ApprovalKey) -> bool { a.number() > b.number() }
    /// ```
    #[inline]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The call's id.
    ///
    /// ```
    /// # use dsh_tools::ApprovalKey;
    /// fn line(key: &ApprovalKey) -> String { format!("may {} run?", key.call_id()) }
    /// ```
    #[inline]
    pub fn call_id(&self) -> &str {
        &self.call_id
    }

    /// What the call would do.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalKey, ArgumentsDigest};
    /// fn same(a: &ApprovalKey, b: ArgumentsDigest) -> bool { a.digest() == b }
    /// ```
    #[inline]
    pub const fn digest(&self) -> ArgumentsDigest {
        self.digest
    }
}

/// The number of a process's first question. A call that a restarted process makes again, under its old id, is to be
/// asked about anew: an answer that is still on its way to the question from before must not hit it.
#[inline]
pub(super) fn first() -> u64 {
    // The standard library's source of chance: its hashers have random keys.
    let chance = RandomState::new().hash_one(std::process::id());
    // The lower half is left to count in, and no number is near the end.
    (chance >> 1) & !u64::from(u32::MAX)
}

/// The number, the digest and the id, with full stops between; the id is last, as it may hold anything.
impl fmt::Display for ApprovalKey {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.number, self.digest, self.call_id)
    }
}

impl FromStr for ApprovalKey {
    type Err = ParseKeyError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.splitn(3, '.');
        let (Some(number), Some(digest), Some(call_id)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return Err(ParseKeyError::Parts);
        };
        let number = number.parse().map_err(|_not_a_number| ParseKeyError::Parts)?;
        Ok(Self { number, digest: digest.parse()?, call_id: call_id.into() })
    }
}

impl TryFrom<String> for ApprovalKey {
    type Error = ParseKeyError;

    #[inline]
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ApprovalKey> for String {
    #[inline]
    fn from(key: ApprovalKey) -> Self {
        key.to_string()
    }
}
