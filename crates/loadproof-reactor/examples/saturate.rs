//! Saturates a target through the whole engine without the interpreter, to be looked at with a profiler.
//!
//! `saturate ADDRESS CONNECTIONS SECONDS [tls]`: prints calls, calls per second and CPU time of the shard per call.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use loadproof_engine::{ArrivalKind, Generator, SegmentPlan, Shard, TrialPlan};
use loadproof_reactor::{Endpoint, MonotonicClock, Reactor, ReactorSettings, TlsSettings};
use loadproof_scenario::{OperationSpec, Player, Scenario, ScenarioSpec};

const LIMIT_NS: u64 = 10_000_000_000;

fn plain_get() -> OperationSpec {
    OperationSpec {
        name: "root".into(),
        weight: 1.0,
        method: "GET".into(),
        path: "/".into(),
        headers: Vec::new(),
        body: None,
        expect: vec![(200, 399)],
        timeout_ns: LIMIT_NS,
        checks: Vec::new(),
        extracts: Vec::new(),
        apdex_target_ns: None,
        before_of: None,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, connections, seconds, tls @ ..] = &arguments[..] else {
        return Err("usage: saturate ADDRESS CONNECTIONS SECONDS [tls]".into());
    };
    let seconds: u64 = seconds.parse()?;
    let settings = TlsSettings {
        server_name: "localhost".into(),
        insecure: true,
        ..TlsSettings::default()
    };
    let reactor = Reactor::new(ReactorSettings {
        endpoint: Endpoint::of_addresses([address.parse()?]),
        first_address: 0,
        tls: if tls.is_empty() { None } else { Some(settings.context()?) },
        connections: connections.parse::<usize>()?.into(),
        descriptors: None,
        connect_timeout_ns: LIMIT_NS,
    })?;
    let spec = ScenarioSpec {
        operations: vec![plain_get()],
        ..ScenarioSpec::default()
    };
    let player = Player::new(Arc::new(Scenario::compile("localhost", spec)?), 1, 0, 1);
    let mut generator = Generator::new(vec![Shard::new(0, 1, reactor, MonotonicClock, player, Vec::new())]);
    generator.start(&TrialPlan {
        users: Vec::new(),
        arrivals: ArrivalKind::Saturate,
        segments: vec![SegmentPlan {
            from_per_s: 0.0,
            to_per_s: 0.0,
            duration_ns: seconds * 1_000_000_000,
        }],
        seed: 1,
        drain_ns: LIMIT_NS,
        in_turn: false,
    })?;
    let (mut completed, mut errors, mut cpu_ns, mut last) = (0, Vec::new(), 0, false);
    while !last {
        let Some(tick) = generator.tick(Duration::from_secs(5))? else {
            continue;
        };
        for delta in tick.deltas {
            completed += delta.window.completed;
            errors.extend(delta.window.errors);
        }
        cpu_ns = tick.readings.iter().map(|reading| reading.cpu_ns).sum::<u64>().max(cpu_ns);
        last = tick.last;
    }
    let (per_s, each_ns) = (completed / seconds, cpu_ns / completed.max(1));
    println!("completed {completed} per_s {per_s} cpu_ns_per_call {each_ns} errors {errors:?}");
    Ok(())
}
