//! Shards on threads.

use std::collections::BTreeMap;
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use loadproof_measure::NANOS_PER_SECOND;

use crate::control::SignalSource;
use crate::shard_trial::ShardTrial;
use crate::{Clock, Control, Flush, PlanError, Shard, Signal, TargetRows, Tick, Transport, TransportFault, TrialPlan};

/// Time between the call of `start` and the first instant of a trial, in which threads come up.
const LEAD_NS: u64 = 2_000_000;

/// A generator that could not go on; nothing that a target does leads here.
#[derive(Debug, thiserror::Error)]
pub enum GeneratorError {
    /// A trial was asked for while another is under way.
    #[error("a trial is already under way")]
    Busy,
    /// The trial is not one.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The system under a transport refused.
    #[error(transparent)]
    Transport(#[from] TransportFault),
    /// A thread could not be started.
    #[error("a shard could not be started: {0}")]
    Thread(std::io::Error),
    /// A shard ended without its last flush.
    #[error("a shard ended before its trial did")]
    ShardLost,
}

type ShardThread<T, C> = JoinHandle<(Shard<T, C>, Result<(), TransportFault>)>;

/// Shards with their connections, kept warm over the trials of a run; one thread each while a trial lasts.
#[derive(Debug)]
pub struct Generator<T, C> {
    /// The shards between trials; empty while one is under way.
    idle: Vec<Shard<T, C>>,
    /// A shard goes on with the next second only when the tick before it was taken.
    lockstep: bool,
    targets: TargetRows,
    running: Option<Running<T, C>>,
}

#[derive(Debug)]
struct Running<T, C> {
    /// First instant of the trial, by the clock.
    origin_ns: u64,
    threads: Vec<ShardThread<T, C>>,
    flushes: Receiver<Flush>,
    control: Control,
    /// Where the shards wait for leave to go on; none where they need none.
    steps: Vec<Sender<Signal>>,
    /// Seconds at whose ends the shards need not wait: leave was given.
    leave: u64,
    /// Flushes that wait for those of other shards, by second.
    gathered: BTreeMap<u64, Tick>,
    /// Seconds that each shard has handed over; all there are once it has ended.
    progress: Vec<u64>,
}

impl<T: Transport + 'static, C: Clock + 'static> Generator<T, C> {
    /// A generator of these shards.
    pub fn new(shards: Vec<Shard<T, C>>) -> Self {
        Self {
            idle: shards,
            lockstep: false,
            targets: TargetRows::default(),
            running: None,
        }
    }

    /// The same generator, whose ticks have rows of targets.
    pub fn with_target_rows(mut self, targets: TargetRows) -> Self {
        self.targets = targets;
        self
    }

    /// A generator of shards in virtual time. While one tick is looked at the next second is run, and no other; a signal raised after tick n acts at
    /// the end of second n + 1: a run depends on its plan, its trials and its signals alone.
    pub fn in_lockstep(shards: Vec<Shard<T, C>>) -> Self {
        let mut generator = Self::new(shards);
        generator.lockstep = true;
        generator
    }

    /// The shards between two trials.
    ///
    /// # Errors
    /// [`GeneratorError::Busy`] while a trial is under way.
    pub fn between_trials(&mut self) -> Result<&mut [Shard<T, C>], GeneratorError> {
        match self.running {
            Some(_) => Err(GeneratorError::Busy),
            None => Ok(&mut self.idle),
        }
    }

    /// Ends the sessions of all users between two trials: those of the next trial join anew.
    ///
    /// # Errors
    /// [`GeneratorError::Busy`] while a trial is under way.
    pub fn dismiss_users(&mut self) -> Result<(), GeneratorError> {
        self.between_trials()?.iter_mut().for_each(Shard::dismiss_users);
        Ok(())
    }

    /// Begins a trial.
    ///
    /// # Errors
    /// [`GeneratorError`] when one is under way, or the trial cannot be run.
    pub fn start(&mut self, trial: &TrialPlan) -> Result<(), GeneratorError> {
        if self.running.is_some() {
            return Err(GeneratorError::Busy);
        }
        let share_of_each = self
            .idle
            .iter()
            .map(|shard| shard.trial_of(trial))
            .collect::<Result<Vec<_>, _>>()?;
        let Some(first) = self.idle.first() else {
            return Err(GeneratorError::ShardLost);
        };
        let origin_ns = first.clock().now_ns() + LEAD_NS;
        let (sender, flushes) = channel();
        let control = Control::default();
        let (mut threads, mut steps) = (Vec::new(), Vec::new());
        for (shard, share) in std::mem::take(&mut self.idle).into_iter().zip(share_of_each) {
            let signals = if self.lockstep {
                let (step, taken) = channel();
                steps.push(step);
                SignalSource::in_lockstep(taken)
            } else {
                SignalSource::AtOnce(control.clone())
            };
            threads.push(spawn(shard, share, origin_ns, signals, sender.clone())?);
        }
        let progress = vec![0; threads.len()];
        self.running = Some(Running {
            origin_ns,
            threads,
            flushes,
            control,
            steps,
            leave: 0,
            gathered: BTreeMap::new(),
            progress,
        });
        Ok(())
    }

