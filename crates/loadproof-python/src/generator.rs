//! `Generator`: plans in, ticks out.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loadproof_engine::{Plan, Signal, TrialPlan};
use pyo3::prelude::*;

use crate::driven::Driven;
use crate::errors::{engine_error, plan_error, EngineError};
use crate::tick::{PlanFacts, Tick};

/// Longest time without a look at Python's signals.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// Shards with their connections; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine")]
pub struct Generator {
    /// Never locked: every method has the object to itself. The mutex only tells Rust that threads may hand it around.
    engine: Opened,
    facts: PlanFacts,
}

type Opened = Mutex<Option<Driven>>;

fn opened(engine: &mut Opened) -> PyResult<&mut Driven> {
    engine
        .get_mut()
        .unwrap_or_else(PoisonError::into_inner)
        .as_mut()
        .ok_or_else(|| EngineError::new_err("the generator is closed"))
}

#[pymethods]
impl Generator {
    #[new]
    #[pyo3(signature = (plan, descriptors=None, room=None))]
    fn new(python: Python<'_>, plan: &str, descriptors: Option<u32>, room: Option<usize>) -> PyResult<Self> {
        let plan = Plan::from_json(plan).map_err(plan_error)?;
        let (engine, facts) = python.detach(|| Driven::new(plan, descriptors, room))?;
        Ok(Self {
            engine: Mutex::new(Some(engine)),
            facts,
        })
    }

    fn start(&mut self, trial: &str) -> PyResult<()> {
        let trial = TrialPlan::from_json(trial).map_err(plan_error)?;
        opened(&mut self.engine)?.start(&trial)
    }

    fn tick(&mut self, python: Python<'_>, timeout_s: f64) -> PyResult<Option<Tick>> {
        let Self { engine, facts } = self;
        let engine = opened(engine)?;
        let timeout = Duration::try_from_secs_f64(timeout_s).map_err(plan_error)?;
        let deadline = Instant::now() + timeout;
        loop {
            let step = deadline.saturating_duration_since(Instant::now()).min(SIGNAL_CHECK);
            if let Some(tick) = python.detach(|| engine.tick(step)).map_err(engine_error)? {
                return Ok(Some(Tick::new(python, tick, facts)?));
            }
            python.check_signals()?;
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    fn run_ahead(&mut self, second: u64) -> PyResult<()> {
        opened(&mut self.engine)?.run_ahead(second);
        Ok(())
    }

    fn stop(&mut self) -> PyResult<()> {
        opened(&mut self.engine)?.signal(Signal::Stop);
        Ok(())
    }

    fn finish(&mut self) -> PyResult<()> {
        opened(&mut self.engine)?.signal(Signal::Finish);
        Ok(())
    }

    fn restart_service(&mut self) -> PyResult<()> {
        opened(&mut self.engine)?.restart_service()
    }

    fn slow_service(&mut self, factor: f64) -> PyResult<u64> {
        opened(&mut self.engine)?.slow_service(factor)
    }

    fn dismiss_users(&mut self) -> PyResult<()> {
        opened(&mut self.engine)?.dismiss_users()
    }

    fn close(&mut self) {
        self.engine = Mutex::new(None);
    }
}
