//! Histogram of times on the hot path.

use crate::histogram::HIGHEST_NS;

/// Values below 2^9 = 512 ns share a bucket: the unit of HdrHistogram for a lowest value of 1,000 ns.
const UNIT_BITS: u32 = 9;
/// 2,048 buckets of one unit, then 1,024 for each doubling: three significant digits.
const HALF_BITS: u32 = 10;
/// Every value below this falls into a bucket of one unit.
const LINEAR_NS: u64 = 1 << (UNIT_BITS + HALF_BITS + 1);
/// Buckets up to that of the longest time.
pub(crate) const BUCKETS: usize = bucket_of(HIGHEST_NS) + 1;
/// Their number is a multiple of this, but for all of them.
const GROWTH: usize = 128;

/// So many times are kept one by one before an array of counts is made: a window of few calls then takes some hundred bytes, not tens
/// of thousands.
const FEW: usize = 256;
/// Places that are made for the first of them.
const FIRST_FEW: usize = 32;

/// Histogram of one window: 32-bit counts, grows with the values it meets, holds no memory before the first.
///
/// Its buckets are those of [`crate::SpanHistogram`] (HdrHistogram, Tene 2012), so that nothing is lost on the way there. It keeps no
/// total, least or largest value: what recording does is to count, and readers come once a second.
#[derive(Clone, Debug, Default)]
pub struct TimeHistogram {
    /// The count of the first bucket, which is in no other place: waits and lateness of a call that found everything free cost an addition.
    least: u32,
    counts: Vec<u32>,
    /// The buckets of the first times, in the order in which they came; without memory once there are counts.
    few: Vec<u16>,
}

impl TimeHistogram {
    /// Records one time in nanoseconds.
    #[inline]
    pub fn record_ns(&mut self, value_ns: u64) {
        if value_ns < 1 << UNIT_BITS {
            self.least = self.least.saturating_add(1);
            return;
        }
        // Many values are in the linear part, so the branch costs less than the general bucket. What is longer than the longest time counts
        // as that, and no bucket beyond it ever comes to be.
        let bucket = if value_ns < LINEAR_NS {
            (value_ns >> UNIT_BITS) as usize
        } else {
            bucket_of(value_ns).min(BUCKETS - 1)
        };
        if self.few.len() < self.few.capacity() {
            self.few.push(bucket as u16);
        } else if let Some(count) = self.counts.get_mut(bucket) {
            *count = count.saturating_add(1);
        } else {
            self.record_beyond(bucket);
        }
    }

    /// Makes room for one of the first few values, or grows to a value.
    #[inline(never)]
    fn record_beyond(&mut self, bucket: usize) {
        if self.counts.is_empty() && self.few.len() < FEW {
            let more = (3 * self.few.len()).max(FIRST_FEW);
            self.few.reserve_exact(more.min(FEW - self.few.len()));
            self.few.push(bucket as u16);
        } else {
            self.spread();
            self.reach(bucket);
            self.counts[bucket] = self.counts[bucket].saturating_add(1);
        }
    }

    /// Turns the first few values into counts.
    fn spread(&mut self) {
        for bucket in std::mem::take(&mut self.few) {
            self.reach(usize::from(bucket));
            self.counts[usize::from(bucket)] += 1;
        }
    }

    fn reach(&mut self, bucket: usize) {
        if bucket >= self.counts.len() {
            self.counts.resize((bucket + 1).next_multiple_of(GROWTH).min(BUCKETS), 0);
        }
    }

    /// Adds every count of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.least = self.least.saturating_add(other.least);
        if other.few.is_empty() && other.counts.is_empty() {
            return;
        }
        self.spread();
        for bucket in other.few.iter().copied().map(usize::from) {
            self.reach(bucket);
            self.counts[bucket] = self.counts[bucket].saturating_add(1);
        }
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine = mine.saturating_add(*theirs);
        }
    }

    /// Number of recorded times.
    pub fn count(&self) -> u64 {
        u64::from(self.least) + self.few.len() as u64 + self.counts.iter().map(|count| u64::from(*count)).sum::<u64>()
    }

    /// Non-empty buckets, ascending: highest equivalent value in nanoseconds, and count.
    ///
    /// ```
    /// use loadproof_measure::TimeHistogram;
    /// let mut histogram = TimeHistogram::default();
    /// histogram.record_ns(1_000);
    /// assert_eq!(histogram.buckets().collect::<Vec<_>>(), [(1_023, 1)]);
    /// ```
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let mut few = self.few.clone();
        few.sort_unstable();
        let first: Vec<(u64, u32)> = few
            .chunk_by(|left, right| left == right)
            .map(|alike| (highest_of(usize::from(alike[0])), alike.len() as u32))
            .collect();
        let counts = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let least = (self.least > 0).then(|| (highest_of(0), self.least));
        // One of the two others is always empty.
        least
            .into_iter()
            .chain(first)
            .chain(counts.map(|(bucket, count)| (highest_of(bucket), *count)))
    }

    /// A window of these counts, whose indices are buckets: the inverse of [`Self::add_to`].
    pub(crate) fn of_buckets(totals: &[u64]) -> Self {
        let counts: Vec<u32> = totals.iter().map(|count| u32::try_from(*count).unwrap_or(u32::MAX)).collect();
        Self {
            counts,
            ..Self::default()
        }
    }

    /// Adds every count to `totals`, whose indices are buckets; it grows to the largest.
    pub(crate) fn add_to(&self, totals: &mut Vec<u64>) {
        let largest = self.few.iter().copied().max().map_or(0, |bucket| usize::from(bucket) + 1);
        let needed = largest.max(self.counts.len()).max(usize::from(self.least > 0));
        if totals.len() < needed {
            totals.resize(needed, 0);
        }
        if self.least > 0 {
            totals[0] += u64::from(self.least);
        }
        for bucket in &self.few {
            totals[usize::from(*bucket)] += 1;
        }
        for (total, count) in totals.iter_mut().zip(&self.counts) {
            *total += u64::from(*count);
        }
    }
}

