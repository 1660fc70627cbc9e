//! Who asks for the next call.

use std::iter::Peekable;

use loadproof_schedule::{Arrivals, Schedule};

use crate::{ArrivalKind, PlanError, TrialPlan};

/// Who asks for the next call: open and closed loads differ in nothing else.
#[derive(Debug)]
pub(crate) enum Pace {
    /// A schedule, whatever the target does.
    Open(Box<Peekable<Schedule>>),
    /// Every connection as soon as it is free.
    Saturate,
}

impl Pace {
    /// The pace of one shard, and when it ends in nanoseconds from the start of the trial.
    pub(crate) fn new(trial: &TrialPlan, shard: usize, shards: usize) -> Result<(Self, u64), PlanError> {
        let segments = trial.shape()?;
        let end_ns = trial.segments.iter().map(|segment| segment.duration_ns).sum();
        let arrivals = match trial.arrivals {
            ArrivalKind::Poisson => Arrivals::Poisson,
            ArrivalKind::Constant => Arrivals::Constant,
            ArrivalKind::Saturate => return Ok((Self::Saturate, end_ns)),
        };
        let schedule = Schedule::new(segments, arrivals, trial.seed, shard, shards);
        Ok((Self::Open(Box::new(schedule.peekable())), end_ns))
    }

    /// When the next call is due; None when nothing but a free connection, or nothing at all, makes one due.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u64> {
        match self {
            Self::Open(schedule) => schedule.peek().copied(),
            Self::Saturate => None,
        }
    }

    /// Takes the next call if it is due by now.
    #[inline]
    pub(crate) fn take_due(&mut self, now_ns: u64) -> Option<u64> {
        match self {
            Self::Open(schedule) => schedule.next_if(|due_ns| *due_ns <= now_ns),
            Self::Saturate => None,
        }
    }

    pub(crate) fn saturates(&self) -> bool {
        matches!(self, Self::Saturate)
    }
}
