//! The loop over connections, orders and deadlines.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroU64;
use std::path::Path;
use std::time::Instant;

use rustix::event::epoll::EventFlags;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{self, sockopt, AddressFamily, RecvFlags, SendFlags, Shutdown, SocketFlags, SocketType};
use rustix::process::{getrlimit, setrlimit, Resource, Rlimit};

use crate::control::Control;
use crate::error::LinkError;
use crate::fault::{Effect, Faults};
use crate::flow::{End, Next, NEVER_NS};
use crate::order::{refusal, Counts, Order, State};
use crate::pair::{Pair, CLIENT, MOST_BYTES_OF_ALL, UPSTREAM};
use crate::poll::Poll;
use crate::upstream::Upstream;

/// Connections that the kernel keeps until they are accepted.
const BACKLOG: i32 = 4096;
/// Connections that are accepted in a row, before others have their turn.
const ACCEPTED_AT_ONCE: usize = 64;
/// Bytes that are read at once.
const READ_AT_ONCE: usize = 128 << 10;
/// Descriptors for everything but pairs.
const OTHER_DESCRIPTORS: u64 = 64;
const MOST_PAIRS: usize = 32_768;
/// How long no connection is accepted after the system had no descriptor for one.
const ACCEPT_PAUSE_NS: u64 = 50_000_000;

/// Tokens below this are of no pair: listeners, the control socket, its connections.
const CONTROL_TOKEN: u64 = 8;
const ASKING_TOKEN: u64 = 16;
const PAIR_TOKEN: u64 = 1 << 63;

/// Passes connections to `listen_port` of this machine on to `upstream`, and obeys orders on the Unix socket `control`, until
/// the process ends.
///
/// # Errors
/// [`LinkError`] where the link does not come up, or epoll fails.
pub fn run_link(listen_port: u16, upstream: &str, control: &Path) -> Result<(), LinkError> {
    // The default of 50 µs would be added to each delay.
    let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
    Link::open(listen_port, upstream, control)?.run()
}

/// A place for a pair; its generation tells events of an earlier pair from those of this one.
#[derive(Debug, Default)]
struct Slot {
    generation: u32,
    pair: Option<Pair>,
}

#[derive(Debug)]
struct Link {
    poll: Poll,
    listeners: Vec<TcpListener>,
    control: Control,
    upstream: Upstream,
    slots: Vec<Slot>,
    free: Vec<usize>,
    most_pairs: usize,
    is_accepting: bool,
    /// No connection is accepted before this instant.
    accept_again_ns: u64,
    faults: Faults,
    effect: Effect,
    /// When flows have something to do, with the tokens of the sides that they come from.
    timers: BinaryHeap<Reverse<(u64, u64)>>,
    /// Memory of all bytes on their way.
    queued: usize,
    /// Some flow may read no more because of the memory of all.
    is_starved: bool,
    counts: Counts,
    scratch: Vec<u8>,
    begun: Instant,
}

impl Link {
    fn open(listen_port: u16, upstream: &str, control: &Path) -> Result<Self, LinkError> {
        let poll_failed = |error: Errno| LinkError::Poll(error.into());
        let poll = Poll::new().map_err(poll_failed)?;
        let upstream = Upstream::new(upstream).map_err(|source| LinkError::Upstream {
            upstream: upstream.into(),
            source,
        })?;
        let control = Control::open(control).map_err(|source| LinkError::Control {
            path: control.display().to_string(),
            source,
        })?;
        // Last: a link whose port takes a connection takes orders, too.
        let listeners = listeners(listen_port).map_err(|source| LinkError::Listen {
            port: listen_port,
            source,
        })?;
        poll.watch(&control.listener, CONTROL_TOKEN, EventFlags::empty(), EventFlags::IN)
            .map_err(poll_failed)?;
        let mut link = Self {
            poll,
            listeners,
            control,
            upstream,
            slots: Vec::new(),
            free: Vec::new(),
            most_pairs: most_pairs(),
            is_accepting: false,
            accept_again_ns: 0,
            faults: Faults::default(),
            effect: Effect::default(),
            timers: BinaryHeap::new(),
            queued: 0,
            is_starved: false,
            counts: Counts::default(),
            scratch: vec![0; READ_AT_ONCE],
            begun: Instant::now(),
        };
        link.set_accepting(true);
        Ok(link)
    }

