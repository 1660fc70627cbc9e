//! Where connections lead.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod caller;

use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use caller::{answer_all, serve, Caller, GET, OK};
use loadproof_engine::{ConnectionLimit, Event, Transport};
use loadproof_measure::ErrorKind;
use loadproof_reactor::Endpoint;

/// A path for a socket; the file is removed with it.
struct SocketPath(PathBuf);

impl SocketPath {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("loadproof-reactor-{}-{name}.sock", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for SocketPath {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn connections_go_round_the_addresses_and_a_refusal_is_not_tried_elsewhere() {
    let first = TcpListener::bind("127.0.0.1:0").unwrap();
    let second = TcpListener::bind("127.0.0.1:0").unwrap();
    let refusing = TcpListener::bind("127.0.0.1:0").unwrap();
    let addresses = [&first, &refusing, &second].map(|listener| listener.local_addr().unwrap());
    drop(refusing);
    let mut caller = Caller::new(Endpoint::of_addresses(addresses), None);
    let mut events = Vec::new();
    for _ in 0..6 {
        caller.reactor.grow(1);
        events.push(matches!(
            caller.event(),
            Event::ConnectFailed {
                kind: ErrorKind::Refused,
                ..
            }
        ));
    }
    assert_eq!(events, [false, true, false, false, true, false]);
    assert_eq!(caller.reactor.connections(), 4);
    for listener in [first, second] {
        listener.set_nonblocking(true).unwrap();
        let accepted = std::iter::from_fn(|| listener.accept().ok());
        assert_eq!(accepted.count(), 2);
    }
}

#[test]
fn a_target_that_stops_listening_resets_what_it_had_not_accepted() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut caller = Caller::to(listener.local_addr().unwrap());
    caller.reactor.grow(1);
    // The kernel has made the connection; nobody has looked at it yet.
    drop(listener);
    assert!(matches!(
        caller.event(),
        Event::ConnectFailed {
            kind: ErrorKind::Reset,
            ..
        }
    ));
}

#[test]
fn phases_count_each_connection_once() {
    let (address, _) = serve(3, |mut stream| answer_all(&mut stream, OK));
    let mut caller = Caller::to(address);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.status_of(GET), 200);
    let phases = caller.reactor.take_phases();
    assert_eq!((phases.connect.count(), phases.tls.count()), (1, 0));
    assert_eq!(caller.reactor.take_phases().connect.count(), 0, "handed over once");
}

#[test]
fn ipv6_is_an_address_like_any_other() {
    // A machine without IPv6 has nothing to show here.
    let Ok(listener) = TcpListener::bind("[::1]:0") else { return };
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || answer_all(&mut listener.accept().unwrap().0, OK));
    assert_eq!(Caller::to(address).status_of(GET), 200);
}

#[test]
fn a_unix_socket_carries_calls() {
    let path = SocketPath::new("carries");
    let listener = UnixListener::bind(&path.0).unwrap();
    std::thread::spawn(move || answer_all(&mut listener.accept().unwrap().0, OK));
    let mut caller = Caller::new(Endpoint::Unix(path.0.clone()), None);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.status_of(GET), 200);
    assert_eq!(caller.body(), b"hello");
    assert_eq!(caller.reactor.take_phases().connect.count(), 1);
}

#[test]
fn a_unix_socket_that_is_not_there_or_not_listened_on_fails_the_connection() {
    let path = SocketPath::new("absent");
    let mut caller = Caller::new(Endpoint::Unix(path.0.clone()), None);
    assert_eq!(caller.connect_failure(), ErrorKind::ConnectFailed);
    drop(UnixListener::bind(&path.0).unwrap());
    assert_eq!(caller.connect_failure(), ErrorKind::Refused);
    assert_eq!(caller.reactor.connections(), 0);
    let long = PathBuf::from("/tmp/".to_owned() + &"x".repeat(200));
    assert_eq!(
        Caller::new(Endpoint::Unix(long), None).connect_failure(),
        ErrorKind::ConnectFailed
    );
}

