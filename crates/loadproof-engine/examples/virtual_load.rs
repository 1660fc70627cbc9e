//! A load in virtual time, for counting the instructions that the run loop takes for each call:
//!
//! ```text
//! cargo build --release -p loadproof-engine --example virtual_load
//! valgrind --tool=callgrind target/release/examples/virtual_load saturate 2
//! ```
//!
//! Arguments: arrivals (`saturate`, `poisson`, `constant`), seconds of virtual time. The model of a service is a part of what is counted.

// A program that is run by hand says what it found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

#[path = "../tests/virtual_service/mod.rs"]
mod virtual_service;

use std::sync::Arc;
use std::time::Duration;

use loadproof_engine::{Generator, Shard, TrialPlan};
use loadproof_scenario::{Player, Scenario, ScenarioSpec};
use virtual_service::{Behaviour, VirtualClock, VirtualService};

const SCENARIO: &str = r#"{"operations": [{"name": "get", "weight": 1.0, "method": "GET", "path": "/",
    "expect": [[200, 399]], "timeout_ns": 10000000000}]}"#;
/// 64 connections of 320 µs carry 200,000 calls a second.
const CONNECTIONS: u32 = 64;
const SERVICE_NS: u64 = 320_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let arrivals = arguments.next().expect("arrivals");
    let seconds: u64 = arguments.next().expect("seconds").parse().unwrap();
    let spec: ScenarioSpec = serde_json::from_str(SCENARIO).unwrap();
    let scenario = Arc::new(Scenario::compile("localhost", spec).unwrap());
    let clock = VirtualClock::default();
    let answer = Behaviour::Answer {
        status: 200,
        after_ns: SERVICE_NS,
    };
    let service = VirtualService::new(clock.clone(), answer, CONNECTIONS);
    let player = Player::new(scenario, 1, 0, 1);
    let shard = Shard::new(0, 1, service, clock, player, vec![50_000_000]);
    let mut generator = Generator::new(vec![shard]);
    let trial = format!(
        r#"{{"arrivals": "{arrivals}", "segments": [{{"from_per_s": 100000, "to_per_s": 100000, "duration_ns": {}}}],
            "seed": 1, "drain_ns": 0}}"#,
        seconds * 1_000_000_000
    );
    generator.start(&TrialPlan::from_json(&trial).unwrap()).unwrap();
    let mut completed = 0;
    while let Some(tick) = generator.tick(Duration::from_secs(600)).unwrap() {
        completed += tick.deltas.iter().map(|delta| delta.window.completed).sum::<u64>();
        if tick.last {
            break;
        }
    }
    println!("{completed} calls completed");
}
