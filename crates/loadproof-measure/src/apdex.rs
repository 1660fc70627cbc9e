//! Calls by what Apdex makes of their response time, apart for groups of users.

use crate::{Outcome, Sample};

/// Groups that users are counted in: calls of one user depend on each other, so an interval is made of groups, not of calls.
pub const APDEX_GROUPS: usize = 32;

/// Calls of one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ApdexGroup {
    /// Calls that count: all but those that the end of the trial left open before 4T.
    pub due: u32,
    /// Completed within T, inclusive.
    pub satisfied: u32,
    /// Completed after T and within 4T, inclusive.
    pub tolerating: u32,
}

/// Calls of one operation by group (Apdex Technical Specification 1.1: satisfied within T, tolerating within 4T, frustrated beyond it and
/// by every error).
///
/// ```
/// use loadproof_measure::{ApdexCounts, Outcome, Sample, Traffic};
/// let (outcome, traffic) = (Outcome::Completed, Traffic::default());
/// let sample = Sample { operation: 0, due_ns: 0, wait_ns: 0, sent_ns: 0, done_ns: 400, outcome, traffic };
/// let mut counts = ApdexCounts::default();
/// counts.settle(&sample, 100, 35);
/// assert_eq!((counts.groups()[3].due, counts.groups()[3].tolerating), (1, 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApdexCounts([ApdexGroup; APDEX_GROUPS]);

impl ApdexCounts {
    /// Counts of the groups, in the order of their numbers.
    pub fn of_groups(groups: [ApdexGroup; APDEX_GROUPS]) -> Self {
        Self(groups)
    }

    /// The groups, in the order of their numbers.
    pub fn groups(&self) -> &[ApdexGroup; APDEX_GROUPS] {
        &self.0
    }

    /// Folds one settled call of user `user` in; `target_ns` is T.
    ///
    /// A call that the end of the trial cut, or kept from being sent, before it was 4T old is not counted: nobody knows what would have
    /// become of it. One that was older is frustrated.
    pub fn settle(&mut self, sample: &Sample, target_ns: u64, user: u32) {
        let response_ns = sample.response_ns();
        let most_ns = target_ns.saturating_mul(4);
        if matches!(sample.outcome, Outcome::Cut | Outcome::Dropped) && response_ns < most_ns {
            return;
        }
        let group = &mut self.0[user as usize % APDEX_GROUPS];
        group.due += 1;
        if sample.outcome == Outcome::Completed {
            group.satisfied += u32::from(response_ns <= target_ns);
            group.tolerating += u32::from(response_ns > target_ns && response_ns <= most_ns);
        }
    }

    /// Adds other counts, group by group.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.due = mine.due.saturating_add(theirs.due);
            mine.satisfied = mine.satisfied.saturating_add(theirs.satisfied);
            mine.tolerating = mine.tolerating.saturating_add(theirs.tolerating);
        }
    }

    /// A few bytes for each group that has calls: its number and its three counts, each as LEB128.
    ///
    /// ```
    /// # use loadproof_measure::{ApdexCounts, ApdexGroup};
    /// let mut groups = [ApdexGroup::default(); 32];
    /// groups[7] = ApdexGroup { due: 300, satisfied: 200, tolerating: 50 };
    /// let counts = ApdexCounts::of_groups(groups);
    /// assert_eq!(counts.to_bytes(), [7, 0xac, 0x02, 0xc8, 0x01, 50]);
    /// assert_eq!(ApdexCounts::from_bytes(&counts.to_bytes()), Some(counts));
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (number, group) in self.0.iter().enumerate().filter(|(_, group)| group.due > 0) {
            bytes.push(number as u8);
            for count in [group.due, group.satisfied, group.tolerating] {
                write_leb128(count, &mut bytes);
            }
        }
        bytes
    }

    /// Counts of [`ApdexCounts::to_bytes`]; None where the bytes are something else.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut counts = Self::default();
        let mut next = 0;
        while let Some((number, rest)) = bytes.split_first() {
            bytes = rest;
            let number = usize::from(*number);
            let group = counts.0.get_mut(number).filter(|_| number >= next)?;
            next = number + 1;
            for count in [&mut group.due, &mut group.satisfied, &mut group.tolerating] {
                *count = read_leb128(&mut bytes)?;
            }
            if group.due == 0 || group.satisfied.checked_add(group.tolerating)? > group.due {
                return None;
            }
        }
        Some(counts)
    }
}

fn write_leb128(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_leb128(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u64;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return u32::try_from(number).ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorKind, Traffic};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_give_the_counts_again(groups in proptest::collection::vec((0u32..40, 0u32..40, any::<u32>()), APDEX_GROUPS)) {
            let mut counts = ApdexCounts::default();
            for (place, (satisfied, tolerating, more)) in groups.into_iter().enumerate() {
                counts.0[place] = ApdexGroup { due: (satisfied + tolerating).saturating_add(more), satisfied, tolerating };
            }
            prop_assert_eq!(ApdexCounts::from_bytes(&counts.to_bytes()), Some(counts));
        }

        #[test]
        fn other_bytes_are_refused_or_give_counts_that_close(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Some(counts) = ApdexCounts::from_bytes(&bytes) {
                for group in counts.groups() {
                    prop_assert!(u64::from(group.satisfied) + u64::from(group.tolerating) <= u64::from(group.due));
                }
            }
        }
    }

    #[test]
    fn bytes_that_nobody_wrote_are_refused() {
        for bytes in [
            &[32, 1, 0, 0][..],
            &[0, 1, 1, 1],
            &[0, 1],
            &[1, 1, 0, 0, 1, 1, 0, 0],
            &[0, 0, 0, 0],
            &[0, 255, 255, 255, 255, 255],
        ] {
            assert_eq!(ApdexCounts::from_bytes(bytes), None, "{bytes:?}");
        }
    }

    const T_NS: u64 = 3_000_000_000;

    fn settled(response_ns: u64, outcome: Outcome) -> (u32, u32, u32) {
        let mut counts = ApdexCounts::default();
        let sample = Sample {
            operation: 0,
            due_ns: 5,
            wait_ns: 0,
            sent_ns: 5,
            done_ns: 5 + response_ns,
            outcome,
            traffic: Traffic::default(),
        };
        counts.settle(&sample, T_NS, 64);
        let group = counts.groups()[0];
        (group.due, group.satisfied, group.tolerating)
    }

    #[test]
    fn both_limits_are_inclusive_to_the_nanosecond() {
        let cases = [
            (T_NS - 1, (1, 1, 0)),
            (T_NS, (1, 1, 0)),
            (T_NS + 1, (1, 0, 1)),
            (4 * T_NS - 1, (1, 0, 1)),
            (4 * T_NS, (1, 0, 1)),
            (4 * T_NS + 1, (1, 0, 0)),
        ];
        for (response_ns, expected) in cases {
            assert_eq!(settled(response_ns, Outcome::Completed), expected, "{response_ns}");
        }
    }

    #[test]
    fn every_failure_is_frustrated_however_quick() {
        for kind in [ErrorKind::Reset, ErrorKind::Timeout, ErrorKind::Status(500)] {
            assert_eq!(settled(1, Outcome::Failed(kind)), (1, 0, 0));
        }
    }

    #[test]
    fn a_call_that_the_end_left_open_counts_once_it_is_as_old_as_4t() {
        for outcome in [Outcome::Cut, Outcome::Dropped] {
            assert_eq!(settled(4 * T_NS - 1, outcome), (0, 0, 0));
            assert_eq!(settled(4 * T_NS, outcome), (1, 0, 0));
        }
    }
}