#[inline]
pub(crate) const fn bucket_of(value_ns: u64) -> usize {
    // Doublings above the linear part: where the value's leading bit stands beyond that of the largest linear value.
    let doublings = LINEAR_NS.leading_zeros() + 1 - (value_ns | (LINEAR_NS - 1)).leading_zeros();
    ((doublings as usize) << HALF_BITS) + (value_ns >> (UNIT_BITS + doublings)) as usize
}

pub(crate) fn highest_of(bucket: usize) -> u64 {
    let doublings = (bucket >> HALF_BITS).saturating_sub(1) as u32;
    let step = bucket - ((doublings as usize) << HALF_BITS);
    ((step as u64 + 1) << (UNIT_BITS + doublings)) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpanHistogram;
    use proptest::prelude::*;

    fn buckets(histogram: &SpanHistogram) -> Vec<(u64, u64)> {
        histogram.buckets().collect()
    }

    proptest! {
        #[test]
        fn a_window_and_a_span_put_every_value_into_the_same_bucket(
            values in proptest::collection::vec((0u32..45, any::<u64>()).prop_map(|(bits, noise)| noise & ((1 << bits) - 1)), 1..600),
        ) {
            let (mut window, mut span) = (TimeHistogram::default(), SpanHistogram::default());
            for value in &values {
                window.record_ns(*value);
                span.record_ns(*value, 1);
            }
            let mut merged = SpanHistogram::default();
            merged.merge_window(&window);
            prop_assert_eq!(buckets(&merged), buckets(&span));
            prop_assert_eq!((merged.quantile_ns(0.5), merged.max_ns()), (span.quantile_ns(0.5), span.max_ns()));
            prop_assert_eq!(window.count(), values.len() as u64);
            let mut totals = Vec::new();
            window.add_to(&mut totals);
            let totals: Vec<(u64, u64)> = totals.into_iter().enumerate().filter(|(_, count)| *count > 0)
                .map(|(bucket, count)| (highest_of(bucket), count)).collect();
            prop_assert_eq!(totals, buckets(&span));
            prop_assert!(window.counts.len() <= BUCKETS);
        }
    }

    #[test]
    fn bounds_of_buckets_are_those_of_hdrhistogram() {
        for value in [
            0,
            511,
            512,
            LINEAR_NS - 1,
            LINEAR_NS,
            2 * LINEAR_NS - 1,
            2 * LINEAR_NS,
            HIGHEST_NS,
            u64::MAX,
        ] {
            let (mut window, mut span) = (TimeHistogram::default(), SpanHistogram::default());
            window.record_ns(value);
            span.record_ns(value, 1);
            let shown: Vec<(u64, u64)> = window.buckets().map(|(value, count)| (value, u64::from(count))).collect();
            assert_eq!(shown, buckets(&span), "{value}");
        }
    }

    #[test]
    fn a_time_beyond_the_longest_counts_as_the_longest_also_the_second_time() {
        let mut window = TimeHistogram::default();
        [HIGHEST_NS, HIGHEST_NS + 1, 2 * HIGHEST_NS, u64::MAX]
            .iter()
            .for_each(|value| window.record_ns(*value));
        assert_eq!(window.buckets().map(|(_, count)| count).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn an_unused_histogram_holds_no_memory_and_few_times_hold_no_counts() {
        let mut window = TimeHistogram::default();
        assert_eq!((window.counts.capacity(), window.few.capacity()), (0, 0));
        window.record_ns(3);
        assert_eq!((window.counts.capacity(), window.few.capacity()), (0, 0));
        (1..=FEW as u64).for_each(|step| window.record_ns(step * 1_000_000));
        assert_eq!((window.counts.capacity(), window.count()), (0, FEW as u64 + 1));
        window.record_ns(1_000);
        assert_eq!((window.few.capacity(), window.count()), (0, FEW as u64 + 2));
    }
}
