//! TLS against a server of the same library, and against peers that are none.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod caller;
mod tls_service;

use std::io::{Read, Write};
use std::time::Duration;

use caller::{answer_all, read_head, serve, Caller, GET, OK};
use loadproof_engine::{Event, Transport};
use loadproof_measure::ErrorKind;
use loadproof_reactor::{Endpoint, TlsSettings};
use rustls::{HandshakeKind, ProtocolVersion};
use tls_service::{Authority, TlsService, Validity, BOTH_VERSIONS, TLS12};

fn settings(authority: &Authority, server_name: &str) -> TlsSettings {
    TlsSettings {
        server_name: server_name.into(),
        authorities: vec![authority.file()],
        insecure: false,
    }
}

fn caller_of(service: &TlsService, settings: &TlsSettings) -> Caller {
    Caller::new(Endpoint::of_addresses([service.address]), Some(settings.context().unwrap()))
}

#[test]
fn calls_travel_over_both_versions_and_the_server_sees_name_and_protocol() {
    let authority = Authority::new("versions");
    for (versions, version) in [(BOTH_VERSIONS, ProtocolVersion::TLSv1_3), (TLS12, ProtocolVersion::TLSv1_2)] {
        let service = TlsService::start(&authority, "localhost", Validity::Now, versions, |stream| {
            answer_all(stream, OK)
        });
        let mut caller = caller_of(&service, &settings(&authority, "localhost"));
        caller.call_on_one_connection(3);
        let phases = caller.reactor.take_phases();
        assert_eq!((phases.connect.count(), phases.tls.count()), (1, 1));
        drop(caller);
        let seen = service.seen();
        assert_eq!(seen.server_name.as_deref(), Some("localhost"));
        assert_eq!(seen.protocol.as_deref(), Some(&b"http/1.1"[..]));
        assert_eq!(seen.version, Some(version));
    }
}

#[test]
fn later_connections_resume_the_session() {
    let authority = Authority::new("resume");
    let service = TlsService::start(&authority, "localhost", Validity::Now, BOTH_VERSIONS, |stream| {
        answer_all(stream, OK)
    });
    let mut caller = caller_of(&service, &settings(&authority, "localhost"));
    for _ in 0..2 {
        let lease = caller.send(7, GET);
        assert!(matches!(caller.event(), Event::Answered { status: 200, .. }));
        caller.reactor.cancel(lease.connection);
    }
    let kinds = [service.seen().handshake, service.seen().handshake];
    assert_eq!(kinds, [Some(HandshakeKind::Full), Some(HandshakeKind::Resumed)]);
}

#[test]
fn tickets_do_not_end_a_free_connection() {
    let authority = Authority::new("tickets");
    let service = TlsService::start(&authority, "localhost", Validity::Now, BOTH_VERSIONS, |stream| {
        answer_all(stream, OK)
    });
    let mut caller = caller_of(&service, &settings(&authority, "localhost"));
    caller.reactor.grow(1);
    assert_eq!(caller.event(), Event::Ready);
    assert_eq!(caller.event_within(Duration::from_millis(100)), None);
    assert_eq!(caller.reactor.connections(), 1);
    assert_eq!(caller.status_of(GET), 200);
}

#[test]
fn certificates_that_are_not_to_be_trusted_are_rejected_and_insecure_takes_them() {
    let (ours, other) = (Authority::new("ours"), Authority::new("other"));
    for (signer, name, validity) in [
        (&other, "localhost", Validity::Now),
        (&ours, "elsewhere.test", Validity::Now),
        (&ours, "localhost", Validity::Past),
    ] {
        let service = TlsService::start(signer, name, validity, BOTH_VERSIONS, |stream| answer_all(stream, OK));
        let strict = settings(&ours, "localhost");
        let mut caller = caller_of(&service, &strict);
        assert_eq!(caller.connect_failure(), ErrorKind::CertificateRejected);
        assert_eq!(caller.reactor.connections(), 0);
        let phases = caller.reactor.take_phases();
        assert_eq!((phases.connect.count(), phases.tls.count()), (1, 0));
        let insecure = TlsSettings {
            insecure: true,
            ..strict
        };
        assert_eq!(caller_of(&service, &insecure).status_of(GET), 200);
    }
}

#[test]
fn an_address_is_compared_and_not_sent() {
    let authority = Authority::new("address");
    let service = TlsService::start(&authority, "127.0.0.1", Validity::Now, BOTH_VERSIONS, |stream| {
        answer_all(stream, OK)
    });
    let mut caller = caller_of(&service, &settings(&authority, "127.0.0.1"));
    assert_eq!(caller.status_of(GET), 200);
    drop(caller);
    assert_eq!(service.seen().server_name, None);
}

/// Bytes among which one that is lost, doubled or moved shows.
fn pattern() -> Vec<u8> {
    (0..251).collect()
}

