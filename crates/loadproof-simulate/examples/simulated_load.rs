//! How many calls a second of wall time, and of CPU time, a simulated service takes on one core, engine, service and recorder included:
//!
//! ```text
//! cargo build --release -p loadproof-simulate --example simulated_load
//! target/release/examples/simulated_load 100000 1 60
//! target/release/examples/simulated_load 3350 38 3600
//! valgrind --tool=callgrind target/release/examples/simulated_load 3350 38 60
//! ```
//!
//! Arguments: calls per second, operations, seconds of virtual time, and optionally the JSON of a service.

// A program that is run by hand says what it found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use loadproof_engine::{Generator, Shard, TrialPlan};
use loadproof_scenario::{Player, Scenario, ScenarioSpec};
use loadproof_simulate::{ServiceModel, ServiceSpec, SimulatedTransport, VirtualClock};

const CONNECTIONS: usize = 1_000;
const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// 16 workers that are busy 60 % of their time.
fn service(rate: f64) -> String {
    let mean_ns = 0.6 * 16e9 / rate;
    format!(
        r#"{{"seed": 1, "workers": 16, "service_time": {{"log_normal": {{"mean_ns": {mean_ns}, "sigma": 0.8}}}}, "network_ns": 100000}}"#
    )
}

fn scenario(operations: usize) -> ScenarioSpec {
    let operations: Vec<_> = (0..operations)
        .map(|number| {
            format!(
                r#"{{"name": "operation-{number}", "weight": 1.0, "method": "GET", "path": "/{number}", "expect": [[200, 399]],
                    "timeout_ns": 10000000000}}"#
            )
        })
        .collect();
    serde_json::from_str(&format!(r#"{{"operations": [{}]}}"#, operations.join(", "))).unwrap()
}

/// CPU time of this process: Linux counts it in hundredths of a second (proc(5), fields 14 and 15 of `stat`). None elsewhere.
fn cpu_s() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rate: f64 = arguments.first().expect("calls per second").parse().unwrap();
    let operations: usize = arguments.get(1).expect("operations").parse().unwrap();
    let seconds: u64 = arguments.get(2).expect("seconds").parse().unwrap();
    let text = arguments.get(3).cloned().unwrap_or_else(|| service(rate));
    let spec = scenario(operations);
    let named: Vec<_> = spec
        .operations
        .iter()
        .map(|operation| (operation.name.as_str(), operation.expect.as_slice()))
        .collect();
    let service = ServiceSpec::from_json(serde_json::from_str(&text).unwrap()).unwrap();
    let model = ServiceModel::new(service, named).unwrap();
    let scenario = Arc::new(Scenario::compile("simulated", spec).unwrap());
    let clock = VirtualClock::default();
    let transport = SimulatedTransport::new(model, clock.clone(), CONNECTIONS);
    let player = Player::new(scenario, 1, 0, 1);
    let shard = Shard::new(0, 1, transport, clock, player, vec![50_000_000]);
    let mut generator = Generator::in_lockstep(vec![shard]);
    let trial = format!(
        r#"{{"arrivals": "poisson", "segments": [{{"from_per_s": {rate}, "to_per_s": {rate}, "duration_ns": {}}}],
            "seed": 1, "drain_ns": 1000000000}}"#,
        seconds * NANOS_PER_SECOND
    );
    let begin = Instant::now();
    generator.start(&TrialPlan::from_json(&trial).unwrap()).unwrap();
    let (mut due, mut completed) = (0u64, 0u64);
    while let Some(tick) = generator.tick(Duration::from_secs(600)).unwrap() {
        due += tick.deltas.iter().map(|delta| delta.window.due).sum::<u64>();
        completed += tick.deltas.iter().map(|delta| delta.window.completed).sum::<u64>();
        if tick.last {
            break;
        }
    }
    let wall_s = begin.elapsed().as_secs_f64();
    println!(
        "{due} calls due, {completed} completed in {wall_s:.2} s: {:.2} million per second",
        due as f64 / wall_s / 1e6
    );
    if let Some(cpu_s) = cpu_s() {
        println!(
            "CPU time {cpu_s:.2} s: {:.2} million per second of it",
            due as f64 / cpu_s / 1e6
        );
    }
}
