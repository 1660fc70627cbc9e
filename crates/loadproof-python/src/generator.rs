//! Shards over sockets.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use loadproof_engine::{
    Generator as Engine, GeneratorError, Plan, Shard, Signal, TargetPlan, TlsPlan, TransportFault, TrialPlan,
};
use loadproof_reactor::{Endpoint, MonotonicClock, Reactor, ReactorSettings, TlsContext, TlsSettings};
use loadproof_scenario::{Player, Scenario};
use pyo3::prelude::*;

use crate::errors::{EngineError, PlanError};
use crate::tick::Tick;

/// Longest time without a look at Python's signals.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// Shards with their connections; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine")]
pub struct Generator {
    /// Never locked: every method has the object to itself. The mutex only tells Rust that threads may hand it around.
    engine: Mutex<Option<Engine<Reactor, MonotonicClock>>>,
    thresholds: usize,
}

fn plan_error(error: impl ToString) -> PyErr {
    PlanError::new_err(error.to_string())
}

fn engine_error(error: GeneratorError) -> PyErr {
    match error {
        GeneratorError::Plan(error) => plan_error(error),
        error => EngineError::new_err(error.to_string()),
    }
}

/// One endpoint and one TLS context for all shards.
fn target(plan: &TargetPlan) -> PyResult<(Endpoint, Option<TlsContext>)> {
    let endpoint = match &plan.unix {
        Some(path) => Endpoint::Unix(path.clone()),
        None => Endpoint::of_addresses(plan.addresses.iter().copied()),
    };
    let settings = |tls: &TlsPlan| TlsSettings {
        server_name: tls.server_name.clone(),
        authorities: tls.authorities.clone(),
        insecure: tls.insecure,
    };
    let tls = plan.tls.as_ref().map(|tls| settings(tls).context());
    Ok((endpoint, tls.transpose().map_err(plan_error)?))
}

fn build(plan: Plan) -> PyResult<Engine<Reactor, MonotonicClock>> {
    let connect_timeout_ns = plan
        .scenario
        .operations
        .iter()
        .map(|operation| operation.timeout_ns)
        .max()
        .unwrap_or(0);
    let scenario = Arc::new(Scenario::compile(&plan.target.host, plan.scenario).map_err(plan_error)?);
    let (endpoint, tls) = target(&plan.target)?;
    let shards = (0..plan.shards).map(|number| {
        // The first shards take one connection more when the number does not divide.
        let connections = (plan.connections + plan.shards - 1 - number) / plan.shards;
        let reactor = Reactor::new(ReactorSettings {
            endpoint: endpoint.clone(),
            first_address: number,
            tls: tls.clone(),
            connections,
            connect_timeout_ns,
        })?;
        let player = Player::new(Arc::clone(&scenario), plan.seed, number, plan.shards);
        Ok(Shard::new(
            number,
            plan.shards,
            reactor,
            MonotonicClock,
            player,
            plan.thresholds_ns.clone(),
        ))
    });
    let shards = shards
        .collect::<Result<Vec<_>, TransportFault>>()
        .map_err(|error| EngineError::new_err(error.to_string()))?;
    Ok(Engine::new(shards))
}

impl Generator {
    fn engine(&mut self) -> PyResult<&mut Engine<Reactor, MonotonicClock>> {
        self.engine
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
            .ok_or_else(|| EngineError::new_err("the generator is closed"))
    }
}

#[pymethods]
impl Generator {
    #[new]
    fn new(python: Python<'_>, plan: &str) -> PyResult<Self> {
        let plan = Plan::from_json(plan).map_err(plan_error)?;
        let thresholds = plan.thresholds_ns.len();
        let engine = python.detach(|| build(plan))?;
        Ok(Self {
            engine: Mutex::new(Some(engine)),
            thresholds,
        })
    }

    fn start(&mut self, trial: &str) -> PyResult<()> {
        let trial = TrialPlan::from_json(trial).map_err(plan_error)?;
        self.engine()?.start(&trial).map_err(engine_error)
    }

    fn tick(&mut self, python: Python<'_>, timeout_s: f64) -> PyResult<Option<Tick>> {
        let thresholds = self.thresholds;
        let engine = self.engine()?;
        let timeout = Duration::try_from_secs_f64(timeout_s).map_err(plan_error)?;
        let deadline = Instant::now() + timeout;
        loop {
            let step = deadline.saturating_duration_since(Instant::now()).min(SIGNAL_CHECK);
            if let Some(tick) = python.detach(|| engine.tick(step)).map_err(engine_error)? {
                return Ok(Some(Tick::new(python, tick, thresholds)?));
            }
            python.check_signals()?;
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    fn stop(&mut self) -> PyResult<()> {
        self.engine()?.signal(Signal::Stop);
        Ok(())
    }

    fn finish(&mut self) -> PyResult<()> {
        self.engine()?.signal(Signal::Finish);
        Ok(())
    }

    fn close(&mut self) {
        self.engine = Mutex::new(None);
    }
}
