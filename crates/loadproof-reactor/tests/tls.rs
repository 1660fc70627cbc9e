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
use loadproof_reactor::{try_handshake, Endpoint, HandshakeFault, TlsSettings};
use rcgen::{BasicConstraints, IsCa};
use rustls::{HandshakeKind, ProtocolVersion};
use tls_service::{params_of, Authority, ClientCertificate, TlsService, Validity, BOTH_VERSIONS, TLS12};

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

fn handshake(service: &TlsService, settings: &TlsSettings) -> Result<(), HandshakeFault> {
    let endpoint = Endpoint::of_addresses([service.address]);
    try_handshake(&endpoint, &settings.context().unwrap(), Duration::from_secs(20))
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
fn rejected_certificates_keep_the_reason_and_insecure_accepts_them() {
    let (ours, other, namesake) = (
        Authority::new("ours"),
        Authority::new("other"),
        Authority::called("namesake", "ours"),
    );
    let mut of_authority = params_of("localhost", Validity::Now);
    of_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let mut for_other_names = params_of("elsewhere.test", Validity::Now);
    for_other_names
        .subject_alt_names
        .extend(params_of("127.0.0.9", Validity::Now).subject_alt_names);
    // Certificates on the wire have seconds: 1 January 2002 and 4000.
    let (past, future) = ("1009843200", "64060588800");
    for (signer, params, kind, detail) in [
        (
            &other,
            params_of("localhost", Validity::Now),
            ErrorKind::TlsUnknownIssuer,
            None,
        ),
        (
            &namesake,
            params_of("localhost", Validity::Now),
            ErrorKind::TlsUnknownIssuer,
            None,
        ),
        (
            &ours,
            for_other_names,
            ErrorKind::TlsWrongName,
            Some("elsewhere.test, 127.0.0.9"),
        ),
        (
            &ours,
            params_of("localhost", Validity::Past),
            ErrorKind::TlsExpired,
            Some(past),
        ),
        (
            &ours,
            params_of("localhost", Validity::Future),
            ErrorKind::TlsNotYetValid,
            Some(future),
        ),
        (&ours, of_authority, ErrorKind::TlsCaCertificate, None),
    ] {
        let service = TlsService::start_with(signer, params, ClientCertificate::Unasked, BOTH_VERSIONS, |stream| {
            answer_all(stream, OK)
        });
        let strict = settings(&ours, "localhost");
        let fault = handshake(&service, &strict).unwrap_err();
        assert_eq!(fault.kind, kind);
        assert_eq!(fault.detail, detail.unwrap_or(&fault.detail));
        let mut caller = caller_of(&service, &strict);
        assert_eq!(caller.connect_failure(), kind);
        assert_eq!(caller.reactor.connections(), 0);
        let phases = caller.reactor.take_phases();
        assert_eq!((phases.connect.count(), phases.tls.count()), (1, 0));
        let insecure = TlsSettings {
            insecure: true,
            ..strict
        };
        assert_eq!(handshake(&service, &insecure), Ok(()));
        assert_eq!(caller_of(&service, &insecure).status_of(GET), 200);
    }
}

#[test]
fn a_required_client_certificate_is_named_and_an_optional_one_is_not_needed() {
    let authority = Authority::new("client");
    for versions in [BOTH_VERSIONS, TLS12] {
        for client in [
            ClientCertificate::Unasked,
            ClientCertificate::Optional,
            ClientCertificate::Required,
        ] {
            let params = params_of("localhost", Validity::Now);
            let service = TlsService::start_with(&authority, params, client, versions, |stream| answer_all(stream, OK));
            let settings = settings(&authority, "localhost");
            let mut caller = caller_of(&service, &settings);
            if client != ClientCertificate::Required {
                assert_eq!(handshake(&service, &settings), Ok(()));
                assert_eq!(caller.status_of(GET), 200);
                continue;
            }
            assert_eq!(
                handshake(&service, &settings).unwrap_err().kind,
                ErrorKind::TlsClientCertificate
            );
            if versions == TLS12 {
                assert_eq!(caller.connect_failure(), ErrorKind::TlsClientCertificate);
                continue;
            }
            // In TLS 1.3 the client is done before the server looks: the refusal meets the call.
            caller.reactor.grow(1);
            assert_eq!(caller.event(), Event::Ready);
            let lease = caller.reactor.acquire().unwrap();
            let kind = match caller.reactor.send(lease.connection, 7, 0, GET, caller::WHOLE) {
                Ok(()) => match caller.event() {
                    Event::Failed { kind, .. } => kind,
                    event => panic!("{event:?}"),
                },
                Err(kind) => kind,
            };
            assert_eq!(kind, ErrorKind::TlsClientCertificate);
        }
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
                traffic,
                ..
            } = caller.call(&request)
            else {
                panic!()
            };
            assert!(first_byte_ns <= at_ns);
            // What TLS adds is not among them.
            let head = b"HTTP/1.1 200 OK\r\ncontent-length: 500000\r\n\r\n".len() as u64;
            assert_eq!((traffic.received, traffic.sent), (head + 500_000, request.len() as u64));
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

/// An alert of TLS that ends a handshake, as a server of old writes it.
fn alert(description: u8) -> Vec<u8> {
    vec![21, 3, 1, 0, 2, 2, description]
}

#[test]
fn a_handshake_that_the_peer_ends_has_its_reason() {
    let context = settings(&Authority::new("no-tls"), "localhost").context().unwrap();
    for (reply, kind) in [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec(), ErrorKind::TlsNotSpoken),
        (b"SSH-2.0-OpenSSH_9.2\r\n".to_vec(), ErrorKind::TlsNotSpoken),
        (b"2".to_vec(), ErrorKind::TlsNotSpoken),
        (b"".to_vec(), ErrorKind::TlsClosed),
        (alert(70), ErrorKind::TlsProtocolVersion),
        (alert(40), ErrorKind::TlsNoCommonCipher),
        (alert(71), ErrorKind::TlsNoCommonCipher),
        (alert(112), ErrorKind::TlsUnknownHost),
        (alert(120), ErrorKind::TlsNoHttp1),
        (alert(116), ErrorKind::TlsClientCertificate),
        (alert(80), ErrorKind::TlsFailed),
        (vec![22, 3, 3, 0, 4, 2, 0, 0, 0], ErrorKind::TlsFailed),
    ] {
        let shown = format!("{reply:?}");
        let (address, _) = serve(2, move |mut stream| {
            let _ = stream.read(&mut [0; 2000]);
            stream.write_all(&reply).unwrap();
        });
        let endpoint = Endpoint::of_addresses([address]);
        let fault = try_handshake(&endpoint, &context, Duration::from_secs(20)).unwrap_err();
        assert_eq!(fault.kind, kind, "{shown}: {}", fault.detail);
        let mut caller = Caller::new(endpoint, Some(context.clone()));
        assert_eq!(caller.connect_failure(), kind, "{shown}");
        assert_eq!(caller.reactor.connections(), 0);
    }
}

#[test]
fn a_reset_in_the_handshake_is_a_closed_handshake() {
    let context = settings(&Authority::new("reset"), "localhost").context().unwrap();
    // Unread bytes make the close a reset.
    let (address, _) = serve(2, drop);
    let endpoint = Endpoint::of_addresses([address]);
    let fault = try_handshake(&endpoint, &context, Duration::from_secs(20)).unwrap_err();
    assert_eq!(fault.kind, ErrorKind::TlsClosed);
    assert_eq!(Caller::new(endpoint, Some(context)).connect_failure(), ErrorKind::TlsClosed);
}

#[test]
fn an_alert_of_tls_in_reply_to_plain_http_is_named() {
    for (reply, kind) in [
        (alert(70), ErrorKind::TlsExpected),
        (vec![21, 3, 3, 0, 2, 2, 10], ErrorKind::TlsExpected),
        (b"\x15 not TLS".to_vec(), ErrorKind::Garbage),
    ] {
        let (address, _) = serve(1, move |mut stream| {
            read_head(&mut stream);
            stream.write_all(&reply).unwrap();
        });
        assert_eq!(Caller::to(address).failure_of(GET), kind);
    }
}

#[test]
fn a_silent_peer_is_not_waited_for_longer_than_allowed() {
    let (address, thread) = serve(1, |mut stream| {
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let context = settings(&Authority::new("mute"), "localhost").context().unwrap();
    let endpoint = Endpoint::of_addresses([address]);
    let fault = try_handshake(&endpoint, &context, Duration::from_millis(150)).unwrap_err();
    assert_eq!(fault.kind, ErrorKind::Timeout);
    thread.join().unwrap();
    let fault = try_handshake(&endpoint, &context, Duration::from_secs(5)).unwrap_err();
    assert_eq!(fault.kind, ErrorKind::Refused);
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