    /// Waits for the next tick; None when there is none within `timeout`, or no trial is under way.
    ///
    /// # Errors
    /// [`GeneratorError`] when a shard could not go on.
    pub fn tick(&mut self, timeout: Duration) -> Result<Option<Tick>, GeneratorError> {
        let Some(running) = &mut self.running else { return Ok(None) };
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(tick) = running.complete_tick() {
                if tick.last {
                    self.join()?;
                } else {
                    running.let_go_on(tick.second);
                }
                return Ok(Some(tick));
            }
            match running
                .flushes
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(flush) => running.gather(flush, self.targets),
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    self.join()?;
                    return Err(GeneratorError::ShardLost);
                }
            }
        }
    }

    /// Promises that no signal will be raised before the tick of `second` was taken: in lockstep the shards may run that second, and the next,
    /// without waiting for the ticks before. The run is the same as without the promise; a signal that breaks it acts after `second`.
    pub fn run_ahead(&mut self, second: u64) {
        if let Some(running) = &mut self.running {
            running.let_go_on(second);
        }
    }

    /// First second of the trial under way that no shard has leave to begin yet, and the instant of its start by the clock; None between trials, and
    /// where shards wait for nobody.
    pub fn next_step(&self) -> Option<(u64, u64)> {
        let running = self.running.as_ref().filter(|_| self.lockstep)?;
        // A shard waits at the end of second `leave`.
        let second = running.leave + 1;
        Some((second, running.origin_ns + second * NANOS_PER_SECOND))
    }

    /// Raises a signal for the trial under way, if there is one.
    pub fn signal(&self, signal: Signal) {
        if let Some(running) = &self.running {
            running.control.raise(signal);
        }
    }

    /// Takes the shards back from their threads.
    fn join(&mut self) -> Result<(), GeneratorError> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let mut result = Ok(());
        for thread in running.threads {
            match thread.join() {
                Ok((shard, ended)) => {
                    self.idle.push(shard);
                    result = result.and(ended.map_err(GeneratorError::from));
                }
                Err(_) => result = result.and(Err(GeneratorError::ShardLost)),
            }
        }
        result
    }
}

impl<T, C> Drop for Generator<T, C> {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.control.raise(Signal::Stop);
        }
    }
}

fn spawn<T: Transport + 'static, C: Clock + 'static>(
    mut shard: Shard<T, C>,
    share: ShardTrial,
    origin_ns: u64,
    mut signals: SignalSource,
    sender: Sender<Flush>,
) -> Result<ShardThread<T, C>, GeneratorError> {
    std::thread::Builder::new()
        .name("loadproof-shard".into())
        .spawn(move || {
            // A receiver that has gone away no longer wants to know: the trial then ends by its own shape or by the signal.
            let mut sink = |flush| drop(sender.send(flush));
            let ended = shard.run(share, origin_ns, &mut signals, &mut sink);
            (shard, ended)
        })
        .map_err(GeneratorError::Thread)
}

impl<T, C> Running<T, C> {
    fn gather(&mut self, flush: Flush, targets: TargetRows) {
        if let Some(progress) = self.progress.get_mut(flush.reading.shard) {
            *progress = if flush.last { u64::MAX } else { flush.second + 1 };
        }
        let tick = self.gathered.entry(flush.second).or_default();
        tick.second = flush.second;
        tick.add(flush, targets);
    }

    /// Gives the shards leave not to wait at the end of `second`, nor of those before it.
    fn let_go_on(&mut self, second: u64) {
        for _ in self.leave..=second {
            for step in &self.steps {
                // One that has ended no longer listens.
                let _ = step.send(self.control.signal());
            }
        }
        self.leave = self.leave.max(second + 1);
    }

    /// The earliest second that every shard has handed over; the last one says so.
    fn complete_tick(&mut self) -> Option<Tick> {
        let complete = self.progress.iter().copied().min().unwrap_or(0);
        let entry = self.gathered.first_entry().filter(|entry| *entry.key() < complete)?;
        let mut tick = entry.remove();
        tick.last = complete == u64::MAX && self.gathered.is_empty();
        Some(tick)
    }
}
