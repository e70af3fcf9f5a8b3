//! How long to wait before the next attempt.

use std::time::Duration;

/// Exponential, with full jitter: a time between none and a ceiling that doubles with each attempt, so that callers that
/// failed together do not come back together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backoff {
    pub(super) first: Duration,
    pub(super) longest: Duration,
}

impl Backoff {
    /// The most that is waited after so many attempts.
    #[inline]
    fn ceiling(&self, attempts: u32) -> Duration {
        let doublings = attempts.saturating_sub(1).min(31);
        self.first.saturating_mul(1 << doublings).min(self.longest)
    }

    /// A time to wait after so many attempts.
    #[inline]
    pub(super) fn delay(&self, attempts: u32) -> Duration {
        let most = u64::try_from(self.ceiling(attempts).as_nanos()).unwrap_or(u64::MAX);
        Duration::from_nanos(fastrand::u64(..=most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKOFF: Backoff =
        Backoff { first: Duration::from_millis(100), longest: Duration::from_secs(5) };

    #[test]
    fn the_ceiling_doubles_up_to_the_longest() {
        let ceilings: Vec<_> = (1..9).map(|n| BACKOFF.ceiling(n).as_millis()).collect();
        assert_eq!(ceilings, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
        assert_eq!(BACKOFF.ceiling(u32::MAX).as_secs(), 5);
        let endless = Backoff { first: Duration::MAX, longest: Duration::MAX };
        assert_eq!(endless.ceiling(40), Duration::MAX);
        assert!(endless.delay(40) > Duration::ZERO);
    }

    #[test]
    fn jitter_is_over_the_whole_span() {
        let delays: Vec<_> = (0..1000).map(|_| BACKOFF.delay(3)).collect();
        assert!(delays.iter().all(|delay| delay.as_millis() <= 400));
        assert!(delays.iter().any(|delay| delay.as_millis() < 40));
        assert!(delays.iter().any(|delay| delay.as_millis() >= 360));
        let none = Backoff { first: Duration::ZERO, longest: Duration::MAX };
        assert_eq!(none.delay(9), Duration::ZERO);
    }
}
