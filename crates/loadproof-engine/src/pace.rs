//! Who asks for the next call.

use loadproof_schedule::{Arrivals, Schedule};

use crate::{ArrivalKind, PlanError, TrialPlan};

/// Who asks for the next call: open and closed loads differ in nothing else.
#[derive(Debug)]
pub(crate) enum Pace {
    /// A schedule, whatever the target does.
    Open {
        /// What comes after the next call.
        schedule: Box<Schedule>,
        /// When the next call is due; the end of time when there is none.
        next_ns: u64,
    },
    /// Every connection as soon as it is free.
    Saturate,
}

impl Pace {
    /// The pace of one shard, and when it ends in nanoseconds from the start of the trial; calls go round `targets` shards.
    pub(crate) fn new(trial: &TrialPlan, (shard, shards): (usize, usize), targets: usize) -> Result<(Self, u64), PlanError> {
        let segments = trial.shape()?;
        let end_ns = trial.segments.iter().map(|segment| segment.duration_ns).sum();
        let arrivals = match trial.arrivals {
            ArrivalKind::Poisson => Arrivals::Poisson,
            ArrivalKind::Constant => Arrivals::Constant,
            ArrivalKind::Saturate => return Ok((Self::Saturate, end_ns)),
        };
        let mut schedule = Box::new(Schedule::in_turns(segments, arrivals, trial.seed, (shard, shards), targets));
        let next_ns = schedule.next().unwrap_or(u64::MAX);
        Ok((Self::Open { schedule, next_ns }, end_ns))
    }

    /// When the next call is due; the end of time when nothing but a free connection, or nothing at all, makes one due.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        match self {
            Self::Open { next_ns, .. } => *next_ns,
            Self::Saturate => u64::MAX,
        }
    }

    /// Takes the next call if it is due by now.
    #[inline]
    pub(crate) fn take_due(&mut self, now_ns: u64) -> Option<u64> {
        match self {
            Self::Open { schedule, next_ns } if *next_ns <= now_ns => {
                let following_ns = schedule.next().unwrap_or(u64::MAX);
                Some(std::mem::replace(next_ns, following_ns))
            }
            Self::Open { .. } | Self::Saturate => None,
        }
    }

    #[inline]
    pub(crate) fn saturates(&self) -> bool {
        matches!(self, Self::Saturate)
    }
}
