//! Replies as they come.

use loadproof_engine::{Clock, Event};
use loadproof_measure::{ErrorKind, Traffic};
use loadproof_protocol::http1::{Fault, Reply};
use rustix::event::epoll::EventFlags;

use crate::connection::NEVER_NS;
use crate::fault::kind_of_fault;
use crate::inbox::Received;
use crate::poll::{BOTH_WAYS, INCOMING};
use crate::reactor::LastReply;
use crate::Reactor;

/// How long before the end that a target announced a free connection is no longer used: a call under way to a connection that
/// is being closed would be lost.
const KEEP_ALIVE_MARGIN_NS: u64 = 500_000_000;
/// The target sends no more, or the connection is broken.
const OVER: EventFlags = EventFlags::RDHUP.union(EventFlags::HUP).union(EventFlags::ERR);

/// Begin of an alert of TLS: its content type and the major version (RFC 8446, section 5.1).
const TLS_ALERT: [u8; 2] = [21, 3];

/// What one read brought a call.
enum Step {
    /// Its end.
    Event(Event),
    /// Bytes, but not yet all.
    Partial,
    /// Nothing now.
    Nothing,
}

impl Reactor {
    /// A connection with a call can read or write.
    #[inline]
    pub(crate) fn progress(&mut self, number: u32, call: u32, flags: EventFlags) -> Option<Event> {
        // Reading comes first: a target that answers early may refuse the rest of the request.
        if flags.intersects(INCOMING | OVER) {
            if let Step::Event(event) = self.read(number, call, flags) {
                return Some(event);
            }
            if !flags.contains(EventFlags::OUT) {
                return None;
            }
        }
        self.write_on(number, call)
    }

    fn write_on(&mut self, number: u32, call: u32) -> Option<Event> {
        let connection = self.slots.get_mut(number)?;
        match connection.write_outgoing() {
            Ok(false) => None,
            Ok(true) => {
                self.watch(number, INCOMING);
                None
            }
            Err(kind) => Some(self.last_word(number, call, kind)),
        }
    }

    /// The target takes no more of the request: what it answered before is the call's answer, else the call failed.
    fn last_word(&mut self, number: u32, call: u32, kind: ErrorKind) -> Event {
        loop {
            match self.read(number, call, OVER) {
                Step::Event(Event::Failed {
                    kind: ErrorKind::Reset | ErrorKind::Closed,
                    is_unanswered,
                    at_ns,
                    traffic,
                    ..
                }) => {
                    return Event::Failed {
                        call,
                        kind,
                        is_unanswered,
                        at_ns,
                        traffic,
                    };
                }
                Step::Nothing => return self.fail(number, call, kind),
                Step::Event(event) => return event,
                Step::Partial => {}
            }
        }
    }

    #[inline]
    fn read(&mut self, number: u32, call: u32, flags: EventFlags) -> Step {
        let Some(connection) = self.slots.get_mut(number) else {
            return Step::Nothing;
        };
        let received = self.inbox.receive(connection);
        let now_ns = self.clock.now_ns();
        self.recent_ns = now_ns;
        let at_ns = self.inbox.reader.arrival_ns(now_ns);
        let decoded = match received {
            Ok(Received::Bytes) => match connection.feed(self.inbox.bytes()) {
                Ok(None) if connection.has_ended() => {
                    connection.first_byte_ns.get_or_insert(at_ns);
                    connection.decoder.end()
                }
                Ok(None) => {
                    connection.first_byte_ns.get_or_insert(at_ns);
                    return Step::Partial;
                }
                decoded => decoded,
            },
            Ok(Received::End) => connection.decoder.end(),
            Ok(Received::Nothing) => {
                if connection.tls.is_some() && connection.outgoing.is_some() {
                    self.watch(number, BOTH_WAYS);
                }
                return Step::Nothing;
            }
            Err(kind) => return Step::Event(self.fail(number, call, kind)),
        };
        Step::Event(match decoded {
            Ok(Some(reply)) => self.answered(number, call, reply, at_ns, flags),
            Ok(None) => self.fail(number, call, ErrorKind::Closed),
            Err(fault) => {
                let kind = self.kind_of_reply(number, fault);
                self.fail(number, call, kind)
            }
        })
    }

    #[inline]
    fn answered(&mut self, number: u32, call: u32, reply: Reply, at_ns: u64, flags: EventFlags) -> Event {
        let mut first_byte_ns = at_ns;
        let mut traffic = Traffic::default();
        if let Some(connection) = self.slots.get_mut(number) {
            first_byte_ns = connection.first_byte_ns.take().unwrap_or(at_ns);
            traffic = connection.traffic();
            connection.is_used = true;
            // A reply that came before its whole request went out leaves a connection that cannot be used again.
            let whole = connection.outgoing.is_none();
            if reply.keep_alive && whole && !flags.intersects(OVER) && !connection.has_ended() {
                connection.reusable_until_ns = reusable_until_ns(at_ns, reply.keep_alive_s);
                self.slots.set_idle(number, at_ns);
                self.last_reply = LastReply::Of(number);
            } else {
                self.ended_decoder = self.slots.remove(number).map(|connection| connection.decoder);
                self.last_reply = LastReply::OfEnded;
            }
        }
        Event::Answered {
            call,
            status: reply.status,
            first_byte_ns,
            at_ns,
            traffic,
        }
    }

    /// The kind of a reply that is none: a port that speaks TLS refuses plain HTTP with an alert of TLS.
    #[cold]
    fn kind_of_reply(&self, number: u32, fault: Fault) -> ErrorKind {
        let begins = self
            .slots
            .get(number)
            .is_some_and(|connection| connection.tls.is_none() && connection.first_byte_ns.is_none());
        if begins && matches!(fault, Fault::Garbage(_)) && self.inbox.bytes().starts_with(&TLS_ALERT) {
            return ErrorKind::TlsExpected;
        }
        kind_of_fault(fault)
    }

    #[cold]
    fn fail(&mut self, number: u32, call: u32, kind: ErrorKind) -> Event {
        let connection = self.slots.remove(number);
        Event::Failed {
            call,
            kind,
            is_unanswered: connection
                .as_ref()
                .is_some_and(|connection| connection.first_byte_ns.is_none()),
            at_ns: self.clock.now_ns(),
            traffic: connection.map_or(Traffic::default(), |connection| connection.traffic()),
        }
    }

    /// A free connection stirs: TLS may have something to say; anything else is its end.
    pub(crate) fn look_at_idle(&mut self, number: u32, flags: EventFlags) {
        let Some(connection) = self.slots.get_mut(number) else {
            return;
        };
        let mut lives = connection.tls.is_some();
        if lives && flags.contains(EventFlags::OUT) {
            lives = connection.write_outgoing().is_ok();
        }
        // The target closed a connection that carried nothing, or sent what nobody asked for: then it is of no more use.
        if lives && flags.intersects(INCOMING | OVER) {
            lives = self.inbox.receive(connection) == Ok(Received::Nothing);
        }
        let waits = connection.outgoing.is_some();
        let flags = if waits { BOTH_WAYS } else { INCOMING };
        if !lives || !self.watch(number, flags) {
            drop(self.slots.remove(number));
        }
    }
}

/// Until when a connection may be used again that its target keeps for so many seconds.
fn reusable_until_ns(at_ns: u64, keep_alive_s: Option<u16>) -> u64 {
    keep_alive_s.map_or(NEVER_NS, |seconds| {
        let announced_ns = u64::from(seconds) * 1_000_000_000;
        at_ns + announced_ns.saturating_sub(KEEP_ALIVE_MARGIN_NS)
    })
}
