//! Trials of a scenario in virtual time, and what each row of results came to.

// Each test program takes what it needs.
#![allow(dead_code)]

use std::sync::Arc;
use std::time::Duration;

use loadproof_engine::{Generator, Shard, Signal, Tick, TrialPlan};
use loadproof_measure::{SpanHistogram, TimeHistogram, Window};
use loadproof_scenario::{Player, Scenario, ScenarioSpec};

use crate::virtual_service::{Behaviour, Sends, VirtualClock, VirtualService};

pub const MILLISECOND: u64 = 1_000_000;
pub const SECOND: u64 = 1_000 * MILLISECOND;
/// From the call of `start` to the first instant of a generator's first trial.
pub const LEAD_NS: u64 = 2 * MILLISECOND;

pub type VirtualGenerator = Generator<VirtualService, VirtualClock>;

/// A GET with a timeout of 10 s that only flows call where its weight is 0.
pub fn operation(name: &str, weight: f64, path: &str) -> String {
    format!(
        r#"{{"name": "{name}", "weight": {weight}, "method": "GET", "path": "{path}", "expect": [[200, 399]],
            "timeout_ns": 10000000000}}"#
    )
}

/// A scenario of operations and whatever else; the service does as the paths say.
pub struct Setting {
    pub behaviour: Behaviour,
    pub connections: u32,
    pub shards: usize,
    pub sends: Sends,
    scenario: Arc<Scenario>,
}

impl Setting {
    pub fn new(operations: &[String], rest: &str) -> Self {
        let text = format!(r#"{{"operations": [{}], {rest}}}"#, operations.join(", "));
        let spec: ScenarioSpec = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        Self {
            behaviour: Behaviour::AsAsked,
            connections: 1_000,
            shards: 1,
            sends: Sends::default(),
            scenario: Arc::new(Scenario::compile("h", spec).unwrap()),
        }
    }

    pub fn generator(&self) -> VirtualGenerator {
        let shards = (0..self.shards).map(|number| {
            let clock = VirtualClock::default();
            let service = VirtualService::new(clock.clone(), self.behaviour, self.connections);
            let service = service.writing_down(Arc::clone(&self.sends));
            let player = Player::new(Arc::clone(&self.scenario), 1, number, self.shards);
            Shard::new(number, self.shards, service, clock, player, vec![50 * MILLISECOND])
        });
        Generator::new(shards.collect())
    }

    /// Rows of one trial, with closed counts.
    pub fn run(&self, trial: &TrialPlan) -> Vec<Window> {
        let mut generator = self.generator();
        generator.start(trial).unwrap();
        self.rows(ticks(&mut generator))
    }

    /// What each row came to; asserts that the counts of each close.
    pub fn rows(&self, ticks: Vec<Tick>) -> Vec<Window> {
        let mut rows = vec![Window::default(); self.scenario.names().len()];
        for delta in ticks.into_iter().flat_map(|tick| tick.deltas) {
            rows[delta.operation].merge(delta.window);
        }
        for (row, name) in rows.iter().zip(self.scenario.names()) {
            let errors: u64 = row.errors.iter().map(|(_, count)| count).sum();
            assert_eq!(row.due, row.sent + row.dropped, "{name}: due = sent + dropped");
            assert_eq!(
                row.sent,
                row.completed + errors + row.cut,
                "{name}: sent = completed + errors + cut"
            );
        }
        rows
    }

    /// Instants from the start of the first trial at which the paths were sent, in order.
    pub fn sent(&self, path: &str) -> Vec<u64> {
        let sends = self.sends.lock().unwrap();
        let line = format!("GET {path} HTTP/1.1");
        let sent = sends.iter().filter(|(_, sent)| *sent == line);
        sent.map(|(at_ns, _)| at_ns - LEAD_NS).collect()
    }
}

/// A plateau with 1 s of drain.
pub fn trial(arrivals: &str, rate: f64, seconds: u64) -> TrialPlan {
    let text = format!(
        r#"{{"arrivals": "{arrivals}", "segments": [{{"from_per_s": {rate}, "to_per_s": {rate}, "duration_ns": {}}}],
            "seed": 1, "drain_ns": 1000000000}}"#,
        seconds * SECOND
    );
    TrialPlan::from_json(&text).unwrap()
}

pub fn ticks(generator: &mut VirtualGenerator) -> Vec<Tick> {
    let mut ticks = Vec::new();
    while !ticks.last().is_some_and(|tick: &Tick| tick.last) {
        ticks.push(generator.tick(Duration::from_secs(60)).unwrap().expect("a tick within 60 s"));
    }
    ticks
}

/// Ticks of a trial to which a signal is given after its first tick.
pub fn ticks_with(generator: &mut VirtualGenerator, signal: Signal) -> Vec<Tick> {
    let first = generator.tick(Duration::from_secs(60)).unwrap().expect("a tick within 60 s");
    generator.signal(signal);
    let mut seen = vec![first];
    seen.extend(ticks(generator));
    seen
}

/// A quantile of a window's histogram in milliseconds.
pub fn quantile_ms(histogram: &TimeHistogram, quantile: f64) -> f64 {
    let mut span = SpanHistogram::default();
    span.merge_window(histogram);
    span.quantile_ns(quantile) as f64 / 1e6
}

/// Asserts that every value of a histogram is so many milliseconds.
#[track_caller]
pub fn assert_all_ms(histogram: &TimeHistogram, expected: f64) {
    for quantile in [0.0, 1.0] {
        let shown = quantile_ms(histogram, quantile);
        assert!(
            (shown - expected).abs() <= 0.001 + expected / 500.0,
            "{shown} ms for {expected} ms"
        );
    }
}
