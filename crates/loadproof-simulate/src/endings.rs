//! Which call in service ends next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Calls in service, the first to end first, then the first to have begun.
///
/// An entry is one number: the end, in the time of the service's own work, the order of beginning, the number of the job. Half of the instructions of a simulation
/// are moves of such entries, so each is 16 bytes and compared at once.
#[derive(Debug, Default)]
pub(crate) struct Endings {
    entries: BinaryHeap<Reverse<u128>>,
    /// Calls that have begun. After 2³² it starts anew: two calls that end at the same nanosecond on both sides of that change places.
    begun: u32,
}

impl Endings {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// A call begins that will end at an instant.
    #[inline]
    pub(crate) fn push(&mut self, end_ns: u64, job: u32) {
        let entry = u128::from(end_ns) << 64 | u128::from(self.begun) << 32 | u128::from(job);
        self.entries.push(Reverse(entry));
        self.begun = self.begun.wrapping_add(1);
    }

    /// When the next call ends.
    #[inline]
    pub(crate) fn next_ns(&self) -> Option<u64> {
        self.entries.peek().map(|Reverse(entry)| (entry >> 64) as u64)
    }

    /// Takes the job that ends next.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        self.entries.pop().map(|Reverse(entry)| entry as u32)
    }

    /// Takes every job, the first to have begun first.
    pub(crate) fn take_all(&mut self) -> impl Iterator<Item = u32> {
        let mut entries: Vec<u64> = self.entries.drain().map(|Reverse(entry)| entry as u64).collect();
        entries.sort_unstable();
        entries.into_iter().map(|entry| entry as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_to_end_comes_first_then_the_first_to_have_begun() {
        let mut endings = Endings::default();
        for (end_ns, job) in [(30, 9), (10, 8), (20, 7), (10, 1), (u64::MAX, 0)] {
            endings.push(end_ns, job);
        }
        assert_eq!((endings.len(), endings.next_ns()), (5, Some(10)));
        assert_eq!([endings.pop(), endings.pop(), endings.pop()], [Some(8), Some(1), Some(7)]);
        assert_eq!(endings.take_all().collect::<Vec<_>>(), [9, 0]);
        assert_eq!((endings.pop(), endings.next_ns()), (None, None));
    }
}
