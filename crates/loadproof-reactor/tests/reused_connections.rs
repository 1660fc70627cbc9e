//! Connections that are used again: which are leased, and what is said of those that end.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod caller;

use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

use caller::{read_head, serve, Caller, GET, OK};
use loadproof_engine::{Attention, Event, Transport};
use loadproof_measure::ErrorKind;

#[test]
fn a_connection_that_the_target_closes_while_it_is_idle_is_not_leased() {
    let (address, service) = serve(2, |mut stream| {
        read_head(&mut stream);
        stream.write_all(OK).unwrap();
    });
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(GET), 200);
    // No event has told of the end yet.
    std::thread::sleep(Duration::from_millis(50));
    caller.reactor.wait(0, Attention::ToTime).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    caller.reactor.wait(0, Attention::ToTime).unwrap();
    assert_eq!(caller.reactor.acquire(), None);
    assert_eq!(caller.status_of(GET), 200);
    service.join().unwrap();
}

#[test]
fn a_failure_says_whether_the_answer_had_begun_and_a_lease_whether_the_connection_is_reused() {
    for (begin, is_unanswered) in [(&b""[..], true), (b"HTTP/1.1 200 OK\r\n", false)] {
        let (address, service) = serve(1, move |mut stream| {
            read_head(&mut stream);
            stream.write_all(OK).unwrap();
            read_head(&mut stream);
            stream.write_all(begin).unwrap();
        });
        let mut caller = Caller::to(address);
        assert!(!caller.send(7, GET).is_reused);
        assert!(matches!(caller.event(), Event::Answered { .. }));
        assert!(caller.reactor.acquire_new().is_none());
        assert!(caller.send(8, GET).is_reused);
        match caller.event() {
            Event::Failed {
                call: 8,
                kind,
                is_unanswered: found,
                ..
            } => {
                assert_eq!((kind, found), (ErrorKind::Closed, is_unanswered));
            }
            event => panic!("{event:?}"),
        }
        service.join().unwrap();
    }
}

#[test]
fn a_new_connection_takes_the_place_of_a_free_one_at_the_maximum() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut caller = Caller::to(listener.local_addr().unwrap());
    caller.reactor.grow(16);
    for _ in 0..16 {
        assert_eq!(caller.event(), Event::Ready);
    }
    std::thread::sleep(Duration::from_millis(20));
    caller.reactor.wait(0, Attention::ToTime).unwrap();
    assert!(caller.reactor.acquire_new().is_none(), "none of them is new any more");
    caller.reactor.grow_new(2);
    assert_eq!(caller.reactor.connections(), 16);
    assert_eq!(caller.event(), Event::Ready);
    assert!(!caller.reactor.acquire_new().unwrap().is_reused);
    assert_eq!(caller.reactor.take_limits().connections, 0);
}
