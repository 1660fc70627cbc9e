//! How the outside ends a trial.

use std::sync::atomic::{AtomicU8, Ordering};
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
