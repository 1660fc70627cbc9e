//! Timeouts of open calls.

/// A tick is 2^20 ns, about a millisecond: timeouts are seconds, so calls share few wake-ups.
const TICK_BITS: u32 = 20;
const SLOTS: usize = 4096;
const NONE: u32 = u32::MAX;

/// No tick that is ever reached.
const NEVER: u64 = u64::MAX;

/// One number's timer, and its place in the wheel.
#[derive(Clone, Copy, Debug)]
struct Timer {
    /// Tick at which it fires; [`NEVER`]: it is not set.
    fires: u64,
    /// Tick at which the wheel looks at it; [`NEVER`]: it is not in the wheel.
    looked_at: u64,
    /// Tells which of two was set first.
    order: u64,
    previous: u32,
    next: u32,
}

const UNSET: Timer = Timer {
    fires: NEVER,
    looked_at: NEVER,
    order: 0,
    previous: NONE,
    next: NONE,
};

/// A hashed timer wheel (Varghese and Lauck 1987, scheme 6) over small numbers: set and clear in constant time, no allocation per call.
///
/// Nearly every timer is cleared long before it fires, and its number is set again soon. So clearing leaves a number where it is in the wheel, and setting
/// it again for later does too: when the wheel comes to it, it is moved on to where it then belongs.
///
/// A timer fires at the first tick that lies wholly after its deadline: at most two ticks (2.1 ms) late, never early.
#[derive(Debug)]
pub(crate) struct TimerWheel {
    heads: Vec<u32>,
    occupied: [u64; SLOTS / 64],
    timers: Vec<Timer>,
    /// How many were ever set.
    sets: u64,
    /// Last tick that was looked at.
    last_tick: u64,
    /// No occupied slot comes up before this tick; None: not known, to be looked for. Clearing a timer leaves it, so it may be early.
    next_tick: Option<u64>,
}

impl TimerWheel {
    pub(crate) fn new() -> Self {
        Self {
            heads: vec![NONE; SLOTS],
            occupied: [0; SLOTS / 64],
            timers: Vec::new(),
            sets: 0,
            last_tick: 0,
            next_tick: None,
        }
    }

    /// Sets the timer of `id`.
    #[inline]
    pub(crate) fn set(&mut self, id: u32, deadline_ns: u64) {
        let index = id as usize;
        if index >= self.timers.len() {
            self.timers.resize(index + 1, UNSET);
        }
        let tick = ((deadline_ns >> TICK_BITS) + 1).max(self.last_tick + 1);
        self.sets += 1;
        let timer = &mut self.timers[index];
        timer.fires = tick;
        timer.order = self.sets;
        if timer.looked_at > tick {
            self.place(id);
        }
    }

    /// Clears the timer of `id`, if it is set.
    #[inline]
    pub(crate) fn clear(&mut self, id: u32) {
        if let Some(timer) = self.timers.get_mut(id as usize) {
            timer.fires = NEVER;
        }
    }

    /// Puts a number where it is looked at as it fires, wherever it was before.
    fn place(&mut self, id: u32) {
        self.take_out(id);
        let tick = self.timers[id as usize].fires;
        let slot = slot_of(tick);
        let head = self.heads[slot];
        let timer = &mut self.timers[id as usize];
        timer.looked_at = tick;
        timer.next = head;
        if head != NONE {
            self.timers[head as usize].previous = id;
        }
        self.heads[slot] = id;
        // A timer more than a turn away has its slot looked at once each turn before.
        let comes_up = self.last_tick + 1 + (slot + SLOTS - slot_of(self.last_tick + 1)) as u64 % SLOTS as u64;
        self.next_tick = self.next_tick.map(|known| known.min(comes_up));
        self.occupied[slot / 64] |= 1 << (slot % 64);
    }

