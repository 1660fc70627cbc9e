//! What a generator drives: sockets in real time, or a model in virtual time.

use std::sync::Arc;
use std::time::Duration;

use loadproof_engine::{
    ConnectionLimit, Generator, GeneratorError, Plan, Shard, Signal, TargetPlan, TargetRows, Tick, TlsPlan, TransportFault,
    TrialPlan,
};
use loadproof_reactor::{Endpoint, MonotonicClock, Reactor, ReactorSettings, TlsContext, TlsSettings};
use loadproof_scenario::{Player, Scenario};
use loadproof_simulate::{ServiceModel, ServiceSpec, SimulatedTransport, SlowdownRequests, VirtualClock};
use pyo3::prelude::*;

use crate::errors::{engine_error, plan_error, EngineError};
use crate::tick::PlanFacts;

/// Shards of the one kind or of the other.
pub(crate) enum Driven {
    Sockets(Generator<Reactor, MonotonicClock>),
    Simulated(Generator<SimulatedTransport, VirtualClock>, SlowdownRequests),
}

impl Driven {
    /// The shards of a plan; connections take numbers of file descriptors below `descriptors`, and where the plan writes no
    /// limit they are at most `room`.
    pub(crate) fn new(mut plan: Plan, descriptors: Option<u32>, room: Option<usize>) -> PyResult<(Self, PlanFacts)> {
        let simulated = plan.target.simulate.take();
        let simulated = simulated.map(|service| service_model(service, &plan)).transpose()?;
        let connect_timeout_ns = plan
            .scenario
            .operations
            .iter()
            .map(|operation| operation.timeout_ns)
            .max()
            .unwrap_or(0);
        let spec = std::mem::take(&mut plan.scenario);
        let target_rows = TargetRows {
            targets: 1 + plan.replicas.len(),
            operations: spec.operations.iter().filter(|one| one.before_of.is_none()).count(),
            rows: spec.operations.len() + spec.flows.len(),
        };
        // Each target is asked under its own name.
        let scenarios = plan
            .targets()
            .map(|target| Scenario::compile(&target.host, spec.clone()).map(Arc::new))
            .collect::<Result<Vec<_>, _>>()
            .map_err(plan_error)?;
        let scenario = Arc::clone(&scenarios[0]);
        let facts = PlanFacts {
            thresholds: plan.thresholds_ns.len(),
            unmet_names: scenario.unmet_names().to_vec(),
        };
        let driven = match simulated {
            Some(model) => {
                let (generator, requests) = over_model(&plan, model, scenario);
                Self::Simulated(generator, requests)
            }
            None => Self::Sockets(
                over_sockets(plan, &scenarios, connect_timeout_ns, descriptors, room)?.with_target_rows(target_rows),
            ),
        };
        Ok((driven, facts))
    }

    pub(crate) fn start(&mut self, trial: &TrialPlan) -> PyResult<()> {
        let started = match self {
            Self::Sockets(generator) => generator.start(trial),
            Self::Simulated(generator, _) => generator.start(trial),
        };
        started.map_err(engine_error)
    }

