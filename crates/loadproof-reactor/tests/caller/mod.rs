//! Drives a reactor as the run loop does, one call at a time; gives up after a while instead of hanging.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use loadproof_engine::{Attention, Clock, ConnectionLimit, Event, Lease, Transport};
use loadproof_measure::ErrorKind;
use loadproof_protocol::http1::{Expectation, Keep};
use loadproof_reactor::{Endpoint, MonotonicClock, Reactor, ReactorSettings, TlsContext};

pub const GET: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
pub const OK: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";
pub const WHOLE: Expectation = Expectation {
    head_only: false,
    keep: Keep::Whole,
};
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Caller {
    pub reactor: Reactor,
}

impl Caller {
    pub fn new(endpoint: Endpoint, tls: Option<TlsContext>) -> Self {
        Self::patient(endpoint, tls, 10_000)
    }

    pub fn patient(endpoint: Endpoint, tls: Option<TlsContext>, connect_timeout_ms: u64) -> Self {
        Self::limited(endpoint, tls, connect_timeout_ms, None)
    }

    /// One that may open `connections`.
    pub fn with(endpoint: Endpoint, connections: ConnectionLimit) -> Self {
        Self::made(endpoint, None, 10_000, None, connections)
    }

    /// One whose connections have numbers of descriptors below `descriptors`.
    pub fn limited(endpoint: Endpoint, tls: Option<TlsContext>, connect_timeout_ms: u64, descriptors: Option<u32>) -> Self {
        Self::made(endpoint, tls, connect_timeout_ms, descriptors, 16.into())
    }

    fn made(
        endpoint: Endpoint,
        tls: Option<TlsContext>,
        connect_timeout_ms: u64,
        descriptors: Option<u32>,
        connections: ConnectionLimit,
    ) -> Self {
        let mut reactor = Reactor::new(ReactorSettings {
            endpoint,
            first_address: 0,
            tls,
            connections,
            descriptors,
            connect_timeout_ns: connect_timeout_ms * 1_000_000,
        })
        .unwrap();
        reactor.begin(Some(0)).unwrap();
        Self { reactor }
    }

    pub fn to(address: SocketAddr) -> Self {
        Self::new(Endpoint::of_addresses([address]), None)
    }

    /// The next event; None when none comes within `patience`.
    pub fn event_within(&mut self, patience: Duration) -> Option<Event> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(event) = self.reactor.next_event() {
                return Some(event);
            }
            if Instant::now() > deadline {
                return None;
            }
            self.reactor
                .wait(MonotonicClock.now_ns() + 20_000_000, Attention::ToEvents)
                .unwrap();
        }
    }

    pub fn event(&mut self) -> Event {
        self.event_within(PATIENCE).expect("no event came")
    }

    /// Waits until `holds` while events that nobody expects would be a fault.
    pub fn wait_quietly_until(&mut self, holds: impl Fn(&Reactor) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds(&self.reactor) {
            assert!(Instant::now() < deadline, "it never came to that");
            assert_eq!(self.event_within(Duration::ZERO), None);
            self.reactor
                .wait(MonotonicClock.now_ns() + 5_000_000, Attention::ToEvents)
                .unwrap();
        }
    }

    /// Calls so often, one after the other, and is answered with `OK` in one read each time on the one connection.
    pub fn call_on_one_connection(&mut self, times: usize) {
        for _ in 0..times {
            let Event::Answered {
                status,
                first_byte_ns,
                at_ns,
                ..
            } = self.call(GET)
            else {
                panic!("no answer")
            };
            assert_eq!((status, first_byte_ns), (200, at_ns));
            assert_eq!(self.body(), b"hello");
        }
        assert_eq!(self.reactor.connections(), 1);
    }

    /// A connection: one that is free, else a new one.
    pub fn lease(&mut self) -> Lease {
        if let Some(lease) = self.reactor.acquire() {
            return lease;
        }
        self.reactor.grow(1);
        assert_eq!(self.event(), Event::Ready);
        self.reactor.acquire().unwrap()
    }

    pub fn send(&mut self, call: u32, request: &[u8]) -> Lease {
        let lease = self.lease();
        self.reactor.send(lease.connection, call, 0, request, WHOLE).unwrap();
        lease
    }

    /// Sends a request; what becomes of it.
    pub fn call(&mut self, request: &[u8]) -> Event {
        self.send(7, request);
        self.event()
    }

    pub fn status_of(&mut self, request: &[u8]) -> u16 {
        match self.call(request) {
            Event::Answered { call: 7, status, .. } => status,
            event => panic!("{event:?}"),
        }
    }

    pub fn failure_of(&mut self, request: &[u8]) -> ErrorKind {
        match self.call(request) {
            Event::Failed { call: 7, kind, .. } => kind,
            event => panic!("{event:?}"),
        }
    }

    pub fn connect_failure(&mut self) -> ErrorKind {
        self.reactor.grow(1);
        match self.event() {
            Event::ConnectFailed { kind, .. } => kind,
            event => panic!("{event:?}"),
        }
    }

    pub fn body(&self) -> Vec<u8> {
        self.reactor.content().body.to_vec()
    }
}

/// Serves so many connections, one after the other, on a thread.
pub fn serve(connections: usize, service: impl Fn(TcpStream) + Send + 'static) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let thread = std::thread::spawn(move || {
        for _ in 0..connections {
            service(listener.accept().unwrap().0);
        }
    });
    (address, thread)
}

/// Reads a request's head; false when the client closed instead.
pub fn read_head(stream: &mut impl Read) -> bool {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return false,
        }
    }
    true
}

/// Answers every request of a connection with the same bytes until the client closes it.
pub fn answer_all(stream: &mut (impl Read + Write), answer: &[u8]) {
    while read_head(stream) {
        stream.write_all(answer).unwrap();
        stream.flush().unwrap();
    }
}