    /// Takes a number out of the wheel, if it is there.
    fn take_out(&mut self, id: u32) {
        let timer = &mut self.timers[id as usize];
        if timer.looked_at == NEVER {
            return;
        }
        let slot = slot_of(timer.looked_at);
        let Timer { previous, next, .. } = *timer;
        timer.looked_at = NEVER;
        (timer.previous, timer.next) = (NONE, NONE);
        if next != NONE {
            self.timers[next as usize].previous = previous;
        }
        if previous != NONE {
            self.timers[previous as usize].next = next;
            return;
        }
        self.heads[slot] = next;
        if next == NONE {
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
    }

    /// Appends every timer that has fired by now to `fired`, and clears it.
    #[inline]
    pub(crate) fn expire(&mut self, now_ns: u64, fired: &mut Vec<u32>) {
        let now_tick = now_ns >> TICK_BITS;
        if now_tick > self.last_tick {
            self.pass(now_tick, fired);
        }
    }

    /// Looks at every slot from the last tick to this one. What fires comes by its tick, and of those of one tick the last set comes first.
    fn pass(&mut self, now_tick: u64, fired: &mut Vec<u32>) {
        let begin = fired.len();
        let mut later = Vec::new();
        // After a full turn every slot has been seen; more would see them twice.
        let first = self.last_tick.max(now_tick.saturating_sub(SLOTS as u64)) + 1;
        for tick in first..=now_tick {
            let slot = slot_of(tick);
            if self.occupied[slot / 64] & (1 << (slot % 64)) == 0 {
                continue;
            }
            let mut id = self.heads[slot];
            while id != NONE {
                let Timer {
                    next, fires, looked_at, ..
                } = self.timers[id as usize];
                if looked_at <= now_tick {
                    self.take_out(id);
                    if fires <= now_tick {
                        fired.push(id);
                    } else if fires != NEVER {
                        later.push(id);
                    }
                }
                id = next;
            }
        }
        self.last_tick = now_tick;
        self.next_tick = self.next_tick.filter(|known| *known > now_tick);
        for id in later {
            self.place(id);
        }
        let timers = &self.timers;
        fired[begin..].sort_unstable_by_key(|id| {
            let timer = timers[*id as usize];
            (timer.fires, u64::MAX - timer.order)
        });
        for id in &fired[begin..] {
            self.timers[*id as usize].fires = NEVER;
        }
    }

    /// An instant by which no timer has fired yet and at which the wheel wants to be looked at; None when no timer is set.
    #[inline]
    pub(crate) fn next_ns(&mut self) -> Option<u64> {
        if self.next_tick.is_none() {
            self.next_tick = self.next_occupied();
        }
        self.next_tick.map(|tick| tick << TICK_BITS)
    }

    fn next_occupied(&self) -> Option<u64> {
        let start = slot_of(self.last_tick + 1);
        let words = self.occupied.len();
        // One word more than there are: the first is seen twice, its bits before and after the start.
        for step in 0..=words {
            let word = (start / 64 + step) % words;
            let mut bits = self.occupied[word];
            if step == 0 {
                bits &= u64::MAX << (start % 64);
            } else if step == words {
                bits &= !(u64::MAX << (start % 64));
            }
            if bits != 0 {
                let slot = word * 64 + bits.trailing_zeros() as usize;
                let ahead = (slot + SLOTS - start) % SLOTS;
                return Some(self.last_tick + 1 + ahead as u64);
            }
        }
        None
    }
}

#[inline]
fn slot_of(tick: u64) -> usize {
    (tick % SLOTS as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SLACK_NS: u64 = 2 << TICK_BITS;

    proptest! {
        #[test]
        fn timers_fire_once_never_early_and_at_most_two_ticks_late(
            deadlines in proptest::collection::vec(0u64..20_000_000_000, 1..60),
            cleared in proptest::collection::vec(any::<bool>(), 60),
            jumps in proptest::collection::vec(1u64..3_000_000_000, 1..40),
        ) {
            let mut wheel = TimerWheel::new();
            for (id, deadline) in deadlines.iter().enumerate() {
                wheel.set(id as u32, *deadline);
            }
            for (id, _) in cleared.iter().enumerate().filter(|(id, cleared)| **cleared && *id < deadlines.len()) {
                wheel.clear(id as u32);
            }
            let mut seen = vec![false; deadlines.len()];
            let mut now = 0;
            for jump in jumps.into_iter().chain([30_000_000_000]) {
                let before = now;
                now += jump;
                let mut fired = Vec::new();
                wheel.expire(now, &mut fired);
                for id in fired {
                    let deadline = deadlines[id as usize];
                    prop_assert!(!seen[id as usize] && !cleared[id as usize]);
                    prop_assert!(deadline <= now && deadline + SLACK_NS >= before, "{deadline} fired between {before} and {now}");
                    seen[id as usize] = true;
                }
            }
            prop_assert!(seen.iter().zip(&cleared).all(|(seen, cleared)| *seen != *cleared));
            prop_assert_eq!(wheel.next_ns(), None);
        }

        #[test]
        fn a_number_that_is_set_again_and_again_fires_by_its_last_deadline_alone(
            steps in proptest::collection::vec((0u32..4, prop_oneof![Just(0u64), 1u64..6_000_000_000], 0u64..50_000_000), 1..400),
        ) {
            let mut wheel = TimerWheel::new();
            let mut deadlines = [None; 4];
            let mut now = 0;
            for (id, ahead, jump) in steps {
                // 0 clears.
                deadlines[id as usize] = (ahead > 0).then_some(now + ahead);
                match deadlines[id as usize] {
                    Some(deadline) => wheel.set(id, deadline),
                    None => wheel.clear(id),
                }
                let earliest = deadlines.iter().flatten().min();
                if let Some(earliest) = earliest {
                    prop_assert!(wheel.next_ns().unwrap() <= earliest + SLACK_NS);
                }
                now += jump;
                let mut fired = Vec::new();
                wheel.expire(now, &mut fired);
                for id in fired {
                    let deadline = deadlines[id as usize].take();
                    prop_assert!(deadline.is_some_and(|deadline| deadline <= now));
                }
                prop_assert!(deadlines.iter().flatten().all(|deadline| deadline + SLACK_NS > now));
            }
        }

        #[test]
        fn the_next_look_is_never_after_a_timer_has_fired(deadline in 0u64..20_000_000_000) {
            let mut wheel = TimerWheel::new();
            wheel.set(0, deadline);
            let mut fired = Vec::new();
            let mut looks = 0;
            while fired.is_empty() {
                let next = wheel.next_ns().unwrap();
                prop_assert!(next <= deadline + SLACK_NS);
                wheel.expire(next, &mut fired);
                looks += 1;
                prop_assert!(looks < 10);
            }
        }
    }
}
