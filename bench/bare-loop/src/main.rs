//! The floor: one thread, epoll, read, httparse, hdrhistogram, write. `bare-loop ADDRESS CONNECTIONS SECONDS [RATE]`
//! prints one line. Without a rate every connection sends as soon as it is free; with one, calls are due at Poisson times.
//!
//! It takes a reply to come whole in one read, keeps no due times and gives up at any fault: it is no load generator.

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::event::Timespec;

struct Connection {
    socket: TcpStream,
    sent: Instant,
}

/// When the next call is due: now, or a random time after the last one.
struct Pace {
    rate: Option<f64>,
    due: Instant,
}

impl Pace {
    fn take_due(&mut self, now: Instant) -> bool {
        if self.due > now {
            return false;
        }
        if let Some(rate) = self.rate {
            self.due += Duration::from_secs_f64(-(1.0 - fastrand::f64()).ln() / rate);
        }
        true
    }
}

/// Sends and receives until the time is over; the times of the answered calls in ns.
fn run(address: &str, connections: usize, duration: Duration, rate: Option<f64>) -> Result<Histogram<u32>, Box<dyn Error>> {
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\n\r\n").into_bytes();
    let epoll = epoll::create(CreateFlags::CLOEXEC)?;
    let began = Instant::now();
    let mut calls = Vec::with_capacity(connections);
    for number in 0..connections as u64 {
        let socket = TcpStream::connect(address)?;
        socket.set_nodelay(true)?;
        socket.set_nonblocking(true)?;
        epoll::add(&epoll, &socket, EventData::new_u64(number), EventFlags::IN)?;
        calls.push(Connection { socket, sent: began });
    }
    let mut pace = Pace { rate, due: began };
    let mut free: Vec<usize> = (0..connections).collect();
    let mut times = Histogram::new_with_bounds(1_000, 60_000_000_000, 3)?;
    let mut events = Vec::with_capacity(512);
    let mut reply = vec![0; 64 * 1024];
    let mut now = Instant::now();
    while now < began + duration {
        while !free.is_empty() && pace.take_due(now) {
            let call = free
                .pop()
                .and_then(|number| calls.get_mut(number))
                .ok_or("no such connection")?;
            call.sent = now;
            call.socket.write_all(&request)?;
        }
        let limit = if free.is_empty() { began + duration } else { pace.due };
        let left = limit.saturating_duration_since(Instant::now());
        let timeout = Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: left.subsec_nanos().into(),
        };
        events.clear();
        epoll::wait(&epoll, rustix::buffer::spare_capacity(&mut events), Some(&timeout))?;
        now = Instant::now();
        for event in &events {
            let number = event.data.u64() as usize;
            let bytes = calls[number].socket.read(&mut reply)?;
            let mut headers = [httparse::EMPTY_HEADER; 32];
            let mut response = httparse::Response::new(&mut headers);
            if !response.parse(&reply[..bytes])?.is_complete() || response.code != Some(200) {
                return Err("the reply is not one whole 200".into());
            }
            now = Instant::now();
            times.saturating_record((now - calls[number].sent).as_nanos() as u64);
            if rate.is_some() {
                free.push(number);
            } else {
                calls[number].sent = now;
                calls[number].socket.write_all(&request)?;
            }
        }
    }
    Ok(times)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, connections, seconds, rate @ ..] = &arguments[..] else {
        return Err("usage: bare-loop ADDRESS CONNECTIONS SECONDS [RATE]".into());
    };
    let rate = rate.first().map(|rate| rate.parse()).transpose()?;
    // Timers of threads that are not real-time are late by 50 µs by default; a generator wants them at their time.
    rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1))?;
    let began = Instant::now();
    let times = run(address, connections.parse()?, Duration::from_secs_f64(seconds.parse()?), rate)?;
    let p99_us = times.value_at_quantile(0.99) / 1_000;
    println!(
        "requests {} seconds {:.6} p99_us {p99_us}",
        times.len(),
        began.elapsed().as_secs_f64()
    );
    Ok(())
}
