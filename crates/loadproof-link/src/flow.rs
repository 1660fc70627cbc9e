//! Bytes of one direction of a connection, on their way.

use std::collections::VecDeque;

use crate::allowance::Allowance;
use crate::fault::Effect;

/// Memory of a chunk beside its bytes: many small ones are bounded, too.
const CHUNK_OVERHEAD: usize = 96;
/// No instant.
pub(crate) const NEVER_NS: u64 = u64::MAX;

/// End of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The sender sends no more (FIN).
    Closed,
    /// The sender reset the connection (RST).
    Reset,
}

/// Bytes that came at once.
#[derive(Debug)]
struct Chunk {
    due_ns: u64,
    bytes: Box<[u8]>,
    /// Bytes that the receiver has taken.
    taken: usize,
}

/// What can be done with the first bytes of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// So many bytes may be sent.
    Send(usize),
    /// The end may be passed on.
    End(End),
    /// Nothing before this instant.
    Wait(u64),
    /// Nothing at all: the link is cut, or there is nothing.
    Nothing,
}

/// Chunks in the order of their arrival, and the end after them.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    chunks: VecDeque<Chunk>,
    /// Memory of the chunks.
    queued: usize,
    /// Instant of the last chunk: a later one does not overtake it.
    last_due_ns: u64,
    end: Option<(End, u64)>,
    /// Nothing more is passed on: the end was, or the receiver is gone.
    pub(crate) is_finished: bool,
    /// The receiver takes no more now.
    pub(crate) is_blocked: bool,
    allowance: Allowance,
    /// Instant of its entry among the timers; `NEVER_NS`: none.
    pub(crate) wake_ns: u64,
}

impl Flow {
    pub(crate) fn new() -> Self {
        Self {
            wake_ns: NEVER_NS,
            ..Self::default()
        }
    }

    /// True if no byte waits.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Memory that is taken.
    #[inline]
    pub(crate) fn queued(&self) -> usize {
        self.queued
    }

    /// True if nothing more comes.
    #[inline]
    pub(crate) fn has_end(&self) -> bool {
        self.end.is_some()
    }

    /// Bytes that wait for their time, not for the receiver.
    pub(crate) fn held_bytes(&self, effect: &Effect, now_ns: u64) -> usize {
        let waiting = |chunk: &&Chunk| effect.is_cut || effect.bytes_per_s.is_some() || chunk.due_ns > now_ns;
        self.chunks
            .iter()
            .filter(waiting)
            .map(|chunk| chunk.bytes.len() - chunk.taken)
            .sum()
    }

    /// Appends bytes that came now.
    pub(crate) fn push(&mut self, bytes: &[u8], effect: &Effect, now_ns: u64) {
        if self.is_finished {
            return;
        }
        self.queued += bytes.len() + CHUNK_OVERHEAD;
        let due_ns = self.due_ns(effect, now_ns);
        self.chunks.push_back(Chunk {
            due_ns,
            bytes: bytes.into(),
            taken: 0,
        });
    }

    /// Notes the end; a reset takes the place of a close.
    pub(crate) fn end(&mut self, end: End, effect: &Effect, now_ns: u64) {
        if !self.is_finished && (self.end.is_none() || end == End::Reset) {
            self.end = Some((end, self.due_ns(effect, now_ns)));
        }
    }

    fn due_ns(&mut self, effect: &Effect, now_ns: u64) -> u64 {
        self.last_due_ns = now_ns.saturating_add(effect.delay_ns()).max(self.last_due_ns);
        self.last_due_ns
    }

    /// Drops everything: the receiver is gone.
    pub(crate) fn abandon(&mut self) {
        self.chunks.clear();
        self.queued = 0;
        self.is_finished = true;
        self.is_blocked = false;
    }

    /// Lets nothing wait longer than until `latest_ns`, as after a change of the delays. The order stays.
    pub(crate) fn hasten(&mut self, latest_ns: u64) {
        for chunk in &mut self.chunks {
            chunk.due_ns = chunk.due_ns.min(latest_ns);
        }
        if let Some((_, due_ns)) = &mut self.end {
            *due_ns = (*due_ns).min(latest_ns);
        }
        self.last_due_ns = self.last_due_ns.min(latest_ns);
    }

    /// What can be done now.
    pub(crate) fn next(&mut self, effect: &Effect, now_ns: u64) -> Next {
        if effect.is_cut || self.is_finished {
            return Next::Nothing;
        }
        let Some(chunk) = self.chunks.front() else {
            return match self.end {
                None => Next::Nothing,
                Some((end, due_ns)) if due_ns <= now_ns => Next::End(end),
                Some((_, due_ns)) => Next::Wait(due_ns),
            };
        };
        if chunk.due_ns > now_ns {
            return Next::Wait(chunk.due_ns);
        }
        if self.is_blocked {
            // A reset does not wait for a receiver that reads nothing.
            return match self.end {
                Some((End::Reset, due_ns)) if due_ns <= now_ns => Next::End(End::Reset),
                Some((End::Reset, due_ns)) => Next::Wait(due_ns),
                _ => Next::Nothing,
            };
        }
        let left = chunk.bytes.len() - chunk.taken;
        let Some(bytes_per_s) = effect.bytes_per_s else {
            return Next::Send(left);
        };
        match self.allowance.available(bytes_per_s, now_ns) {
            0 => Next::Wait(self.allowance.next_ns(bytes_per_s, left)),
            bytes => Next::Send(bytes.min(left)),
        }
    }

