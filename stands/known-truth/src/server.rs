//! The one epoll loop: accept, read, plan, do what is due.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process;
use std::time::Duration;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::net::sockopt;
use rustix::process::{getppid, set_parent_process_death_signal, Resource, Rlimit, Signal};

use crate::agenda::{Agenda, Entry};
use crate::answer;
use crate::arguments::ServeSettings;
use crate::arrival::Reader;
use crate::behaviour::{Behaviour, Plan, Reaction};
use crate::clock::now_ns;
use crate::connection::{Connection, Connections, Token};
use crate::journal::{Journal, Record};
use crate::listener::listen;
use crate::request::{Order, Page, Parsed, Request};

const LISTENER: u64 = u64::MAX;
const TIMER: u64 = u64::MAX - 1;
const STOP: u64 = u64::MAX - 2;

/// Serves until SIGTERM or SIGINT; what is in flight then is left, the log is written to its end.
pub fn serve(settings: ServeSettings) -> io::Result<()> {
    if settings.die_with_parent {
        die_with_parent()?;
    }
    let Rlimit { maximum, .. } = rustix::process::getrlimit(Resource::Nofile);
    rustix::process::setrlimit(
        Resource::Nofile,
        Rlimit {
            current: maximum,
            maximum,
        },
    )?;
    let listener = listen(settings.listen)?;
    let address = listener.local_addr()?;
    let journal = settings
        .log
        .as_deref()
        .map(|path| Journal::create(path, settings.behaviour.operation_names().to_vec()))
        .transpose()?;
    let mut server = Server::new(listener, settings.behaviour, journal)?;
    let mut output = io::stdout().lock();
    writeln!(output, "{{\"listening\":\"{address}\",\"rows\":0}}")?;
    output.flush()?;
    drop(output);
    server.run()
}

struct Server {
    epoll: OwnedFd,
    listener: TcpListener,
    /// Kept open: the signals write to its other end.
    _stop: UnixStream,
    connections: Connections,
    agenda: Agenda,
    behaviour: Behaviour,
    journal: Option<Journal>,
    reader: Reader,
    accepted: u64,
    /// Connections that have something to read, with the arrival of it.
    arrived: Vec<(u64, Token)>,
}

