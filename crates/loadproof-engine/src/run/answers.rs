//! What the transport tells.

use loadproof_measure::{ErrorKind, Outcome, Traffic};
use loadproof_scenario::Judgement;

use super::Run;
use crate::control::SignalSource;
use crate::unexpected_status::kind_of_status;
use crate::{Clock, Event, Signal, Transport};

impl<T: Transport, C: Clock> Run<'_, T, C> {
    /// Takes every event that the last wait found, or those until it hears that open calls are to be cut; the instant of the
    /// first, if there was one.
    #[inline]
    pub(super) fn take_events(&mut self, signals: &SignalSource) -> Option<u64> {
        let mut first_ns = None;
        loop {
            let connections = self.shard.transport.connections();
            let Some(event) = self.shard.transport.next_event() else {
                break;
            };
            let ended = self.shard.transport.connections() < connections;
            let at_ns = match event {
                Event::Answered {
                    call,
                    status,
                    first_byte_ns,
                    at_ns,
                    traffic,
                } => {
                    let at_ns = at_ns.saturating_sub(self.origin_ns);
                    self.answer(call, status, first_byte_ns.saturating_sub(self.origin_ns), at_ns, traffic);
                    at_ns
                }
                Event::Failed {
                    call,
                    kind,
                    is_unanswered,
                    at_ns,
                    traffic,
                } => {
                    let at_ns = at_ns.saturating_sub(self.origin_ns);
                    self.lose_connection(call, kind, is_unanswered, (at_ns, traffic));
                    at_ns
                }
                Event::ConnectFailed { kind, at_ns } => {
                    let at_ns = at_ns.saturating_sub(self.origin_ns);
                    self.fail_unsent(kind, at_ns);
                    at_ns
                }
                Event::Ready => self.now_ns(),
            };
            first_ns = first_ns.or(Some(at_ns));
            // Judging a batch of large replies takes long, and a signal must not wait for its end.
            let signal = signals.signal();
            if signal > Signal::Run {
                self.act_on(signal, self.now_ns());
                if signal == Signal::Stop {
                    return first_ns;
                }
            }
            self.serve_waiting();
            if ended {
                // Where nothing more falls due, nobody else asks for a new one.
                self.shard.transport.grow(self.waiting_count);
            }
            // What fell due while a batch of answers is read must not wait for its end.
            self.start_due(at_ns);
        }
        first_ns
    }

    #[inline]
    fn answer(&mut self, id: u32, status: u16, first_byte_ns: u64, at_ns: u64, traffic: Traffic) {
        let call = self.calls.get(id);
        let service_ns = at_ns.saturating_sub(call.sent_ns);
        self.phases.first_byte.record_ns(first_byte_ns.saturating_sub(call.sent_ns));
        self.phases.transfer.record_ns(at_ns.saturating_sub(first_byte_ns));
        let transport = &self.shard.transport;
        let judgement = self
            .shard
            .player
            .judge(call.operation as usize, call.session(), status, service_ns, || {
                transport.content()
            });
        let kind = match judgement {
            Judgement::Accepted => return self.settle(id, at_ns, Outcome::Completed, traffic),
            Judgement::Status => kind_of_status(status, transport.content(), transport.speaks_tls()),
            Judgement::Unmet(number) => ErrorKind::Unmet(number),
            Judgement::TooLarge => ErrorKind::TooLarge,
            Judgement::BadExtract => ErrorKind::BadExtract,
            Judgement::UnsupportedEncoding => ErrorKind::UnsupportedEncoding,
            Judgement::CorruptEncoding => ErrorKind::CorruptEncoding,
            Judgement::UnsupportedCharset => ErrorKind::UnsupportedCharset,
        };
        self.failed_replies.keep(call, kind, service_ns, transport.content());
        self.settle(id, at_ns, Outcome::Failed(kind), traffic);
    }
}
