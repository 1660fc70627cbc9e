//! Queues with bounds, connections, death, restarts, memory, warm-up.

mod simulated;

use simulated::{errors, errors_of, next_tick, responses, said, sum, sum_of, ticks, trial, Caller, MILLISECOND, SECOND};

#[test]
fn a_bounded_queue_answers_503_and_bounds_the_response() {
    let service = r#"{"workers": 2, "queue": 6, "service_time": {"fixed": 10000000}}"#;
    let ticks = Caller::default().run(service, &trial("poisson", 400.0, 50));
    let sum = sum(&ticks);
    assert_eq!(errors_of(&sum, "status-503"), errors(&sum));
    // 2 workers of 10 ms complete 200 per second; a call that is let in has at most 6 before it, 2 of them at a time.
    assert!(sum.completed.abs_diff(10_000) < 60, "{}", sum.completed);
    assert_eq!(responses(&sum).count_over(40 * MILLISECOND), 0);
    assert!(responses(&sum).count_over(30 * MILLISECOND) > 5_000);
    assert!(ticks.iter().all(|tick| said(tick, "queued_calls") <= 6.0));
    let reply = &ticks[0].failed_replies[0];
    assert!(reply.head.starts_with(b"HTTP/1.1 503"));
}

#[test]
fn a_connection_beyond_the_limit_is_refused() {
    let service = r#"{"workers": 10, "service_time": {"fixed": 50000000}, "connections": 3, "connect_ns": 200000}"#;
    let found = Caller::default().run(service, &trial("constant", 100.0, 10));
    let sum = sum(&found);
    // 3 connections of 50 ms carry 60 calls per second of the 100.
    assert!(sum.completed.abs_diff(600) <= 6, "{}", sum.completed);
    assert_eq!(errors_of(&sum, "refused"), errors(&sum));
    assert!(found.iter().all(|tick| tick.readings[0].connections <= 4));
    let connect = &found[0].readings[0].phases.connect;
    assert_eq!(connect.count(), 3);
    assert!(connect.buckets().all(|(highest_ns, _)| highest_ns.abs_diff(200_000) < 512));
}

#[test]
fn a_call_that_was_given_up_keeps_its_worker() {
    let service = r#"{"workers": 1, "service_time": {"fixed": 1000000000}}"#;
    let caller = Caller {
        timeout_ns: 300 * MILLISECOND,
        ..Caller::default()
    };
    let found = caller.run(service, &trial("constant", 5.0, 10));
    let sum = sum(&found);
    assert_eq!((sum.due, errors_of(&sum, "timeout")), (50, 50));
    // 10 s of work were done of the 50 that were asked for, though nobody waits for any of it.
    let last = found.iter().rfind(|tick| tick.second == 9).unwrap();
    assert_eq!((said(last, "busy_workers"), said(last, "queued_calls")), (1.0, 39.0));
}

#[test]
fn a_death_resets_open_calls_and_refuses_new_ones_until_a_restart() {
    let service = r#"{"workers": 1, "service_time": {"fixed": 20000000}, "network_ns": 2000000, "death_ns": 2500000000,
        "memory": {"base_bytes": 1000, "leak_bytes_per_call": 10}}"#;
    let mut generator = Caller::default().generator(service);
    let found = ticks(&mut generator, &trial("constant", 100.0, 5));
    let sum = sum(&found);
    // 50 per second are served until 2.5 s; the other calls of that time are open then.
    assert!(sum.completed.abs_diff(124) <= 1, "{}", sum.completed);
    // Those on connections that had served calls are sent again, and refused.
    let open = errors_of(&sum, "reset") + sum.retried;
    assert!(open.abs_diff(126) <= 1 && sum.retried > 0, "{} {:?}", sum.retried, sum.errors);
    assert_eq!(errors_of(&sum, "refused") + errors_of(&sum, "reset"), errors(&sum));
    assert_eq!(
        found.iter().map(|tick| said(tick, "alive")).take(5).collect::<Vec<_>>(),
        [1.0, 1.0, 0.0, 0.0, 0.0]
    );
    assert_eq!(said(&found[1], "memory_bytes"), 1000.0 + 10.0 * 100.0);
    assert_eq!(said(&found[2], "memory_bytes"), 0.0);

    let still = sum_of(&ticks(&mut generator, &trial("constant", 100.0, 1)), 0..1);
    assert_eq!((still.completed, errors_of(&still, "refused")), (0, 100));
    for shard in generator.between_trials().unwrap() {
        shard.transport_mut().restart();
    }
    let anew = ticks(&mut generator, &trial("constant", 20.0, 1));
    assert_eq!((sum_of(&anew, 0..1).completed, said(&anew[0], "alive")), (20, 1.0));
    assert_eq!(said(&anew[0], "memory_bytes"), 1000.0 + 10.0 * 20.0);
}

#[test]
fn a_service_cannot_be_restarted_under_a_trial() {
    let mut generator = Caller::default().generator(r#"{"workers": 1, "service_time": {"fixed": 1000}}"#);
    generator.start(&trial("constant", 10.0, 2)).unwrap();
    assert!(generator.between_trials().is_err());
    while !next_tick(&mut generator).last {}
    assert!(generator.between_trials().is_ok());
}

#[test]
fn collections_come_at_their_calls_and_last_by_the_live_set() {
    let service = r#"{"workers": 10, "service_time": {"fixed": 1000000}, "memory": {"base_bytes": 104857600,
        "garbage_bytes_per_call": 1000000, "collect_bytes": 5000000, "pause_ns_per_live_mib": 500000, "leak_bytes_per_call": 1048576}}"#;
    let found = Caller::default().run(service, &trial("constant", 5.0, 20));
    for (second, tick) in (0u32..20).zip(&found) {
        let slow = responses(&sum_of(&found, u64::from(second)..u64::from(second) + 1));
        // The fifth call of each second sets off a collection: half a millisecond for each MiB of 100 and one for each call so far.
        let pause_ms = 0.5 * (105.0 + 5.0 * f64::from(second));
        assert_eq!((slow.count(), slow.count_over(2 * MILLISECOND)), (5, 1));
        assert!(
            (slow.max_ns() as f64 / 1e6 - 1.0 - pause_ms).abs() < 0.2,
            "{} {pause_ms}",
            slow.max_ns()
        );
        assert_eq!(said(tick, "live_set_bytes"), 1_048_576.0 * (105.0 + 5.0 * f64::from(second)));
        // The call that is due as the second ends may have begun by then.
        let since = said(tick, "memory_bytes") - said(tick, "live_set_bytes");
        assert!(since == 0.0 || since == 1_048_576.0 + 1e6, "{since}");
    }
}