    fn run(mut self) -> Result<(), LinkError> {
        loop {
            let now_ns = self.now_ns();
            if self.faults.expire(now_ns) {
                self.apply();
            }
            self.run_timers(now_ns);
            self.resume(now_ns);
            let wait_ns = self.next_ns().map(|next_ns| next_ns.saturating_sub(self.now_ns()));
            self.poll.wait(wait_ns).map_err(|error| LinkError::Poll(error.into()))?;
            for number in 0..self.poll.len() {
                if let Some((token, flags)) = self.poll.event(number) {
                    self.handle(token, flags);
                }
            }
        }
    }

    /// Nanoseconds since a moment before the link was opened; never 0.
    fn now_ns(&self) -> u64 {
        self.begun.elapsed().as_nanos() as u64 + 1
    }

    /// The next instant at which there is something to do; None: none.
    fn next_ns(&self) -> Option<u64> {
        let timer = self.timers.peek().map(|Reverse((at_ns, _))| *at_ns);
        let accept = (!self.is_accepting && self.len() < self.most_pairs).then_some(self.accept_again_ns);
        [timer, accept, self.faults.next_ns()].into_iter().flatten().min()
    }

    /// Pairs that there are.
    fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    fn handle(&mut self, token: u64, flags: EventFlags) {
        if token & PAIR_TOKEN != 0 {
            return self.handle_side(token, flags);
        }
        match token {
            CONTROL_TOKEN => self.take_asking(),
            ASKING_TOKEN.. => self.obey((token - ASKING_TOKEN) as usize),
            listener => self.accept(listener as usize),
        }
    }

    // Connections.