impl Server {
    fn new(listener: TcpListener, behaviour: Behaviour, journal: Option<Journal>) -> io::Result<Self> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let (stop, signalled) = UnixStream::pair()?;
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
            signal_hook::low_level::pipe::register(signal, signalled.try_clone()?)?;
        }
        let agenda = Agenda::new()?;
        epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
        epoll::add(&epoll, agenda.timer(), EventData::new_u64(TIMER), EventFlags::IN)?;
        epoll::add(&epoll, &stop, EventData::new_u64(STOP), EventFlags::IN)?;
        Ok(Self {
            epoll,
            listener,
            _stop: stop,
            connections: Connections::default(),
            agenda,
            behaviour,
            journal,
            reader: Reader::new(),
            accepted: 0,
            arrived: Vec::new(),
        })
    }

    fn run(&mut self) -> io::Result<()> {
        let mut events = Vec::with_capacity(1024);
        loop {
            self.agenda.arm()?;
            events.clear();
            match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), None) {
                Err(rustix::io::Errno::INTR) => continue,
                other => other?,
            };
            for event in &events {
                match event.data.u64() {
                    LISTENER => self.accept()?,
                    TIMER => {}
                    STOP => {
                        self.record_open();
                        return Ok(());
                    }
                    packed => self.attend(unpack(packed), event.flags),
                }
            }
            // One wait may find several requests, in another order than that of their arrival.
            let mut arrived = std::mem::take(&mut self.arrived);
            arrived.sort_by_key(|(arrival_ns, _)| *arrival_ns);
            for (arrival_ns, token) in arrived.drain(..) {
                self.take_requests(token, arrival_ns);
            }
            self.arrived = arrived;
            while let Some(entry) = self.agenda.take_due(now_ns()) {
                if entry.plan.reaction == Reaction::Die {
                    self.die(entry);
                }
                if self.carry_out(entry) {
                    self.take_requests(entry.token, now_ns());
                }
            }
        }
    }

    fn accept(&mut self) -> io::Result<()> {
        loop {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(fault) if matches!(fault.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::Interrupted) => continue,
                Err(fault) => return Err(fault),
            };
            let surplus = self.connections.within_limit() >= self.behaviour.most_connections();
            stream.set_nonblocking(true)?;
            stream.set_nodelay(true)?;
            let token = self.connections.insert(Connection::new(stream, self.accepted, surplus));
            self.accepted += 1;
            if let Some(connection) = self.connections.get(token) {
                epoll::add(
                    &self.epoll,
                    &connection.stream,
                    EventData::new_u64(pack(token)),
                    EventFlags::IN,
                )?;
            }
        }
    }

    fn attend(&mut self, token: Token, flags: EventFlags) {
        let Some(connection) = self.connections.get(token) else {
            return;
        };
        if flags.intersects(EventFlags::IN | EventFlags::HUP | EventFlags::ERR) && !connection.receive(&mut self.reader) {
            drop(self.connections.remove(token));
            return;
        }
        self.arrived.push((connection.arrived_ns, token));
        if flags.contains(EventFlags::OUT) {
            self.send(token);
        }
    }

    /// Plans the requests that have come in whole, until one has to wait.
    fn take_requests(&mut self, token: Token, mut arrival_ns: u64) {
        while let Some(connection) = self.connections.get(token) {
            match connection.next_request(self.behaviour.operation_names()) {
                Parsed::Incomplete => return,
                Parsed::Bad => {
                    answer::write_whole(400, true, false, &mut connection.output);
                    connection.close_when_sent = true;
                    self.send(token);
                    return;
                }
                Parsed::Request(request) => {
                    if self.tell(token, &request) || self.obey(token, &request) {
                        arrival_ns = now_ns();
                        continue;
                    }
                    let Some(connection) = self.connections.get(token) else {
                        return;
                    };
                    let (surplus, connection, call) = (connection.surplus, connection.number, request.call);
                    let plan = if surplus {
                        Plan::at(arrival_ns, Reaction::Refuse)
                    } else {
                        self.behaviour.plan(arrival_ns, request.operation)
                    };
                    let entry = Entry {
                        token,
                        call,
                        connection,
                        plan,
                    };
                    if let Some(death_ns) = self.behaviour.take_death_ns() {
                        let plan = Plan {
                            end_ns: death_ns,
                            ..Plan::at(arrival_ns, Reaction::Die)
                        };
                        self.agenda.add(death_ns, Entry { plan, ..entry });
                    }
                    if plan.end_ns > plan.arrival_ns && !matches!(plan.reaction, Reaction::SlowBody { .. }) {
                        self.agenda.add(plan.end_ns, entry);
                        return;
                    }
                    if !self.carry_out(entry) {
                        return;
                    }
                    // What was pipelined arrives when the one before it is answered.
                    arrival_ns = now_ns();
                }
            }
        }
    }

    /// Answers a page that the mode tells of itself, past its workers and its log; false where this is none.
    fn tell(&mut self, token: Token, request: &Request) -> bool {
        let (Some(page), Some(workers)) = (request.page, self.behaviour.workers()) else {
            return false;
        };
        if let Some(connection) = self.connections.get(token) {
            connection.busy = false;
            connection.close_when_sent = !connection.keep_alive;
            let (close, head_only, output) = (connection.close_when_sent, connection.head_only, &mut connection.output);
            match page {
                Page::Health => answer::write_whole(200, close, head_only, output),
                Page::Metrics => answer::write_metrics(&workers.standing(now_ns()), close, head_only, output),
            }
        }
        self.send(token);
        true
    }

    /// Answers an order that the mode takes, past its log; false where this is none.
    fn obey(&mut self, token: Token, request: &Request) -> bool {
        let (Some(order), Some(burn)) = (request.order, self.behaviour.burn()) else {
            return false;
        };
        let status = match order {
            Order::CostMore(more_us) => {
                burn.cost_more(more_us);
                200
            }
            Order::Unknown => 400,
        };
        if let Some(connection) = self.connections.get(token) {
            connection.busy = false;
            let (close, head_only) = (!connection.keep_alive, connection.head_only);
            connection.close_when_sent = close;
            answer::write_whole(status, close, head_only, &mut connection.output);
        }
        self.send(token);
        true
    }

    /// Does what is due; false when more of the same request is to follow.
    fn carry_out(&mut self, mut entry: Entry) -> bool {
        let plan = entry.plan;
        let mut sent_ns = None;
        if let Some(connection) = self.connections.get(entry.token) {
            // A stalled request is never done, so that none behind it is taken.
            connection.busy = plan.reaction == Reaction::Stall;
            let output = &mut connection.output;
            match plan.reaction {
                Reaction::Answer { status, close } => {
                    connection.close_when_sent = close || !connection.keep_alive;
                    answer::write_whole(status, connection.close_when_sent, connection.head_only, output);
                }
                Reaction::SlowBody { sent_pieces } if sent_pieces < answer::PIECES => {
                    connection.busy = true;
                    entry.plan.reaction = Reaction::SlowBody {
                        sent_pieces: sent_pieces + 1,
                    };
                    if sent_pieces == 0 {
                        answer::write_slow_head(!connection.keep_alive, output);
                    } else if !connection.head_only {
                        answer::write_piece(sent_pieces - 1, output);
                    }
                    let took_ns = (plan.end_ns - plan.start_ns) * u64::from(sent_pieces + 1) / u64::from(answer::PIECES);
                    self.agenda.add(plan.start_ns + took_ns, entry);
                    self.send(entry.token);
                    return false;
                }
                Reaction::SlowBody { .. } => {
                    connection.close_when_sent = !connection.keep_alive;
                    if !connection.head_only {
                        answer::write_piece(answer::PIECES - 1, output);
                    }
                }
                Reaction::Half => {
                    answer::write_half(output);
                    connection.close_when_sent = true;
                }
                Reaction::Garbage => output.extend_from_slice(answer::GARBAGE),
                Reaction::Stall | Reaction::Die => {}
                Reaction::Reset | Reaction::Refuse => self.reset(entry.token),
            }
            if !matches!(plan.reaction, Reaction::Stall | Reaction::Reset | Reaction::Refuse) {
                self.send(entry.token);
                sent_ns = Some(now_ns());
            }
        }
        self.record(entry.call, entry.connection, plan, sent_ns);
        true
    }

    fn record(&self, call: Option<u64>, connection: u64, plan: Plan, sent_ns: Option<u64>) {
        if let Some(journal) = &self.journal {
            journal.record(Record {
                call,
                connection,
                plan,
                sent_ns,
            });
        }
    }

    /// Requests that are open at the end were not answered.
    fn record_open(&mut self) {
        let open: Vec<Entry> = self
            .agenda
            .drain()
            .filter(|entry| entry.plan.reaction != Reaction::Die)
            .collect();
        for entry in open {
            self.record(entry.call, entry.connection, entry.plan, None);
        }
    }

    fn die(&mut self, death: Entry) {
        self.record(None, death.connection, death.plan, Some(now_ns()));
        self.record_open();
        drop(self.journal.take());
        // As kill -9 does: no destructor runs, the kernel closes the connections.
        let _ = rustix::process::kill_process(rustix::process::getpid(), Signal::KILL);
    }

    fn send(&mut self, token: Token) {
        let Some(connection) = self.connections.get(token) else {
            return;
        };
        let was_blocked = connection.blocked;
        let sent = connection.send();
        if sent.is_err() || connection.finished() {
            drop(self.connections.remove(token));
            return;
        }
        if connection.blocked != was_blocked {
            let more = if connection.blocked {
                EventFlags::OUT
            } else {
                EventFlags::empty()
            };
            let data = EventData::new_u64(pack(token));
            if epoll::modify(&self.epoll, &connection.stream, data, EventFlags::IN | more).is_err() {
                drop(self.connections.remove(token));
            }
        }
    }

    fn reset(&mut self, token: Token) {
        if let Some(connection) = self.connections.remove(token) {
            reset(&connection.stream);
        }
    }
}

/// Makes the close of a connection an RST; where that cannot be set, the close itself is still no answer.
fn reset(stream: &TcpStream) {
    let _ = sockopt::set_socket_linger(stream, Some(Duration::ZERO));
}

fn die_with_parent() -> io::Result<()> {
    let parent = getppid();
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A parent that ended before the call above would never be noticed.
    if getppid() != parent {
        process::exit(1);
    }
    Ok(())
}

fn pack(token: Token) -> u64 {
    u64::from(token.generation) << 32 | u64::from(token.place)
}

fn unpack(packed: u64) -> Token {
    Token {
        place: packed as u32,
        generation: (packed >> 32) as u32,
    }
}
