//! Replies over real sockets.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod caller;

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::Duration;

use caller::{answer_all, read_head, serve, Caller, GET, OK};
use loadproof_engine::{Event, Transport};
use loadproof_measure::ErrorKind;

#[test]
fn one_connection_carries_one_call_after_the_other() {
    let (address, thread) = serve(1, |mut stream| answer_all(&mut stream, OK));
    let mut caller = Caller::to(address);
    caller.call_on_one_connection(3);
    drop(caller);
    thread.join().unwrap();
}

#[test]
fn content_is_gone_with_the_next_event() {
    let (address, _) = serve(1, |mut stream| answer_all(&mut stream, OK));
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.reactor.content().body_bytes, 5);
    assert_eq!(caller.reactor.next_event(), None);
    assert_eq!(caller.reactor.content().body_bytes, 0);
}

#[test]
fn a_reply_in_pieces_says_when_it_began() {
    let (address, _) = serve(1, |mut stream| {
        read_head(&mut stream);
        for piece in [&OK[..20], &OK[20..40], &OK[40..]] {
            stream.write_all(piece).unwrap();
            std::thread::sleep(Duration::from_millis(30));
        }
        answer_all(&mut stream, OK);
    });
    let mut caller = Caller::to(address);
    let Event::Answered {
        first_byte_ns, at_ns, ..
    } = caller.call(GET)
    else {
        panic!()
    };
    assert!(first_byte_ns < at_ns);
    assert_eq!(caller.body(), b"hello");
    let Event::Answered {
        first_byte_ns, at_ns, ..
    } = caller.call(GET)
    else {
        panic!()
    };
    assert_eq!(first_byte_ns, at_ns, "the next reply begins anew");
}

#[test]
fn a_reply_larger_than_a_read_is_whole() {
    const BYTES: usize = 700_000;
    let (address, _) = serve(1, |mut stream| {
        let mut reply = format!("HTTP/1.1 200 OK\r\ncontent-length: {BYTES}\r\n\r\n").into_bytes();
        reply.extend((0..BYTES).map(|index| index as u8));
        answer_all(&mut stream, &reply);
    });
    let mut caller = Caller::to(address);
    for _ in 0..2 {
        assert_eq!(caller.status_of(GET), 200);
        let body = caller.body();
        assert_eq!(body.len(), BYTES);
        assert!(body.iter().enumerate().all(|(index, byte)| *byte == index as u8));
    }
}

#[test]
fn a_reply_that_closes_its_connection_keeps_its_content() {
    let (address, _) = serve(3, |mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 503 No\r\nconnection: close\r\ncontent-length: 4\r\n\r\nbusy");
    });
    let mut caller = Caller::to(address);
    for _ in 0..3 {
        assert_eq!(caller.status_of(GET), 503);
        assert_eq!(caller.reactor.connections(), 0);
        assert_eq!(caller.body(), b"busy");
    }
}

#[test]
fn a_body_may_last_until_the_close() {
    let (address, _) = serve(1, |mut stream| {
        read_head(&mut stream);
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nall ").unwrap();
        std::thread::sleep(Duration::from_millis(30));
        stream.write_all(b"of it").unwrap();
    });
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.body(), b"all of it");
    assert_eq!(caller.reactor.connections(), 0);
}

#[test]
fn a_target_that_closes_after_its_reply_without_a_word_gets_no_further_call() {
    let (address, _) = serve(2, |mut stream| {
        read_head(&mut stream);
        stream.write_all(OK).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        // The peer is half closed: it still reads.
        let _ = stream.read(&mut [0; 100]);
    });
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(GET), 200);
    caller.wait_quietly_until(|reactor| reactor.connections() == 0);
    assert_eq!(caller.status_of(GET), 200);
}

#[test]
fn faults_of_the_target_have_their_kinds() {
    let cut_off: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhello";
    for (reply, kind) in [
        (&b""[..], ErrorKind::Closed),
        (cut_off, ErrorKind::Closed),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", ErrorKind::Garbage),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n", ErrorKind::TooLarge),
    ] {
        let (address, _) = serve(1, move |mut stream| {
            read_head(&mut stream);
            stream.write_all(reply).unwrap();
        });
        let mut caller = Caller::to(address);
        assert_eq!(caller.failure_of(GET), kind);
        assert_eq!(caller.reactor.connections(), 0);
        assert_eq!(caller.reactor.content().body_bytes, 0);
    }
}

#[test]
fn a_reset_is_told_from_a_close() {
    let (address, _) = serve(1, |mut stream| {
        // Closing with bytes unread resets the connection.
        let _ = stream.read(&mut [0; 1]);
    });
    assert_eq!(Caller::to(address).failure_of(GET), ErrorKind::Reset);
}

#[test]
fn bytes_that_nobody_asked_for_end_a_free_connection_quietly() {
    let (address, _) = serve(1, |mut stream| {
        read_head(&mut stream);
        stream.write_all(OK).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        stream.write_all(OK).unwrap();
        let _ = stream.read(&mut [0; 100]);
    });
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(GET), 200);
    caller.wait_quietly_until(|reactor| reactor.connections() == 0);
}

#[test]
fn a_cancelled_call_takes_its_connection_with_it() {
    let (address, thread) = serve(1, |mut stream| {
        read_head(&mut stream);
        assert!(stream.read(&mut [0; 100]).is_err(), "a reset, not a close");
    });
    let mut caller = Caller::to(address);
    let lease = caller.send(1, GET);
    caller.reactor.cancel(lease.connection);
    assert_eq!(caller.reactor.connections(), 0);
    assert_eq!(caller.event_within(Duration::from_millis(50)), None);
    thread.join().unwrap();
}
