//! A link over real sockets: what it passes on, and that a fault ends by itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);

/// A link to an echo server; both go on until the tests end.
struct Link {
    port: u16,
    control: PathBuf,
}

impl Link {
    fn new(name: &str) -> Self {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let upstream = server.local_addr().unwrap().to_string();
        thread::spawn(move || {
            for connection in server.incoming() {
                let mut connection = connection.unwrap();
                thread::spawn(move || {
                    let mut copy = connection.try_clone().unwrap();
                    let _ = std::io::copy(&mut copy, &mut connection);
                    let _ = connection.shutdown(Shutdown::Write);
                });
            }
        });
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let control = std::env::temp_dir().join(format!("loadproof-link-{}-{name}", std::process::id()));
        let path = control.clone();
        thread::spawn(move || loadproof_link::run_link(port, &upstream, &path));
        let begun = Instant::now();
        while UnixStream::connect(&control).is_err() {
            assert!(begun.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(5));
        }
        Self { port, control }
    }

    fn connection(&self) -> TcpStream {
        let connection = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        connection.set_nodelay(true).unwrap();
        connection.set_read_timeout(Some(PATIENCE)).unwrap();
        connection
    }

    fn ask(&self, order: &str) -> String {
        let mut stream = UnixStream::connect(&self.control).unwrap();
        writeln!(stream, "{order}").unwrap();
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        line
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.control);
    }
}

fn round_trip(connection: &mut TcpStream) -> Duration {
    let begun = Instant::now();
    connection.write_all(b"ping").unwrap();
    let mut answer = [0; 4];
    connection.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"ping");
    begun.elapsed()
}

#[test]
fn bytes_and_ends_pass() {
    let link = Link::new("bytes");
    let mut connection = link.connection();
    let sent: Vec<u8> = (0..2_000_000_u32).map(|number| (number % 251) as u8).collect();
    let mut sending = connection.try_clone().unwrap();
    let bytes = sent.clone();
    let sender = thread::spawn(move || {
        sending.write_all(&bytes).unwrap();
        sending.shutdown(Shutdown::Write).unwrap();
    });
    let mut returned = Vec::new();
    connection.read_to_end(&mut returned).unwrap();
    sender.join().unwrap();
    assert!(returned == sent);
}

#[test]
fn a_delay_is_added_and_undone() {
    let link = Link::new("delay");
    let mut connection = link.connection();
    round_trip(&mut connection);
    let state = link.ask(r#"{"order":"put","fault":"lag","for_s":3600,"latency_s":0.1}"#);
    assert!(state.contains(r#""fault":"lag""#), "{state}");
    assert!(round_trip(&mut connection) >= Duration::from_millis(200));
    link.ask(r#"{"order":"put","fault":"lag","for_s":3600,"latency_s":1800}"#);
    connection.write_all(b"held").unwrap();
    thread::sleep(Duration::from_millis(50));
    assert!(link.ask(r#"{"order":"clear","fault":"lag"}"#).contains(r#""faults":[]"#));
    let mut answer = [0; 4];
    connection.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"held");
}

#[test]
fn a_cut_ends_at_its_deadline() {
    let link = Link::new("cut");
    let mut connection = link.connection();
    round_trip(&mut connection);
    link.ask(r#"{"order":"put","fault":"cut","for_s":0.5,"cut":true}"#);
    assert!(round_trip(&mut connection) >= Duration::from_millis(400));
    assert!(link.ask(r#"{"order":"state"}"#).contains(r#""faults":[]"#));
}

#[test]
fn nonsense_is_refused() {
    let link = Link::new("nonsense");
    assert!(link.ask("nonsense").contains("error"));
    assert!(link.ask(r#"{"order":"put","fault":"x","for_s":-1}"#).contains("for_s"));
}

#[test]
fn what_cannot_be_opened_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let nowhere = PathBuf::from("/nowhere/link");
    let place = std::env::temp_dir().join(format!("loadproof-link-{}-taken", std::process::id()));
    let listen = loadproof_link::run_link(port, "127.0.0.1:9", &place).unwrap_err();
    std::fs::remove_file(&place).unwrap();
    assert!(listen.to_string().contains(&format!("port {port}")), "{listen}");
    let control = loadproof_link::run_link(0, "127.0.0.1:9", &nowhere).unwrap_err();
    assert!(control.to_string().contains("/nowhere/link"), "{control}");
    let upstream = loadproof_link::run_link(0, "127.0.0.1", &nowhere).unwrap_err();
    assert!(upstream.to_string().contains("HOST:PORT"), "{upstream}");
}
