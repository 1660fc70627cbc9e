//! What is told does not depend on what a wait is for.

// A broken assumption must end a test wherever it stands.
#![allow(clippy::unwrap_used)]

use loadproof_engine::{Attention, Clock, Transport};
use loadproof_protocol::http1::Expectation;
use loadproof_simulate::{ServiceModel, ServiceSpec, SimulatedTransport, VirtualClock};
use proptest::prelude::*;

const CONNECTIONS: usize = 12;

/// All that a caller sees who sends a call at each instant at which a connection is free, and gives some up.
fn seen(service: &str, instants_ns: &[u64], attention: Attention) -> Vec<String> {
    let spec = ServiceSpec::from_json(serde_json::from_str(service).unwrap()).unwrap();
    let model = ServiceModel::new(spec, [("a", &[(200, 399)][..])]).unwrap();
    let clock = VirtualClock::default();
    let mut transport = SimulatedTransport::new(model, clock.clone(), CONNECTIONS);
    transport.begin(None).unwrap();
    let mut seen = Vec::new();
    let mut at_ns = 0;
    for (call, gap_ns) in (0u32..).zip(instants_ns) {
        at_ns += gap_ns;
        loop {
            transport.wait(at_ns, attention).unwrap();
            while let Some(event) = transport.next_event() {
                seen.push(format!("{event:?}"));
            }
            if clock.now_ns() == at_ns {
                break;
            }
        }
        transport.grow(CONNECTIONS);
        if let Some(lease) = transport.acquire() {
            seen.push(format!("{at_ns}: {call} on {lease:?}"));
            let wanted = Expectation::default();
            transport.send(lease.connection, call, 0, &[], wanted).unwrap();
            if call % 7 == 0 {
                transport.cancel(lease.connection);
            }
        }
        seen.push(format!("{:?} {}", transport.service_state(), transport.connections()));
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn waits_for_time_and_for_events_tell_the_same(
        instants_ns in proptest::collection::vec(1u64..2_000_000, 300), network_ns in prop_oneof![Just(0u64), 1u64..3_000_000],
        mean_ns in 100_000u64..5_000_000, queue in 0usize..6,
        more in prop_oneof![
            Just(String::new()),
            (1u64..300_000_000).prop_map(|age_ns| format!(r#", "death_ns": {age_ns}"#)),
            (1u64..400).prop_map(|bytes| format!(r#", "memory": {{"limit_bytes": 40000, "leak_bytes_per_call": {bytes}, "collect_bytes": 50,
                "garbage_bytes_per_call": 9, "pause_ns_per_live_mib": 1e8}}"#)),
            Just(r#", "pauses": [{"every_ns": 9000000, "lasts_ns": 2000000, "random": true}]"#.to_owned()),
        ],
    ) {
        let service = format!(
            r#"{{"seed": 1, "workers": 2, "queue": {queue}, "service_time": {{"exponential": {mean_ns}}}, "network_ns": {network_ns},
                "connect_ns": 300000{more}}}"#
        );
        prop_assert_eq!(seen(&service, &instants_ns, Attention::ToTime), seen(&service, &instants_ns, Attention::ToEvents));
    }
}
