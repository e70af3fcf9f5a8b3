//! Durations in few numbers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the histogram, in milliseconds: what is quick for a tool, and what people wait for.
const BOUNDS: [u64; 15] =
    [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000];

/// Durations, in few numbers.
///
/// ```
/// use dsh_tools::Metrics;
/// let durations = Metrics::new().snapshot().total().durations;
/// assert_eq!((durations.count, durations.mean()), (0, None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DurationMetrics {
    /// How many there were.
    pub count: u64,
    /// All of them together.
    pub sum: Duration,
    /// The shortest.
    pub min: Option<Duration>,
    /// The longest.
    pub max: Option<Duration>,
    /// How many there were in each span, the shortest first; always the same spans.
    pub buckets: Vec<DurationBucket>,
}

/// How many durations there were in a span that begins where the one before ends.
///
/// ```
/// use dsh_tools::{DurationBucket, DurationMetrics};
/// use std::time::Duration;
///
/// fn over_a_minute(durations: &DurationMetrics) -> u64 {
///     let is_over = |bucket: &&DurationBucket| bucket.up_to.is_none_or(|end| end > Duration::from_secs(60));
///     durations.buckets.iter().filter(is_over).map(|bucket| bucket.count).sum()
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DurationBucket {
    /// The end of the span, which is in it; `None` for the last, which has no end.
    pub up_to: Option<Duration>,
    /// How many.
    pub count: u64,
}

impl DurationMetrics {
    /// What they took on average.
    ///
    /// ```
    /// use dsh_tools::DurationMetrics;
    /// assert_eq!(DurationMetrics::default().mean(), None);
    /// ```
    #[inline]
    pub fn mean(&self) -> Option<Duration> {
        let nanos = self.sum.as_nanos().checked_div(u128::from(self.count))?;
        u64::try_from(nanos).ok().map(Duration::from_nanos)
    }

    #[inline]
    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.min = self.min.into_iter().chain(other.min).min();
        self.max = self.max.max(other.max);
        if self.buckets.is_empty() {
            self.buckets.clone_from(&other.buckets);
        } else {
            for (bucket, more) in self.buckets.iter_mut().zip(&other.buckets) {
                bucket.count += more.count;
            }
        }
    }
}

/// The same, while it is counted. In nanoseconds: a `u64` of them is 584 years.
pub(super) struct Durations {
    sum: AtomicU64,
    min: AtomicU64,
    max: AtomicU64,
    buckets: [AtomicU64; BOUNDS.len() + 1],
}

impl Default for Durations {
    #[inline]
    fn default() -> Self {
        Self {
            sum: AtomicU64::new(0),
            min: AtomicU64::new(u64::MAX),
            max: AtomicU64::new(0),
            buckets: [const { AtomicU64::new(0) }; BOUNDS.len() + 1],
        }
    }
}

impl Durations {
    #[inline]
    pub(super) fn add(&self, duration: Duration) {
        let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.sum.fetch_add(nanos, Ordering::Relaxed);
        self.min.fetch_min(nanos, Ordering::Relaxed);
        self.max.fetch_max(nanos, Ordering::Relaxed);
        let at = BOUNDS.partition_point(|bound| Duration::from_millis(*bound) < duration);
        if let Some(bucket) = self.buckets.get(at) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn read(&self) -> DurationMetrics {
        let ends = BOUNDS.iter().map(|bound| Some(Duration::from_millis(*bound))).chain([None]);
        let counts = self.buckets.iter().map(|count| count.load(Ordering::Relaxed));
        let buckets: Vec<_> =
            ends.zip(counts).map(|(up_to, count)| DurationBucket { up_to, count }).collect();
        let count = buckets.iter().map(|bucket| bucket.count).sum();
        let nanos = |cell: &AtomicU64| Duration::from_nanos(cell.load(Ordering::Relaxed));
        DurationMetrics {
            count,
            sum: nanos(&self.sum),
            min: (count > 0).then(|| nanos(&self.min)),
            max: (count > 0).then(|| nanos(&self.max)),
            buckets,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_in_its_span() {
        let durations = Durations::default();
        for micros in [0, 1000, 1001, 5000, 300_000_000, 300_000_001] {
            durations.add(Duration::from_micros(micros));
        }
        let read = durations.read();
        let counts: Vec<_> = read.buckets.iter().map(|bucket| bucket.count).collect();
        assert_eq!(counts, [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
        assert_eq!((read.count, read.min), (6, Some(Duration::ZERO)));
        assert_eq!(read.max, Some(Duration::from_micros(300_000_001)));
        assert_eq!(read.sum, Duration::from_micros(600_007_002));
        assert_eq!(read.mean(), Some(Duration::from_micros(100_001_167)));
        let mut twice = read.clone();
        twice.merge(&read);
        assert_eq!((twice.count, twice.min, twice.buckets[0].count), (12, read.min, 4));
        let mut none = DurationMetrics::default();
        none.merge(&read);
        assert_eq!(none, read);
    }
}