    /// The first bytes that wait, `most` of them.
    pub(crate) fn front(&self, most: usize) -> &[u8] {
        let rest = self.chunks.front().map_or(&[][..], |chunk| &chunk.bytes[chunk.taken..]);
        &rest[..rest.len().min(most)]
    }

    /// Takes bytes that the receiver has taken.
    pub(crate) fn take(&mut self, bytes: usize, effect: &Effect) {
        if effect.bytes_per_s.is_some() {
            self.allowance.spend(bytes);
        }
        let Some(chunk) = self.chunks.front_mut() else { return };
        chunk.taken += bytes;
        if chunk.taken >= chunk.bytes.len() {
            self.queued = self.queued.saturating_sub(chunk.bytes.len() + CHUNK_OVERHEAD);
            self.chunks.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Effect = Effect {
        latency_ns: 100,
        jitter_ns: 90,
        bytes_per_s: None,
        is_cut: false,
        is_reset: false,
    };
    const NONE: Effect = Effect {
        latency_ns: 0,
        jitter_ns: 0,
        ..LAG
    };
    const CUT: Effect = Effect { is_cut: true, ..NONE };

    /// Everything that can be sent at `now_ns`.
    fn sent(flow: &mut Flow, effect: &Effect, now_ns: u64) -> Vec<u8> {
        let mut all = Vec::new();
        while let Next::Send(most) = flow.next(effect, now_ns) {
            let bytes = flow.front(most).to_vec();
            flow.take(bytes.len(), effect);
            all.extend(bytes);
        }
        all
    }

    #[test]
    fn jitter_keeps_the_order() {
        let mut flow = Flow::new();
        for byte in 0..200 {
            flow.push(&[byte], &LAG, u64::from(byte));
        }
        let mut all = Vec::new();
        let mut now_ns = 0;
        while !flow.is_empty() {
            now_ns += 1;
            all.extend(sent(&mut flow, &LAG, now_ns));
        }
        assert_eq!(all, (0..200).collect::<Vec<u8>>());
        assert!((209..=390).contains(&now_ns), "{now_ns}");
        assert_eq!(flow.queued(), 0);
    }

    #[test]
    fn an_undone_delay_holds_nothing() {
        let mut flow = Flow::new();
        flow.push(b"one", &LAG, 0);
        flow.end(End::Closed, &LAG, 1);
        assert!(matches!(flow.next(&LAG, 1), Next::Wait(_)));
        assert_eq!(flow.held_bytes(&LAG, 1), 3);
        flow.hasten(2);
        assert_eq!(flow.held_bytes(&NONE, 2), 0);
        flow.push(b"two", &NONE, 2);
        assert_eq!(sent(&mut flow, &NONE, 2), b"onetwo");
        assert_eq!(flow.next(&NONE, 2), Next::End(End::Closed));
    }

    #[test]
    fn a_cut_holds_bytes_and_the_end() {
        let mut flow = Flow::new();
        flow.push(b"one", &NONE, 0);
        flow.end(End::Reset, &NONE, 0);
        assert_eq!(flow.next(&CUT, 10), Next::Nothing);
        assert_eq!(flow.held_bytes(&CUT, 10), 3);
        assert_eq!(sent(&mut flow, &NONE, 10), b"one");
        assert_eq!(flow.next(&NONE, 10), Next::End(End::Reset));
    }

    #[test]
    fn a_reset_waits_for_its_delay_but_for_no_receiver() {
        let mut flow = Flow::new();
        flow.push(b"one", &NONE, 0);
        flow.is_blocked = true;
        assert_eq!(flow.next(&NONE, 0), Next::Nothing);
        flow.end(End::Closed, &LAG, 0);
        flow.end(End::Reset, &LAG, 0);
        let Next::Wait(due_ns) = flow.next(&LAG, 0) else {
            panic!("it does not wait")
        };
        assert_eq!(flow.next(&LAG, due_ns), Next::End(End::Reset));
    }

    #[test]
    fn a_part_of_a_chunk_may_be_taken() {
        let mut flow = Flow::new();
        flow.push(b"abcdef", &NONE, 0);
        flow.take(4, &NONE);
        assert_eq!(flow.front(1), b"e");
        assert_eq!(flow.next(&NONE, 0), Next::Send(2));
        flow.abandon();
        assert_eq!(
            (flow.next(&NONE, 0), flow.queued(), flow.front(9)),
            (Next::Nothing, 0, &b""[..])
        );
    }
}