#[test]
fn bodies_of_many_records_are_whole_both_ways() {
    const BYTES: usize = 12_000_000;
    let authority = Authority::new("records");
    for versions in [BOTH_VERSIONS, TLS12] {
        let service = TlsService::start(&authority, "localhost", Validity::Now, versions, |stream| {
            while read_head(stream) {
                let (mut body, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
                while body.len() < BYTES {
                    let bytes = stream.read(&mut buffer).unwrap();
                    body.extend_from_slice(&buffer[..bytes]);
                }
                assert!(body == pattern().repeat(BYTES / 251 + 1)[..BYTES]);
                let head = "HTTP/1.1 200 OK\r\ncontent-length: 500000\r\n\r\n";
                stream.write_all(head.as_bytes()).unwrap();
                stream.write_all(&body[..500_000]).unwrap();
            }
        });
        let mut request = format!("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: {BYTES}\r\n\r\n").into_bytes();
        let start = request.len();
        request.extend_from_slice(&pattern().repeat(BYTES / 251 + 1)[..BYTES]);
        let mut caller = caller_of(&service, &settings(&authority, "localhost"));
        for _ in 0..2 {
            let Event::Answered {
                status: 200,
                first_byte_ns,
                at_ns,
                ..
            } = caller.call(&request)
            else {
                panic!()
            };
            assert!(first_byte_ns <= at_ns);
            assert!(caller.body() == request[start..start + 500_000]);
        }
        assert_eq!(caller.reactor.connections(), 1);
    }
}

#[test]
fn a_body_until_the_close_needs_the_word_of_tls() {
    let authority = Authority::new("until-close");
    for (polite, expected) in [(true, Ok(b"all".to_vec())), (false, Err(ErrorKind::Closed))] {
        let service = TlsService::start(&authority, "localhost", Validity::Now, BOTH_VERSIONS, move |stream| {
            read_head(stream);
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nall").unwrap();
            if polite {
                stream.conn.send_close_notify();
            }
            stream.flush().unwrap();
        });
        let mut caller = caller_of(&service, &settings(&authority, "localhost"));
        let outcome = match caller.call(GET) {
            Event::Answered { .. } => Ok(caller.body()),
            Event::Failed { kind, .. } => Err(kind),
            event => panic!("{event:?}"),
        };
        assert_eq!(outcome, expected);
        assert_eq!(caller.reactor.connections(), 0);
    }
}

#[test]
fn a_reply_that_closes_its_connection_keeps_its_content() {
    let authority = Authority::new("close");
    let service = TlsService::start(&authority, "localhost", Validity::Now, BOTH_VERSIONS, |stream| {
        read_head(stream);
        let reply = b"HTTP/1.1 500 No\r\nconnection: close\r\ncontent-length: 4\r\n\r\nsick";
        stream.write_all(reply).unwrap();
        stream.conn.send_close_notify();
        stream.flush().unwrap();
    });
    let mut caller = caller_of(&service, &settings(&authority, "localhost"));
    assert_eq!(caller.status_of(GET), 500);
    assert_eq!(caller.body(), b"sick");
    assert_eq!(caller.reactor.connections(), 0);
}

#[test]
fn peers_that_speak_no_tls_fail_the_handshake() {
    let context = settings(&Authority::new("no-tls"), "localhost").context().unwrap();
    for reply in [&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], b""] {
        let (address, _) = serve(1, move |mut stream| {
            let _ = stream.read(&mut [0; 2000]);
            stream.write_all(reply).unwrap();
        });
        let mut caller = Caller::new(Endpoint::of_addresses([address]), Some(context.clone()));
        assert_eq!(caller.connect_failure(), ErrorKind::TlsFailed);
        assert_eq!(caller.reactor.connections(), 0);
    }
}

#[test]
fn garbage_after_the_handshake_fails_the_call() {
    let authority = Authority::new("garbage");
    let service = TlsService::start(&authority, "localhost", Validity::Now, BOTH_VERSIONS, |stream| {
        read_head(stream);
        stream.sock.write_all(&[23, 3, 3, 0, 40].map(|byte| byte)).unwrap();
        stream.sock.write_all(&[0; 40]).unwrap();
        let _ = stream.sock.read(&mut [0; 100]);
    });
    let mut caller = caller_of(&service, &settings(&authority, "localhost"));
    assert_eq!(caller.failure_of(GET), ErrorKind::TlsFailed);
}

#[test]
fn silence_in_the_handshake_ends_with_the_connect_timeout() {
    let (address, thread) = serve(1, |mut stream| {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes[0], 22, "the client begins a handshake");
    });
    let context = settings(&Authority::new("silence"), "localhost").context().unwrap();
    let mut caller = Caller::patient(Endpoint::of_addresses([address]), Some(context), 150);
    caller.reactor.grow(1);
    assert_eq!(caller.event_within(Duration::from_millis(50)), None);
    assert_eq!(caller.reactor.connections(), 1);
    caller.wait_quietly_until(|reactor| reactor.connections() == 0);
    thread.join().unwrap();
}
