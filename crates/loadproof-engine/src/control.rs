//! How the outside ends a trial.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::Arc;

/// What the outside asks of running shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Signal {
    /// Go on.
    Run = 0,
    /// Nothing more is due; open calls may still be answered within the drain.
    Finish = 1,
    /// Nothing more is due; open calls are cut.
    Stop = 2,
}

/// A signal shared by the shards of one trial; it only ever rises.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<AtomicU8>);

impl Control {
    /// Raises the signal.
    pub fn raise(&self, signal: Signal) {
        self.0.fetch_max(signal as u8, Ordering::Relaxed);
    }

    /// The signal now.
    #[inline]
    pub fn signal(&self) -> Signal {
        match self.0.load(Ordering::Relaxed) {
            0 => Signal::Run,
            1 => Signal::Finish,
            _ => Signal::Stop,
        }
    }
}

/// Where a running shard reads the signal from.
#[derive(Debug)]
pub(crate) enum SignalSource {
    /// As soon as they are raised.
    AtOnce(Control),
    /// At the end of a second, once the tick before it was taken: what a trial gives then does not depend on how fast anybody is.
    InLockstep {
        /// The signal as it stood when a tick was taken, one for each; the shard waits for it.
        steps: Receiver<Signal>,
        /// The last one.
        last: Signal,
    },
}

impl SignalSource {
    /// Reads it from `steps`: one for each second that is over.
    pub(crate) fn in_lockstep(steps: Receiver<Signal>) -> Self {
        Self::InLockstep {
            steps,
            last: Signal::Run,
        }
    }

    /// The signal as this shard knows it.
    #[inline]
    pub(crate) fn signal(&self) -> Signal {
        match self {
            Self::AtOnce(control) => control.signal(),
            Self::InLockstep { last, .. } => *last,
        }
    }

    /// To be called once a second is over and handed over: in lockstep it waits for the next step. When nobody is left to send one the trial ends.
    pub(crate) fn wait_after_second(&mut self) {
        if let Self::InLockstep { steps, last } = self {
            *last = steps.recv().unwrap_or(Signal::Stop).max(*last);
        }
    }
}
