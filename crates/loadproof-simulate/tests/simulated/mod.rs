//! Trials of a simulated service, and what they came to.

// Each test program takes what it needs, and a broken assumption must end it.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use std::sync::Arc;
use std::time::Duration;

use loadproof_engine::{Generator, Shard, Tick, TrialPlan};
use loadproof_measure::{SpanHistogram, Window};
use loadproof_scenario::{Player, Scenario, ScenarioSpec};
use loadproof_simulate::{ServiceModel, ServiceSpec, SimulatedTransport, SlowdownRequests, SpecError, VirtualClock};

pub const MILLISECOND: u64 = 1_000_000;
pub const SECOND: u64 = 1_000 * MILLISECOND;

pub type SimulatedGenerator = Generator<SimulatedTransport, VirtualClock>;

/// A caller: so many connections, operations `a`, `b`, ... of the same weight, and how long each call may take.
#[derive(Clone, Copy)]
pub struct Caller {
    pub connections: usize,
    pub operations: usize,
    pub timeout_ns: u64,
}

impl Default for Caller {
    fn default() -> Self {
        Self {
            connections: 10_000,
            operations: 1,
            timeout_ns: 10 * SECOND,
        }
    }
}

impl Caller {
    fn scenario(&self) -> ScenarioSpec {
        let operation = |name: char| {
            format!(
                r#"{{"name": "{name}", "weight": 1.0, "method": "GET", "path": "/{name}", "expect": [[200, 399]], "timeout_ns": {}}}"#,
                self.timeout_ns
            )
        };
        let operations: Vec<_> = ('a'..).take(self.operations).map(operation).collect();
        serde_json::from_str(&format!(r#"{{"operations": [{}]}}"#, operations.join(", "))).unwrap()
    }

    /// A generator over a service, or what is wrong with it.
    pub fn try_generator(&self, service: &str) -> Result<SimulatedGenerator, SpecError> {
        Ok(self.try_generator_with_requests(service)?.0)
    }

    /// The same, with where slowdowns of its service are asked for.
    pub fn generator_with_requests(&self, service: &str) -> (SimulatedGenerator, SlowdownRequests) {
        self.try_generator_with_requests(service).unwrap()
    }

    fn try_generator_with_requests(&self, service: &str) -> Result<(SimulatedGenerator, SlowdownRequests), SpecError> {
        let scenario = self.scenario();
        let spec = ServiceSpec::from_json(serde_json::from_str(service).unwrap())?;
        let named = scenario
            .operations
            .iter()
            .map(|operation| (operation.name.as_str(), operation.expect.as_slice()));
        let model = ServiceModel::new(spec, named)?;
        let clock = VirtualClock::default();
        let transport = SimulatedTransport::new(model, clock.clone(), self.connections);
        let requests = transport.slowdown_requests();
        let scenario = Arc::new(Scenario::compile("simulated", scenario).unwrap());
        let player = Player::new(scenario, 1, 0, 1);
        let shard = Shard::new(0, 1, transport, clock, player, vec![50 * MILLISECOND]);
        Ok((Generator::in_lockstep(vec![shard]), requests))
    }

    pub fn generator(&self, service: &str) -> SimulatedGenerator {
        self.try_generator(service).unwrap()
    }

    /// The ticks of one trial on a service that has just started.
    pub fn run(&self, service: &str, trial: &TrialPlan) -> Vec<Tick> {
        let mut generator = self.generator(service);
        ticks(&mut generator, trial)
    }
}

/// A plateau with 20 s of drain.
pub fn trial(arrivals: &str, rate: f64, seconds: u64) -> TrialPlan {
    let text = format!(
        r#"{{"arrivals": "{arrivals}", "segments": [{{"from_per_s": {rate}, "to_per_s": {rate}, "duration_ns": {}}}],
            "seed": 1, "drain_ns": {}}}"#,
        seconds * SECOND,
        20 * SECOND
    );
    TrialPlan::from_json(&text).unwrap()
}

pub fn next_tick(generator: &mut SimulatedGenerator) -> Tick {
    generator.tick(Duration::from_secs(60)).unwrap().expect("a tick within 60 s")
}

pub fn ticks(generator: &mut SimulatedGenerator, trial: &TrialPlan) -> Vec<Tick> {
    generator.start(trial).unwrap();
    let mut ticks = Vec::new();
    while !ticks.last().is_some_and(|tick: &Tick| tick.last) {
        ticks.push(next_tick(generator));
    }
    ticks
}

/// What the seconds of a range came to, over all operations.
pub fn sum_of(ticks: &[Tick], seconds: std::ops::Range<u64>) -> Window {
    let deltas = ticks.iter().flat_map(|tick| &tick.deltas);
    let mut sum = Window::default();
    deltas
        .filter(|delta| seconds.contains(&delta.second))
        .for_each(|delta| sum.merge(delta.window.clone()));
    sum
}

/// What all seconds came to; asserts that counts close.
pub fn sum(ticks: &[Tick]) -> Window {
    let sum = sum_of(ticks, 0..u64::MAX);
    assert_eq!(sum.due, sum.sent + sum.dropped, "due = sent + dropped");
    assert_eq!(
        sum.sent,
        sum.completed + errors(&sum) + sum.cut,
        "sent = completed + errors + cut"
    );
    sum
}

pub fn errors(window: &Window) -> u64 {
    window.errors.iter().map(|(_, count)| count).sum()
}

/// Errors of one kind, by the name that results use.
pub fn errors_of(window: &Window, kind: &str) -> u64 {
    let alike = window.errors.iter().filter(|(found, _)| found.to_string() == kind);
    alike.map(|(_, count)| count).sum()
}

/// Response times.
pub fn responses(window: &Window) -> SpanHistogram {
    let mut span = SpanHistogram::default();
    if let Some(times) = &window.times {
        span.merge_window(&times.response);
    }
    span
}

/// What the service said of itself at the end of a tick.
pub fn said(tick: &Tick, name: &str) -> f64 {
    let said = tick.readings[0].service.iter();
    said.copied().find(|(known, _)| *known == name).unwrap().1
}