    fn accept(&mut self, listener: usize) {
        for _ in 0..ACCEPTED_AT_ONCE {
            if self.len() >= self.most_pairs {
                return self.set_accepting(false);
            }
            let Some(accepted) = self.listeners.get(listener).map(TcpListener::accept) else {
                return;
            };
            match accepted {
                Ok((stream, from)) => self.take(stream, from),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => return,
                    io::ErrorKind::ConnectionAborted | io::ErrorKind::Interrupted => {}
                    _ => {
                        self.accept_again_ns = self.now_ns() + ACCEPT_PAUSE_NS;
                        return self.set_accepting(false);
                    }
                },
            }
        }
    }

    fn take(&mut self, stream: TcpStream, from: SocketAddr) {
        self.counts.accepted += 1;
        let _ = stream.set_nodelay(true);
        let usable = stream.set_nonblocking(true).is_ok();
        let pair = Pair::new(OwnedFd::from(stream), from.port());
        if self.effect.is_reset || !usable {
            pair.reset_on_close();
            self.counts.reset += 1;
            return;
        }
        let number = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            self.slots.len() - 1
        });
        self.slots[number].pair = Some(pair);
        if !self.effect.is_cut {
            self.connect(number);
        }
        self.watch(number);
    }

    /// Begins the upstream connection of a pair, to the next address that takes one.
    fn connect(&mut self, number: usize) {
        loop {
            let Some(pair) = self.slots[number].pair.as_mut() else {
                return;
            };
            let Some(address) = self.upstream.address(pair.address) else {
                self.upstream.resolve_again();
                self.counts.refused += 1;
                return self.reset(number);
            };
            pair.address += 1;
            if let Ok(socket) = connecting(address) {
                pair.sides[UPSTREAM].socket = Some(socket);
                pair.sides[UPSTREAM].watched = EventFlags::empty();
                return self.watch(number);
            }
        }
    }

    /// The upstream connection of a pair came up, or did not.
    fn connected(&mut self, number: usize) {
        let Some(pair) = self.slots[number].pair.as_mut() else {
            return;
        };
        let Some(socket) = pair.sides[UPSTREAM].socket.as_ref() else {
            return;
        };
        if matches!(sockopt::socket_error(socket), Ok(Ok(()))) && !is_own_end(socket) {
            pair.sides[UPSTREAM].is_up = true;
            self.deliver(number, CLIENT);
        } else {
            pair.sides[UPSTREAM].socket = None;
            self.connect(number);
        }
    }

    fn handle_side(&mut self, token: u64, flags: EventFlags) {
        let Some((number, side)) = self.named_by(token) else { return };
        let Some(pair) = self.slots[number].pair.as_mut() else {
            return;
        };
        if !pair.sides[side].is_up {
            return self.connected(number);
        }
        // A failure shows itself to whoever reads or writes.
        let failed = flags.intersects(EventFlags::ERR | EventFlags::HUP);
        let receives = &mut pair.flows[1 - side];
        if receives.is_blocked && (failed || flags.contains(EventFlags::OUT)) {
            receives.is_blocked = false;
            self.deliver(number, 1 - side);
        }
        // The pair may have ended with that, and events of it are stale then.
        if (failed || flags.contains(EventFlags::IN)) && self.named_by(token).is_some() {
            self.read(number, side);
        }
    }

    /// Reads once from a side, and passes on what may pass.
    fn read(&mut self, number: usize, side: usize) {
        let now_ns = self.now_ns();
        let effect = self.effect;
        let Some(pair) = self.slots[number].pair.as_mut() else {
            return;
        };
        if !pair.may_read(side, &effect, self.queued) {
            return self.watch(number);
        }
        let Some(socket) = pair.sides[side].socket.as_ref() else {
            return;
        };
        let read = match net::recv(socket, &mut self.scratch[..], RecvFlags::empty()) {
            Ok((read, _)) => read,
            Err(Errno::AGAIN | Errno::INTR) => return,
            Err(_) => return self.break_side(number, side),
        };
        if read == 0 {
            pair.flows[side].end(End::Closed, &effect, now_ns);
            return self.deliver(number, side);
        }
        let mut sent = 0;
        let to = &pair.sides[1 - side];
        if let Some(socket) = to.socket.as_ref().filter(|_| to.is_up && effect.passes_through()) {
            if pair.flows[side].is_empty() {
                sent = match net::send(socket, &self.scratch[..read], SendFlags::NOSIGNAL) {
                    Ok(sent) => sent,
                    Err(Errno::AGAIN | Errno::INTR) => 0,
                    Err(_) => return self.break_side(number, 1 - side),
                };
                self.counts.add(side, sent);
                if sent == read {
                    return;
                }
                pair.flows[side].is_blocked = true;
            }
        }
        let before = pair.flows[side].queued();
        pair.flows[side].push(&self.scratch[sent..read], &effect, now_ns);
        self.queued += pair.flows[side].queued() - before;
        self.is_starved |= self.queued >= MOST_BYTES_OF_ALL;
        self.deliver(number, side);
    }

    /// Passes on what is due of the bytes from a side.
    fn deliver(&mut self, number: usize, from: usize) {
        let now_ns = self.now_ns();
        let effect = self.effect;
        let token = self.token(number, from);
        let Some(pair) = self.slots[number].pair.as_mut() else {
            return;
        };
        let to = 1 - from;
        loop {
            let flow = &mut pair.flows[from];
            let socket = pair.sides[to].socket.as_ref().filter(|_| pair.sides[to].is_up);
            match (flow.next(&effect, now_ns), socket) {
                (Next::End(End::Reset), _) => return self.reset(number),
                (Next::Wait(at_ns), _) => {
                    if at_ns < flow.wake_ns {
                        flow.wake_ns = at_ns;
                        self.timers.push(Reverse((at_ns, token)));
                    }
                    break;
                }
                (Next::Send(most), Some(socket)) => match net::send(socket, flow.front(most), SendFlags::NOSIGNAL) {
                    Ok(sent) => {
                        let before = flow.queued();
                        flow.take(sent, &effect);
                        self.queued = self.queued.saturating_sub(before - flow.queued());
                        self.counts.add(from, sent);
                    }
                    Err(Errno::AGAIN) => flow.is_blocked = true,
                    Err(Errno::INTR) => {}
                    Err(_) => return self.break_side(number, to),
                },
                (Next::End(End::Closed), Some(socket)) => {
                    // One that is no longer connected says so when it is read.
                    let _ = net::shutdown(socket, Shutdown::Write);
                    flow.is_finished = true;
                    break;
                }
                (Next::Nothing, _) | (_, None) => break,
            }
        }
        if pair.is_finished() {
            drop(self.remove(number));
            return;
        }
        self.watch(number);
    }

    /// A side failed: what goes to it is lost, and the other side learns of it after what is on its way there.
    fn break_side(&mut self, number: usize, side: usize) {
        let now_ns = self.now_ns();
        let Some(pair) = self.slots[number].pair.as_mut() else {
            return;
        };
        // What a failed side sent before is still to be read.
        let before = pair.queued();
        while let Some(read) = pair.rest(side, &mut self.scratch) {
            pair.flows[side].push(&self.scratch[..read], &self.effect, now_ns);
        }
        pair.sides[side].is_broken = true;
        pair.flows[1 - side].abandon();
        self.queued = (self.queued + pair.queued()).saturating_sub(before);
        if pair.flows[side].is_finished {
            return self.reset(number);
        }
        pair.flows[side].end(End::Reset, &self.effect, now_ns);
        self.deliver(number, side);
    }

    fn reset(&mut self, number: usize) {
        if let Some(pair) = self.remove(number) {
            pair.reset_on_close();
        }
    }

    fn remove(&mut self, number: usize) -> Option<Pair> {
        let slot = self.slots.get_mut(number)?;
        let pair = slot.pair.take()?;
        slot.generation = slot.generation.wrapping_add(1) & (u32::MAX >> 1);
        self.free.push(number);
        self.queued = self.queued.saturating_sub(pair.queued());
        Some(pair)
    }

    /// Has both sides watched for what they wait for.
    fn watch(&mut self, number: usize) {
        let tokens = [self.token(number, CLIENT), self.token(number, UPSTREAM)];
        let Some(pair) = self.slots.get_mut(number).and_then(|slot| slot.pair.as_mut()) else {
            return;
        };
        for side in [CLIENT, UPSTREAM] {
            let wanted = pair.wanted(side, &self.effect, self.queued);
            let this = &mut pair.sides[side];
            if wanted == this.watched {
                continue;
            }
            let Some(socket) = this.socket.as_ref() else { continue };
            if self.poll.watch(socket, tokens[side], this.watched, wanted).is_err() {
                return self.reset(number);
            }
            this.watched = wanted;
        }
    }

    fn token(&self, number: usize, side: usize) -> u64 {
        let generation = self.slots.get(number).map_or(0, |slot| slot.generation);
        PAIR_TOKEN | u64::from(generation) << 32 | (number as u64) << 1 | side as u64
    }

    /// The pair and the side of a token; None if the pair has ended.
    fn named_by(&self, token: u64) -> Option<(usize, usize)> {
        let (number, side) = ((token as u32 >> 1) as usize, (token & 1) as usize);
        (self.slots.get(number)?.pair.is_some() && self.token(number, side) == token).then_some((number, side))
    }

    // Time.

    fn run_timers(&mut self, now_ns: u64) {
        while let Some(&Reverse((at_ns, token))) = self.timers.peek() {
            if at_ns > now_ns {
                return;
            }
            self.timers.pop();
            let Some((number, from)) = self.named_by(token) else {
                continue;
            };
            let Some(pair) = self.slots[number].pair.as_mut() else {
                continue;
            };
            if pair.flows[from].wake_ns == at_ns {
                pair.flows[from].wake_ns = NEVER_NS;
                self.deliver(number, from);
            }
        }
    }

    /// Goes on with what waited for room.
    fn resume(&mut self, now_ns: u64) {
        if self.is_starved && self.queued < MOST_BYTES_OF_ALL / 4 * 3 {
            self.is_starved = false;
            for number in 0..self.slots.len() {
                self.watch(number);
            }
        }
        if !self.is_accepting && self.len() < self.most_pairs && now_ns >= self.accept_again_ns {
            self.set_accepting(true);
        }
    }

    fn set_accepting(&mut self, accepting: bool) {
        let flags = |on| if on { EventFlags::IN } else { EventFlags::empty() };
        for (number, listener) in self.listeners.iter().enumerate() {
            // One that cannot be watched now is tried again with the next change.
            let _ = self
                .poll
                .watch(listener, number as u64, flags(self.is_accepting), flags(accepting));
        }
        self.is_accepting = accepting;
    }

    // Faults.

    /// Brings all connections, those that are there too, under the effect of the faults that are on now.
    fn apply(&mut self) {
        self.effect = self.faults.effect();
        let latest_ns = self.now_ns().saturating_add(self.effect.longest_ns());
        for number in 0..self.slots.len() {
            let Some(pair) = self.slots[number].pair.as_mut() else {
                continue;
            };
            if self.effect.is_reset {
                self.counts.reset += 1;
                self.reset(number);
                continue;
            }
            for flow in &mut pair.flows {
                flow.hasten(latest_ns);
            }
            if !self.effect.is_cut && pair.sides[UPSTREAM].socket.is_none() {
                self.connect(number);
            }
            self.deliver(number, CLIENT);
            self.deliver(number, UPSTREAM);
        }
    }

    fn take_asking(&mut self) {
        while let Some(number) = self.control.accept() {
            if let Some(stream) = self.control.stream(number) {
                // The controller sees that nobody answers.
                let token = ASKING_TOKEN + number as u64;
                let _ = self.poll.watch(stream, token, EventFlags::empty(), EventFlags::IN);
            }
        }
    }

    fn obey(&mut self, asking: usize) {
        for line in self.control.lines(asking) {
            let answer = match serde_json::from_slice::<Order>(&line) {
                Ok(order) => self.carry_out(order).unwrap_or_else(|why| refusal(&why)),
                Err(error) => refusal(&error.to_string()),
            };
            self.control.answer(asking, &answer);
        }
    }

    fn carry_out(&mut self, order: Order) -> Result<String, String> {
        let mut joined = None;
        match order {
            Order::Put(order) => {
                let fault = order.fault(self.now_ns())?;
                if !self.faults.put(order.fault, fault) {
                    return Err("too many faults are on".into());
                }
                self.apply();
            }
            Order::Clear { fault } => {
                self.faults.clear(&fault);
                self.apply();
            }
            Order::State { of_port } => {
                let asked = self.pairs().find(|pair| Some(pair.client_port) == of_port);
                joined = asked.map(|pair| pair.sides[UPSTREAM].is_up);
            }
        }
        let now_ns = self.now_ns();
        let held = |pair: &Pair| -> usize { pair.flows.iter().map(|flow| flow.held_bytes(&self.effect, now_ns)).sum() };
        let state = State::new(&self.faults, self.counts, self.len(), self.pairs().map(held).sum(), now_ns);
        Ok(state.with_joined(joined).line())
    }

    fn pairs(&self) -> impl Iterator<Item = &Pair> {
        self.slots.iter().filter_map(|slot| slot.pair.as_ref())
    }
}

