//! Requests larger than a socket's buffer, and targets that do not wait for their end.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod caller;

use std::io::{Read, Write};
use std::sync::mpsc;
use std::time::Duration;

use caller::{answer_all, read_head, serve, Caller, GET, OK};
use loadproof_engine::{Event, Transport};
use loadproof_measure::ErrorKind;

/// More than the buffers of both sockets together.
const BODY_BYTES: usize = 20_000_000;
const PATTERN: usize = 251;

/// A body in which a byte that is lost, doubled or moved shows.
fn body() -> Vec<u8> {
    let pattern: Vec<u8> = (0..PATTERN as u8).collect();
    pattern.repeat(BODY_BYTES / PATTERN + 1)[..BODY_BYTES].to_vec()
}

fn large_request() -> Vec<u8> {
    let mut request = format!("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: {BODY_BYTES}\r\n\r\n").into_bytes();
    request.extend(body());
    request
}

fn read_body_slowly(stream: &mut impl Read) {
    let (expected, mut buffer, mut position) = (body(), vec![0; 1 << 20], 0);
    while position < BODY_BYTES {
        let bytes = stream.read(&mut buffer).unwrap();
        assert!(bytes > 0, "the request ended early");
        assert!(buffer[..bytes] == expected[position..position + bytes]);
        position += bytes;
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_slow_reader_gets_every_byte_in_order() {
    let (address, thread) = serve(1, |mut stream| {
        for _ in 0..2 {
            assert!(read_head(&mut stream));
            read_body_slowly(&mut stream);
            stream.write_all(OK).unwrap();
        }
        answer_all(&mut stream, OK);
    });
    let mut caller = Caller::to(address);
    let request = large_request();
    assert_eq!(caller.status_of(&request), 200);
    assert_eq!(caller.status_of(&request), 200);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.reactor.connections(), 1);
    drop(caller);
    thread.join().unwrap();
}

#[test]
fn an_early_reply_is_the_answer_and_the_rest_is_not_sent() {
    let (told, read) = mpsc::channel();
    let (address, thread) = serve(1, move |mut stream| {
        read_head(&mut stream);
        stream
            .write_all(b"HTTP/1.1 413 Large\r\ncontent-length: 3\r\n\r\nbig")
            .unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        told.send(rest.len()).unwrap();
    });
    let mut caller = Caller::to(address);
    let Event::Answered {
        status: 413, traffic, ..
    } = caller.call(&large_request())
    else {
        panic!()
    };
    assert_eq!(caller.body(), b"big");
    assert_eq!(caller.reactor.connections(), 0);
    thread.join().unwrap();
    let rest = read.recv().unwrap();
    let head = large_request().len() - BODY_BYTES;
    assert!(rest < BODY_BYTES);
    assert_eq!((traffic.received, traffic.sent), (44, (head + rest) as u64));
}

#[test]
fn an_early_reply_with_a_reset_behind_it_is_still_the_answer() {
    let request = large_request();
    for _ in 0..20 {
        let (address, _) = serve(1, |mut stream| {
            read_head(&mut stream);
            stream
                .write_all(b"HTTP/1.1 413 Large\r\ncontent-length: 3\r\n\r\nbig")
                .unwrap();
            // Closed with bytes unread: a reset follows the reply at once.
        });
        let mut caller = Caller::to(address);
        assert_eq!(caller.status_of(&request), 413);
    }
}

#[test]
fn a_reply_that_begins_early_does_not_stop_the_request() {
    let (address, thread) = serve(1, |mut stream| {
        read_head(&mut stream);
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").unwrap();
        stream.write_all(&OK[..30]).unwrap();
        read_body_slowly(&mut stream);
        stream.write_all(&OK[30..]).unwrap();
    });
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(&large_request()), 200);
    assert_eq!(caller.body(), b"hello");
    thread.join().unwrap();
}

#[test]
fn a_target_that_refuses_the_rest_without_an_answer_fails_the_call() {
    let (address, _) = serve(1, |mut stream| {
        read_head(&mut stream);
    });
    let kind = Caller::to(address).failure_of(&large_request());
    assert!(matches!(kind, ErrorKind::Reset | ErrorKind::Closed), "{kind}");
}

#[test]
fn an_announced_keep_alive_is_kept_to() {
    // Half a second is taken off what was announced: of one second, a half is left.
    let reply = b"HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 0\r\n\r\n";
    let (address, thread) = serve(2, move |mut stream| answer_all(&mut stream, reply));
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.reactor.connections(), 1, "used again within its time");
    assert_eq!(caller.event_within(Duration::from_millis(700)), None);
    assert_eq!(caller.reactor.acquire(), None, "too old to be used");
    assert_eq!(caller.reactor.connections(), 0);
    assert_eq!(caller.status_of(GET), 200);
    drop(caller);
    thread.join().unwrap();
}

#[test]
fn a_keep_alive_of_nothing_is_no_keep_alive() {
    let reply = b"HTTP/1.1 200 OK\r\nkeep-alive: timeout=0\r\ncontent-length: 0\r\n\r\n";
    let (address, _) = serve(1, move |mut stream| answer_all(&mut stream, reply));
    let mut caller = Caller::to(address);
    assert!(matches!(caller.call(GET), Event::Answered { .. }));
    assert_eq!(caller.reactor.acquire(), None);
}
