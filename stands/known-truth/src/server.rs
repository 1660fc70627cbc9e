//! The one epoll loop: accept, read, plan, do what is due.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process;
use std::time::Duration;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::net::{sockopt, AddressFamily, SocketFlags, SocketType};
use rustix::process::{getppid, set_parent_process_death_signal, Resource, Rlimit, Signal};

use crate::agenda::Agenda;
use crate::answer;
use crate::arguments::ServeSettings;
use crate::behaviour::{Behaviour, Deed, Plan};
use crate::clock::now_ns;
use crate::connection::{Connection, Connections, Token};
use crate::journal::Journal;
use crate::request::Parsed;

/// The kernel cuts this to `net.core.somaxconn`.
const BACKLOG: i32 = 4096;

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
    let journal = settings.log.as_deref().map(Journal::create).transpose()?;
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
        })
    }

    fn run(&mut self) -> io::Result<()> {
        let mut scratch = vec![0; 64 * 1024];
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
                    STOP => return Ok(()),
                    packed => self.attend(unpack(packed), event.flags, &mut scratch),
                }
            }
            while let Some((token, plan)) = self.agenda.take_due(now_ns()) {
                self.carry_out(token, plan);
                self.take_requests(token);
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
            stream.set_nonblocking(true)?;
            stream.set_nodelay(true)?;
            let token = self.connections.insert(Connection::new(stream));
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

    fn attend(&mut self, token: Token, flags: EventFlags, scratch: &mut [u8]) {
        let Some(connection) = self.connections.get(token) else {
            return;
        };
        if flags.intersects(EventFlags::IN | EventFlags::HUP | EventFlags::ERR) && !connection.receive(scratch) {
            drop(self.connections.remove(token));
            return;
        }
        if flags.contains(EventFlags::OUT) {
            self.send(token);
        }
        self.take_requests(token);
    }

    /// Plans the requests that have come in whole, until one has to wait.
    fn take_requests(&mut self, token: Token) {
        while let Some(connection) = self.connections.get(token) {
            match connection.next_request() {
                Parsed::Incomplete => return,
                Parsed::Bad => {
                    answer::write_whole(400, true, false, &mut connection.output);
                    connection.close_when_sent = true;
                    self.send(token);
                    return;
                }
                Parsed::Request(request) => {
                    connection.close_when_sent = false;
                    let mut plan = self.behaviour.plan(now_ns());
                    if let (Deed::Answer { close, .. }, false) = (&mut plan.deed, request.keep_alive) {
                        *close = true;
                    }
                    if plan.end_ns > plan.arrival_ns {
                        self.agenda.add(token, plan);
                        return;
                    }
                    self.carry_out(token, plan);
                }
            }
        }
    }

    fn carry_out(&mut self, token: Token, plan: Plan) {
        let mut sent_ns = None;
        if let Some(connection) = self.connections.get(token) {
            // A stalled request is never done, so that none behind it is taken.
            connection.busy = plan.deed == Deed::Stall;
            let output = &mut connection.output;
            match plan.deed {
                Deed::Answer { status, close } => {
                    answer::write_whole(status, close, connection.head_only, output);
                    connection.close_when_sent = close;
                }
                Deed::Half => {
                    answer::write_half(output);
                    connection.close_when_sent = true;
                }
                Deed::Garbage => output.extend_from_slice(answer::GARBAGE),
                Deed::Stall => {}
                Deed::Reset => self.reset(token),
            }
            if !matches!(plan.deed, Deed::Stall | Deed::Reset) {
                self.send(token);
                sent_ns = Some(now_ns());
            }
        }
        if let Some(journal) = &self.journal {
            journal.record(plan, sent_ns);
        }
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
            // Closing with a linger of zero sends RST; where it cannot be set, the close itself is still no answer.
            let _ = sockopt::set_socket_linger(&connection.stream, Some(Duration::ZERO));
        }
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let family = if address.is_ipv4() {
        AddressFamily::INET
    } else {
        AddressFamily::INET6
    };
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = rustix::net::socket_with(family, SocketType::STREAM, flags, None)?;
    sockopt::set_socket_reuseaddr(socket.as_fd(), true)?;
    rustix::net::bind(&socket, &address)?;
    rustix::net::listen(&socket, BACKLOG)?;
    Ok(TcpListener::from(socket))
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