#[test]
fn a_leak_ends_in_death_at_the_limit() {
    let service = r#"{"workers": 10, "service_time": {"fixed": 1000000},
        "memory": {"base_bytes": 1000, "limit_bytes": 2100, "leak_bytes_per_s": 100, "leak_bytes_per_call": 1}}"#;
    let found = Caller::default().run(service, &trial("constant", 100.0, 8));
    // 200 bytes per second fill 1,100 in 5.5 s.
    let alive: Vec<_> = found.iter().map(|tick| said(tick, "alive")).take(8).collect();
    assert_eq!(alive, [1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    let sum = sum(&found);
    assert!(sum.completed.abs_diff(550) <= 1, "{}", sum.completed);
}

#[test]
fn a_young_service_is_slow_and_a_restart_makes_it_young() {
    let service = r#"{"workers": 100, "service_time": {"fixed": 10000000}, "warm_up": {"factor": 4, "decay_ns": 2000000000}}"#;
    let mut generator = Caller::default().generator(service);
    let middles = |generator: &mut _| -> Vec<f64> {
        let found = ticks(generator, &trial("constant", 101.0, 8));
        (0..8)
            .map(|second| responses(&sum_of(&found, second..second + 1)).quantile_ns(0.5) as f64 / 1e6)
            .collect()
    };
    let cold = middles(&mut generator);
    for (second, found_ms) in cold.iter().enumerate() {
        let expected_ms = 10.0 * (1.0 + 3.0 * (-(second as f64 + 0.5) / 2.0).exp());
        assert!(
            (found_ms / expected_ms - 1.0).abs() < 0.02,
            "{second}: {found_ms} {expected_ms}"
        );
    }
    let warm = middles(&mut generator);
    assert!(warm[0] < 10.6, "{warm:?}");
    generator.between_trials().unwrap()[0].transport_mut().restart();
    let again = middles(&mut generator);
    assert!((again[0] / cold[0] - 1.0).abs() < 0.01, "{again:?}");
}

#[test]
fn starts_have_random_numbers_of_their_own() {
    let service = r#"{"seed": 3, "workers": 100, "service_time": {"exponential": 10000000}}"#;
    let mut generator = Caller::default().generator(service);
    let mut longest = || {
        let longest = responses(&sum(&ticks(&mut generator, &trial("constant", 100.0, 2)))).max_ns();
        generator.between_trials().unwrap()[0].transport_mut().restart();
        longest
    };
    assert_ne!(longest(), longest());
}

#[test]
fn a_service_that_refuses_everything_does_not_stop_virtual_time() {
    let dead = r#"{"workers": 1, "service_time": {"fixed": 1000}, "death_ns": 1}"#;
    let full = r#"{"workers": 1, "queue": 0, "service_time": {"fixed": 10000000000}}"#;
    let caller = Caller {
        connections: 3,
        ..Caller::default()
    };
    for service in [dead, full] {
        let found = caller.run(service, &trial("saturate", 0.0, 1));
        assert!(errors(&sum(&found)) > 10_000);
        assert!(found.last().unwrap().second <= SECOND);
    }
}

#[test]
fn what_no_service_can_be_is_refused_with_a_cure() {
    let refused = |service: &str| Caller::default().try_generator(service).unwrap_err().to_string();
    for (service, said) in [
        (
            r#"{"workers": 0, "service_time": {"fixed": 1}}"#,
            "workers is 0: give it a number from 1",
        ),
        (
            r#"{"workers": 1, "service_time": {"fixed": 1}, "operations": {"z": {}}}"#,
            r#"no operation "z""#,
        ),
        (
            r#"{"workers": 1, "service_time": {"fixed": 1}, "operations": {"a": {"error_share": 1.5}}}"#,
            "operations.a.error_share is 1.5",
        ),
        (r#"{"workers": 1}"#, "missing field `service_time`"),
        (
            r#"{"workers": 1, "service_time": {"fixed": 1}, "wokers": 1}"#,
            "unknown field `wokers`",
        ),
        (
            r#"{"workers": 1, "service_time": {"fixed": 1}, "errors": {"share": 1, "status": 200}}"#,
            "errors.status is 200",
        ),
        (
            r#"{"workers": 1, "service_time": {"fixed": 1}, "memory": {"base_bytes": 10, "limit_bytes": 9}}"#,
            "memory.limit_bytes is 9: give it a number from 10",
        ),
        (
            r#"{"workers": 1, "service_time": {"fixed": 1}, "modulation": {"coefficient": 1, "deviation": 0, "every_ns": 1000000000}}"#,
            "modulation.coefficient is 1",
        ),
        (
            r#"{"workers": 1, "service_time": {"fixed": 1}, "death_ns": 0}"#,
            "death_ns is 0",
        ),
    ] {
        let found = refused(service);
        assert!(found.contains(said), "{found}");
    }
}
