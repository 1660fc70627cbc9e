//! When an answer was there, by the kernel's account, whenever it was read.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod caller;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::time::Duration;

use caller::{answer_all, Caller, GET, OK};
use loadproof_engine::{Attention, Clock, Event, Transport};
use loadproof_protocol::http1::Expectation;
use loadproof_reactor::{Endpoint, MonotonicClock};

/// Far longer than a machine under tests takes to answer, and far shorter than the sleep.
const SOON_NS: u64 = 250_000_000;
const ASLEEP: Duration = Duration::from_millis(500);

/// An answer that came at once and was read half a second later: the instants of sending, answer and reading.
fn answered_while_asleep(relaxed: bool) -> (u64, u64, u64) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let service = std::thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        for _ in 0..2 {
            socket.read_exact(&mut vec![0; GET.len()]).unwrap();
            socket.write_all(OK).unwrap();
        }
        socket
    });
    let mut caller = Caller::new(Endpoint::of_addresses([address]), None);
    caller.reactor.begin(relaxed.then_some(0)).unwrap();
    // The kernel begins to note arrivals a moment after the first socket asks for it.
    let lease = caller.lease();
    caller
        .reactor
        .send(lease.connection, 0, 0, GET, Expectation::default())
        .unwrap();
    caller.event();
    std::thread::sleep(Duration::from_millis(50));
    let lease = caller.lease();
    let sent_ns = MonotonicClock.now_ns();
    caller
        .reactor
        .send(lease.connection, 1, 0, GET, Expectation::default())
        .unwrap();
    let _socket = service.join().unwrap();
    std::thread::sleep(ASLEEP);
    let until_ns = MonotonicClock.now_ns() + 500_000;
    caller.reactor.wait(until_ns, Attention::ToTime).unwrap();
    let Event::Answered { at_ns, .. } = caller.event() else {
        panic!("no answer")
    };
    (sent_ns, at_ns, MonotonicClock.now_ns())
}

#[test]
fn an_answer_that_was_slept_through_has_the_instant_at_which_it_came() {
    let (sent_ns, at_ns, read_ns) = answered_while_asleep(true);
    assert!(
        at_ns >= sent_ns && at_ns < sent_ns + SOON_NS,
        "{at_ns} is not soon after {sent_ns}"
    );
    assert!(read_ns - sent_ns >= ASLEEP.as_nanos() as u64);
}

#[test]
fn a_trial_that_never_sleeps_through_answers_takes_the_instant_of_reading() {
    let (sent_ns, at_ns, _) = answered_while_asleep(false);
    assert!(at_ns >= sent_ns + ASLEEP.as_nanos() as u64);
}

#[test]
fn nothing_is_slept_through_where_the_kernel_notes_no_arrivals() {
    let path = std::env::temp_dir().join(format!("loadproof-reactor-{}-arrivals.sock", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let listener = UnixListener::bind(&path).unwrap();
    std::thread::spawn(move || answer_all(&mut listener.accept().unwrap().0, OK));
    let mut caller = Caller::new(Endpoint::Unix(path.clone()), None);
    caller.reactor.begin(Some(0)).unwrap();
    // A sleep takes its whole length every time; a wait for events ends with the first quick answer.
    let ended_early = (0..1000).any(|call| {
        let lease = caller.lease();
        caller
            .reactor
            .send(lease.connection, call, 0, GET, Expectation::default())
            .unwrap();
        let until_ns = MonotonicClock.now_ns() + 1_000_000;
        caller.reactor.wait(until_ns, Attention::ToTime).unwrap();
        let early = MonotonicClock.now_ns() < until_ns;
        caller.event();
        early
    });
    std::fs::remove_file(path).unwrap();
    assert!(ended_early);
}