/// The sockets of a port: of IPv4, and of IPv6 where the machine has it.
fn listeners(port: u16) -> io::Result<Vec<TcpListener>> {
    let first = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = first.local_addr()?.port();
    let mut listeners = vec![first];
    match TcpListener::bind((Ipv6Addr::LOCALHOST, port)) {
        Ok(second) => listeners.push(second),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
        Err(_) => {}
    }
    for listener in &listeners {
        listener.set_nonblocking(true)?;
        net::listen(listener, BACKLOG)?;
    }
    Ok(listeners)
}

/// A socket on its way to an address.
fn connecting(address: SocketAddr) -> Result<OwnedFd, Errno> {
    let family = if address.is_ipv4() {
        AddressFamily::INET
    } else {
        AddressFamily::INET6
    };
    let socket = net::socket_with(family, SocketType::STREAM, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC, None)?;
    let _ = sockopt::set_tcp_nodelay(&socket, true);
    match net::connect(&socket, &address) {
        Ok(()) | Err(Errno::INPROGRESS | Errno::INTR) => Ok(socket),
        Err(error) => Err(error),
    }
}

/// True if a socket is connected with itself, as it may be by chance on a port on which nobody listens.
fn is_own_end(socket: &OwnedFd) -> bool {
    matches!((net::getsockname(socket), net::getpeername(socket)), (Ok(own), Ok(Some(peer))) if own == peer)
}

/// Pairs for which there are descriptors, once the process may have as many as the system lets it.
fn most_pairs() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let descriptors = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    let pairs = descriptors.unwrap_or(u64::MAX).saturating_sub(OTHER_DESCRIPTORS) / 2;
    pairs.clamp(1, MOST_PAIRS as u64) as usize
}