/// Fills the queue of a Unix socket that nobody accepts from; the streams that hold it full.
fn fill_queue(path: &PathBuf) -> Vec<rustix::fd::OwnedFd> {
    use rustix::net::{self, AddressFamily, SocketAddrUnix, SocketFlags, SocketType};
    let mut held = Vec::new();
    loop {
        let socket = net::socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::NONBLOCK, None).unwrap();
        match net::connect(&socket, &SocketAddrUnix::new(path).unwrap()) {
            Ok(()) => held.push(socket),
            Err(rustix::io::Errno::AGAIN) => return held,
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_full_queue_of_a_unix_socket_is_waited_for() {
    let path = SocketPath::new("full");
    let listener = UnixListener::bind(&path.0).unwrap();
    let held = fill_queue(&path.0);
    let mut caller = Caller::new(Endpoint::Unix(path.0.clone()), None);
    caller.reactor.grow(2);
    assert_eq!(caller.event_within(Duration::from_millis(50)), None);
    assert_eq!(caller.reactor.connections(), 2);
    assert_eq!(caller.reactor.take_limits(), loadproof_engine::Limits::default());
    for _ in 0..held.len() {
        listener.accept().unwrap();
    }
    assert_eq!(caller.event(), Event::Ready);
    assert_eq!(caller.event(), Event::Ready);
}

#[test]
fn a_queue_that_stays_full_is_given_up_after_the_connect_timeout() {
    let path = SocketPath::new("stays-full");
    let _listener = UnixListener::bind(&path.0).unwrap();
    let _held = fill_queue(&path.0);
    let mut caller = Caller::patient(Endpoint::Unix(path.0.clone()), None, 100);
    caller.reactor.grow(1);
    caller.wait_quietly_until(|reactor| reactor.connections() == 0);
}

#[test]
fn no_more_connections_than_allowed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut caller = Caller::to(listener.local_addr().unwrap());
    caller.reactor.grow(17);
    assert_eq!(caller.reactor.connections(), 16);
    assert_eq!(caller.reactor.take_limits().connections, 1);
    caller.reactor.grow(usize::MAX);
    assert_eq!(
        caller.reactor.take_limits().connections,
        0,
        "saturating asks for all there may be"
    );
}

#[test]
fn descriptors_that_are_reserved_are_taken_by_no_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = || Endpoint::of_addresses([listener.local_addr().unwrap()]);
    // The listener has number 3 or more, so that a connection has more than 3.
    let mut none = Caller::limited(endpoint(), None, 10_000, Some(3));
    none.reactor.grow(1);
    assert_eq!((none.reactor.connections(), none.reactor.take_limits().descriptors), (0, 1));
    let mut all = Caller::limited(endpoint(), None, 10_000, Some(1_000));
    all.reactor.grow(1);
    assert_eq!((all.reactor.connections(), all.reactor.take_limits().descriptors), (1, 0));
}

#[test]
fn growth_that_nobody_limited_is_paced_and_a_saturating_load_closes_what_it_does_not_need() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = Endpoint::of_addresses([listener.local_addr().unwrap()]);
    let limit = ConnectionLimit {
        most: 120,
        saturating: 4,
        paced_from: Some(8),
    };
    let mut caller = Caller::with(endpoint, limit);
    let began = Instant::now();
    let mut grows = 0;
    while caller.reactor.connections() < 120 {
        caller.reactor.grow(usize::MAX - 1);
        grows += 1;
        assert!(began.elapsed() < Duration::from_secs(20));
    }
    assert!(grows > 1, "a part of the time alone is for opening");
    caller.reactor.take_limits();
    caller.reactor.grow(usize::MAX - 1);
    assert_eq!(caller.reactor.take_limits().connections, 1, "all that may be are open");
    let mut up = 0;
    while up < 120 {
        up += usize::from(matches!(caller.event(), Event::Ready));
    }
    caller.reactor.grow(usize::MAX);
    assert_eq!(caller.reactor.connections(), 4);
}
