//! A bucket that tokens drip into.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// How fast tokens come, and how many are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    /// From one token to the next.
    pub(super) every: Duration,
    /// How many a full bucket holds.
    pub(super) burst: u32,
}

/// What was taken is a debt, which time pays off. A full bucket is one without debt.
#[derive(Debug)]
pub(super) struct Bucket {
    debt: Mutex<Debt>,
    /// Who waits for tokens waits here, in the order of coming.
    pub(super) queue: Semaphore,
}

/// In nanoseconds, as the sum of two durations may be none: with `u128`, a burst of the longest ones has room.
#[derive(Clone, Copy, Debug)]
struct Debt {
    owed: u128,
    since: Instant,
}

impl Debt {
    #[inline]
    fn at(self, now: Instant) -> u128 {
        self.owed.saturating_sub(now.saturating_duration_since(self.since).as_nanos())
    }
}

impl Bucket {
    #[inline]
    pub(super) fn full(now: Instant) -> Self {
        let debt = Debt { owed: 0, since: now };
        Self { debt: Mutex::new(debt), queue: Semaphore::new(1) }
    }

    /// Takes a token.
    ///
    /// # Errors
    /// How long it takes until there is one.
    #[inline]
    pub(super) fn take(&self, rate: Rate, now: Instant) -> Result<(), Duration> {
        let mut debt = self.debt.lock().unwrap_or_else(PoisonError::into_inner);
        let every = rate.every.as_nanos();
        let owed = debt.at(now).saturating_add(every);
        let missing = owed.saturating_sub(every.saturating_mul(u128::from(rate.burst)));
        if missing > 0 {
            return Err(duration(missing));
        }
        *debt = Debt { owed, since: now };
        Ok(())
    }

    #[inline]
    pub(super) fn is_full(&self, now: Instant) -> bool {
        self.debt.lock().unwrap_or_else(PoisonError::into_inner).at(now) == 0
    }
}

#[inline]
fn duration(nanos: u128) -> Duration {
    const SECOND: u128 = 1_000_000_000;
    match (u64::try_from(nanos / SECOND), u32::try_from(nanos % SECOND)) {
        (Ok(seconds), Ok(nanos)) => Duration::new(seconds, nanos),
        _ => Duration::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_one_by_one_and_no_more_than_the_burst_are_kept() {
        let rate = Rate { every: Duration::from_millis(100), burst: 3 };
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let bucket = Bucket::full(start);
        for _ in 0..3 {
            assert_eq!(bucket.take(rate, at(0)), Ok(()));
        }
        assert_eq!(bucket.take(rate, at(0)), Err(Duration::from_millis(100)));
        assert_eq!(
            bucket.take(rate, at(60)),
            Err(Duration::from_millis(40)),
            "a refusal costs nothing"
        );
        assert_eq!(bucket.take(rate, at(100)), Ok(()));
        assert_eq!(bucket.take(rate, at(199)), Err(Duration::from_millis(1)));
        assert!(!bucket.is_full(at(399)));
        assert!(bucket.is_full(at(400)));
        let later = (0..9).filter(|_| bucket.take(rate, at(3_600_000)).is_ok()).count();
        assert_eq!(later, 3);
    }

    #[test]
    fn extremes() {
        let now = Instant::now();
        let never = Rate { every: Duration::MAX, burst: 1 };
        let bucket = Bucket::full(now);
        assert_eq!(bucket.take(never, now), Ok(()));
        assert_eq!(bucket.take(never, now), Err(Duration::MAX));
        let later = bucket.take(never, now + Duration::from_secs(9));
        assert_eq!(later, Err(Duration::new(u64::MAX - 9, 999_999_999)));
        let twice = Rate { every: Duration::MAX, burst: 2 };
        assert_eq!(bucket.take(twice, now), Ok(()));
        assert!(bucket.take(twice, now).is_err());
        let free = Rate { every: Duration::ZERO, burst: 1 };
        let bucket = Bucket::full(now);
        assert!((0..1000).all(|_| bucket.take(free, now).is_ok()));
    }
}
