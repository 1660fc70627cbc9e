//! A load in virtual time, for counting the instructions that the run loop takes for each call:
//!
//! ```text
//! cargo build --release -p loadproof-engine --example virtual_load
//! valgrind --tool=callgrind target/release/examples/virtual_load saturate 2
//! ```
//!
//! Arguments: arrivals (`saturate`, `poisson`, `constant`, or `users` for 10,000 of them), seconds of virtual time, a target time of Apdex in ns or
//! none. The model of a service is a part of what is counted.

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
const OF_USERS: &str = r#"{"operations": [{"name": "get", "weight": 0.0, "method": "GET", "path": "/",
    "expect": [[200, 399]], "timeout_ns": 10000000000}],
    "flows": [{"name": "visit", "weight": 0.0, "steps": [{"call": "get"}, {"call": "get"}]}],
    "users": [{"flow": "visit", "most": 10000, "pacing": {"constant": 1000000000}}]}"#;
/// 64 connections of 320 µs carry 200,000 calls a second.
const CONNECTIONS: u32 = 64;
const SERVICE_NS: u64 = 320_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let arrivals = arguments.next().expect("arrivals");
    let seconds: u64 = arguments.next().expect("seconds").parse().unwrap();
    let is_closed = arrivals == "users";
    let scenario = if is_closed { OF_USERS } else { SCENARIO };
    let scenario = match arguments.next() {
        // A target time of Apdex, in nanoseconds.
        Some(target) => scenario.replace(r#""weight""#, &format!(r#""apdex_target_ns": {target}, "weight""#)),
        None => scenario.to_owned(),
    };
    let arrivals = if is_closed { "constant".to_owned() } else { arrivals };
    let per_s = if is_closed { 0 } else { 100_000 };
    let spec: ScenarioSpec = serde_json::from_str(&scenario).unwrap();
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
        r#"{{"arrivals": "{arrivals}", "segments": [{{"from_per_s": {per_s}, "to_per_s": {per_s}, "duration_ns": {}}}],
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