    pub(crate) fn tick(&mut self, timeout: Duration) -> Result<Option<Tick>, GeneratorError> {
        match self {
            Self::Sockets(generator) => generator.tick(timeout),
            Self::Simulated(generator, _) => generator.tick(timeout),
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        match self {
            Self::Sockets(generator) => generator.signal(signal),
            Self::Simulated(generator, _) => generator.signal(signal),
        }
    }

    /// Sockets are always ahead.
    pub(crate) fn run_ahead(&mut self, second: u64) {
        if let Self::Simulated(generator, _) = self {
            generator.run_ahead(second);
        }
    }

    pub(crate) fn restart_service(&mut self) -> PyResult<()> {
        let Self::Simulated(generator, _) = self else {
            return Err(EngineError::new_err(
                "only a simulated service is the generator's to restart: restart this one where it runs",
            ));
        };
        for shard in generator.between_trials().map_err(engine_error)? {
            shard.transport_mut().restart();
            shard.dismiss_users();
        }
        Ok(())
    }

    /// Makes the service times of a simulated service longer; the second of the trial from whose start they are.
    pub(crate) fn slow_service(&mut self, factor: f64) -> PyResult<u64> {
        let Self::Simulated(generator, requests) = self else {
            return Err(EngineError::new_err(
                "only a simulated service can be slowed by the generator: slow this one where it runs",
            ));
        };
        if let Some((second, from_ns)) = generator.next_step() {
            requests.slow_from(from_ns, factor).map_err(plan_error)?;
            return Ok(second);
        }
        for shard in generator.between_trials().map_err(engine_error)? {
            shard.transport_mut().slow(factor).map_err(plan_error)?;
        }
        Ok(0)
    }

    pub(crate) fn dismiss_users(&mut self) -> PyResult<()> {
        match self {
            Self::Sockets(generator) => generator.dismiss_users(),
            Self::Simulated(generator, _) => generator.dismiss_users(),
        }
        .map_err(engine_error)
    }
}

fn service_model(service: serde_json::Value, plan: &Plan) -> PyResult<ServiceModel> {
    let spec = ServiceSpec::from_json(service).map_err(plan_error)?;
    let operations = &plan.scenario.operations;
    let named = operations.iter().map(|operation| {
        (
            operation.before_of.as_ref().unwrap_or(&operation.name).as_str(),
            operation.expect.as_slice(),
        )
    });
    ServiceModel::new(spec, named).map_err(plan_error)
}

fn over_model(
    plan: &Plan,
    model: ServiceModel,
    scenario: Arc<Scenario>,
) -> (Generator<SimulatedTransport, VirtualClock>, SlowdownRequests) {
    let clock = VirtualClock::default();
    let transport = SimulatedTransport::new(model, clock.clone(), ConnectionLimit::of_shard(plan.connections, None, 1, 0));
    let requests = transport.slowdown_requests();
    let player = Player::new(scenario, plan.seed, 0, 1);
    let shard = Shard::new(0, 1, transport, clock, player, plan.thresholds_ns.clone());
    (Generator::in_lockstep(vec![shard]), requests)
}

fn over_sockets(
    plan: Plan,
    scenarios: &[Arc<Scenario>],
    connect_timeout_ns: u64,
    descriptors: Option<u32>,
    room: Option<usize>,
) -> PyResult<Generator<Reactor, MonotonicClock>> {
    let targets = plan
        .targets()
        .map(|target| Ok((endpoint_of(target), target.tls.clone().map(tls_context).transpose()?)))
        .collect::<PyResult<Vec<_>>>()?;
    let shards = (0..plan.shards).map(|number| {
        let (endpoint, tls) = &targets[number % targets.len()];
        let scenario = &scenarios[number % scenarios.len()];
        let reactor = Reactor::new(ReactorSettings {
            endpoint: endpoint.clone(),
            first_address: number / targets.len(),
            tls: tls.clone(),
            connections: ConnectionLimit::of_shard(plan.connections, room, plan.shards, number),
            descriptors,
            connect_timeout_ns,
        })?;
        let player = Player::new(Arc::clone(scenario), plan.seed, number, plan.shards);
        Ok(Shard::new(
            number,
            plan.shards,
            reactor,
            MonotonicClock,
            player,
            plan.thresholds_ns.clone(),
        )
        .in_turn_with(targets.len()))
    });
    let shards = shards
        .collect::<Result<Vec<_>, TransportFault>>()
        .map_err(|error| EngineError::new_err(error.to_string()))?;
    Ok(Generator::new(shards))
}

/// Where connections to a target lead.
pub(crate) fn endpoint_of(target: &TargetPlan) -> Endpoint {
    match &target.unix {
        Some(path) => Endpoint::Unix(path.clone()),
        None => Endpoint::of_addresses(target.addresses.iter().copied()),
    }
}

/// The TLS of a plan, ready for use.
pub(crate) fn tls_context(plan: TlsPlan) -> PyResult<TlsContext> {
    let settings = TlsSettings {
        server_name: plan.server_name,
        authorities: plan.authorities,
        insecure: plan.insecure,
    };
    settings.context().map_err(plan_error)
}
