//! What the run loop drives in virtual time.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use loadproof_engine::{Attention, Clock, ConnectionLimit, Event, Lease, Limits, Transport, TransportFault};
use loadproof_measure::{ErrorKind, Phases, Traffic};
use loadproof_protocol::http1::{Content, Expectation};

use crate::asked_slowdown::{AskedSlowdowns, SlowdownRequests};
use crate::bounds::{self, SpecError};
use crate::connections::{Attempt, Connections, SHORTEST_REFUSAL_NS};
use crate::delay_line::DelayLine;
use crate::jobs::{Job, Jobs};
use crate::memory::Memory;
use crate::service::{Service, Step, INTERNAL_SERVER_ERROR};
use crate::spec::ServiceModel;
use crate::virtual_clock::VirtualClock;

/// Status of an answer for which the queue had no room.
const SERVICE_UNAVAILABLE: u16 = 503;
/// No status: the call was reset.
const RESET: u16 = 0;
/// A modelled service has calls, and no bytes of them.
const NO_BYTES: Traffic = Traffic { received: 0, sent: 0 };

/// The heads of all answers that a service gives; none has a body.
fn heads(model: &ServiceModel) -> BTreeMap<u16, Vec<u8>> {
    let good = model.operations.iter().map(|operation| operation.status);
    let bad = [INTERNAL_SERVER_ERROR, SERVICE_UNAVAILABLE];
    let statuses = good.chain(bad).chain(model.spec.errors.map(|errors| errors.status));
    let head = |status| format!("HTTP/1.1 {status} Simulated\r\ncontent-length: 0\r\n\r\n").into_bytes();
    statuses.map(|status| (status, head(status))).collect()
}

/// Connections to a service that is a model, in virtual time. One shard has it all to itself.
#[derive(Debug)]
pub struct SimulatedTransport {
    clock: VirtualClock,
    model: Arc<ServiceModel>,
    service: Service,
    /// Slowdowns that the outside asks for.
    asked: AskedSlowdowns,
    /// Number of the service's start, and the instant of it.
    start: u64,
    started_ns: u64,
    request_delay_ns: u64,
    answer_delay_ns: u64,
    /// It may die in a wait, and what is on its way back with it.
    may_die: bool,
    connections: Connections,
    jobs: Jobs,
    requests: DelayLine,
    answers: DelayLine,
    /// Answers that took no worker. A line of their own, as they take longer.
    rejections: DelayLine,
    told: VecDeque<Event>,
    /// Of the answer that the last event told of.
    told_status: Option<u16>,
    /// The heads of answers, by status.
    heads: BTreeMap<u16, Vec<u8>>,
    phases: Phases,
    limits: Limits,
}

impl SimulatedTransport {
    /// A service that starts now, with at most so many connections to it.
    pub fn new(model: ServiceModel, clock: VirtualClock, connections: impl Into<ConnectionLimit>) -> Self {
        let limit = connections.into();
        let model = Arc::new(model);
        let spec = &model.spec;
        Self {
            service: Service::new(Arc::clone(&model), 0),
            asked: AskedSlowdowns::default(),
            start: 0,
            started_ns: clock.now_ns(),
            request_delay_ns: spec.network_ns / 2,
            answer_delay_ns: spec.network_ns - spec.network_ns / 2,
            may_die: spec.death_ns.is_some() || spec.memory.is_some(),
            connections: Connections::new(limit, spec.connections.unwrap_or(usize::MAX), spec.connect_ns),
            jobs: Jobs::default(),
            requests: DelayLine::default(),
            answers: DelayLine::default(),
            rejections: DelayLine::default(),
            told: VecDeque::new(),
            told_status: None,
            heads: heads(&model),
            phases: Phases::default(),
            limits: Limits::default(),
            clock,
            model,
        }
    }

    /// Where slowdowns of the service are asked for while a trial lasts.
    pub fn slowdown_requests(&self) -> SlowdownRequests {
        self.asked.requests()
    }

    /// Multiplies the service times of all calls that begin from now on; 1 asks for nothing. Only between trials; a restart forgets it.
    ///
    /// # Errors
    /// [`SpecError`] for a factor that is no more than a number.
    pub fn slow(&mut self, factor: f64) -> Result<(), SpecError> {
        bounds::factor("slowdown", factor)?;
        self.asked.forget();
        self.service.slow(factor);
        Ok(())
    }

    /// Starts the service anew: cold, empty, with random numbers of its own; every connection is gone. Only between trials.
    pub fn restart(&mut self) {
        self.connections.forget_attempts();
        self.connections.lose_service();
        self.start += 1;
        self.started_ns = self.clock.now_ns();
        self.service = Service::new(Arc::clone(&self.model), self.start);
        self.asked.forget();
        for line in [&mut self.requests, &mut self.answers, &mut self.rejections] {
            line.drain();
        }
        self.jobs.clear();
        self.told.clear();
    }

    #[inline]
    fn age_ns(&self, at_ns: u64) -> u64 {
        at_ns - self.started_ns
    }

    #[inline]
    fn inside_ns(&self) -> u64 {
        self.service.next_ns().saturating_add(self.started_ns)
    }

    /// When something happens that few calls have: an answer that took no worker, a connection that is made or refused.
    #[inline]
    fn rare_ns(&self) -> u64 {
        self.rejections.next_ns().min(self.connections.next_ns())
    }

    /// Lets happen the next thing that happens by an instant, one at a time, and says when that was; None when nothing does. An answer that is back
    /// before `back_by_ns` need not be followed on its way: nobody looks before.
    #[inline]
    fn happen(&mut self, until_ns: u64, now_ns: u64, back_by_ns: u64) -> Option<u64> {
        let (inside_ns, requests_ns, answers_ns) = (self.inside_ns(), self.requests.next_ns(), self.answers.next_ns());
        let next_ns = inside_ns.min(requests_ns).min(answers_ns).min(self.rare_ns());
        if next_ns > until_ns {
            return None;
        }
        let at_ns = next_ns.max(now_ns);
        self.follow_requests(at_ns);
        if inside_ns <= at_ns {
            match self.service.step(&mut self.jobs, at_ns - self.started_ns) {
                Step::Ended(job) => {
                    let back_ns = at_ns + self.answer_delay_ns;
                    let is_next = answers_ns == u64::MAX && back_ns < self.rare_ns();
                    if self.answer_delay_ns == 0 || (is_next && back_ns <= back_by_ns) {
                        self.deliver(job, back_ns);
                    } else {
                        self.answers.push(back_ns, job);
                    }
                }
                Step::Inside => {}
                Step::Died(open) => self.reset(open, at_ns),
            }
        } else if requests_ns <= at_ns {
            if let Some(job) = self.requests.pop() {
                self.enter(job, at_ns);
            }
        } else if answers_ns <= at_ns {
            if let Some(job) = self.answers.pop() {
                self.deliver(job, at_ns);
            }
        } else {
            self.happen_rarely(at_ns);
        }
        Some(at_ns)
    }

    /// Sets the slowdown that holds at an instant.
    #[inline]
    fn follow_requests(&mut self, at_ns: u64) {
        if self.asked.next_ns() < at_ns {
            if let Some(factor) = self.asked.take(at_ns) {
                self.service.slow(factor);
            }
        }
    }

    #[inline(never)]
    fn happen_rarely(&mut self, at_ns: u64) {
        if self.rejections.next_ns() <= at_ns {
            if let Some(job) = self.rejections.pop() {
                self.deliver(job, at_ns);
            }
        } else if let Some(attempt) = self.connections.end_attempt(at_ns) {
            self.tell_attempt(attempt, at_ns);
        }
    }

    /// A call is at the door of the service.
    #[inline(always)]
    fn enter(&mut self, job: u32, at_ns: u64) {
        let age_ns = self.age_ns(at_ns);
        if !self.service.arrive(job, &mut self.jobs, age_ns) {
            self.jobs.set_status(job, SERVICE_UNAVAILABLE);
            let answered_ns = self.service.goes_on_ns(age_ns) + self.started_ns;
            let delay_ns = self.answer_delay_ns.max(SHORTEST_REFUSAL_NS);
            self.rejections.push(answered_ns + delay_ns, job);
        }
    }

    /// The service is dead: what it had and what is on its way to it is reset.
    fn reset(&mut self, open: Vec<u32>, at_ns: u64) {
        let under_way = self.requests.drain();
        for job in open.into_iter().chain(under_way) {
            self.jobs.set_status(job, RESET);
            self.answers.push(at_ns + self.answer_delay_ns, job);
        }
        self.connections.lose_service();
    }

    /// An answer is back; nobody is told when the call was given up.
    #[inline(always)]
    fn deliver(&mut self, job: u32, at_ns: u64) {
        let Job {
            call,
            connection,
            generation,
            status,
            ..
        } = self.jobs.take(job);
        if !self.connections.is_current(connection, generation) {
            return;
        }
        if status == RESET || !self.service.is_alive() {
            self.connections.remove(connection);
        } else {
            self.connections.free(Lease {
                connection,
                ready_ns: at_ns,
                is_reused: true,
            });
        }
        self.told.push_back(if status == RESET {
            Event::Failed {
                call,
                kind: ErrorKind::Reset,
                is_unanswered: true,
                at_ns,
                traffic: NO_BYTES,
            }
        } else {
            Event::Answered {
                call,
                status,
                first_byte_ns: at_ns,
                at_ns,
                traffic: NO_BYTES,
            }
        });
    }

    fn tell_attempt(&mut self, attempt: Attempt, at_ns: u64) {
        self.told.push_back(match attempt {
            Attempt::Up => {
                self.phases.connect.record_ns(self.model.spec.connect_ns);
                Event::Ready
            }
            Attempt::Refused => Event::ConnectFailed {
                kind: ErrorKind::Refused,
                at_ns,
            },
        });
    }
}

impl Transport for SimulatedTransport {
    fn begin(&mut self, _gather_ns: Option<u64>) -> Result<(), TransportFault> {
        self.connections.forget_attempts();
        self.told.clear();
        self.limits = Limits::default();
        Ok(())
    }

    #[inline]
    fn acquire(&mut self) -> Option<Lease> {
        self.connections.acquire()
    }

    fn acquire_new(&mut self) -> Option<Lease> {
        self.connections.acquire_new()
    }

    fn release(&mut self, lease: Lease) {
        self.connections.free(lease);
    }

    fn grow(&mut self, waiting: usize) {
        // A saturating load asks for all there may be; that is not a call that waits.
        let saturates = waiting == usize::MAX;
        let most = self.connections.most(saturates);
        while self.connections.under_way() < waiting {
            if !self.connections.attempt(self.clock.now_ns(), self.service.is_alive(), most) {
                self.limits.connections += u64::from(!saturates);
                break;
            }
        }
        if saturates {
            self.connections.close_idle_beyond(most);
        }
    }

    fn grow_new(&mut self, calls: usize) {
        let most = self.connections.most(false);
        while self.connections.under_way() < calls && self.connections.make_room() {
            self.connections.attempt(self.clock.now_ns(), self.service.is_alive(), most);
        }
    }

    #[inline]
    fn send(
        &mut self,
        connection: u32,
        call: u32,
        operation: usize,
        _request: &[u8],
        _expectation: Expectation,
    ) -> Result<(), ErrorKind> {
        let job = self.jobs.put(Job {
            call,
            connection,
            generation: self.connections.generation(connection),
            operation: operation as u32,
            status: RESET,
        });
        let now_ns = self.clock.now_ns();
        if self.request_delay_ns == 0 {
            self.follow_requests(now_ns);
            self.enter(job, now_ns);
        } else {
            self.requests.push(now_ns + self.request_delay_ns, job);
        }
        Ok(())
    }

    /// The caller gives up; the service does not know, and goes on.
    fn cancel(&mut self, connection: u32) -> Traffic {
        self.connections.remove(connection);
        NO_BYTES
    }

    #[inline]
    fn wait(&mut self, until_ns: u64, attention: Attention) -> Result<(), TransportFault> {
        self.told_status = None;
        self.asked.receive();
        let now_ns = self.clock.now_ns();
        let until_ns = until_ns.max(now_ns);
        let to_events = attention == Attention::ToEvents;
        // What an answer finds when it is back, its connection and those that came before it, changes in such a wait by death alone.
        let back_by_ns = if to_events || self.may_die { 0 } else { until_ns };
        let mut at_ns = now_ns;
        while !to_events || self.told.is_empty() {
            match self.happen(until_ns, now_ns, back_by_ns) {
                Some(happened_ns) => at_ns = happened_ns,
                None => {
                    at_ns = until_ns;
                    break;
                }
            }
        }
        self.clock.set(at_ns);
        Ok(())
    }

    #[inline]
    fn next_event(&mut self) -> Option<Event> {
        let event = self.told.pop_front();
        self.told_status = match event {
            Some(Event::Answered { status, .. }) => Some(status),
            _ => None,
        };
        event
    }

    fn content(&self) -> Content<'_> {
        let head = self.told_status.and_then(|status| self.heads.get(&status));
        head.map_or(Content::default(), |head| Content {
            head,
            ..Content::default()
        })
    }

    fn connections(&self) -> usize {
        self.connections.len()
    }

    fn take_limits(&mut self) -> Limits {
        std::mem::take(&mut self.limits)
    }

    fn take_phases(&mut self) -> Phases {
        std::mem::take(&mut self.phases)
    }

    fn service_state(&self) -> Vec<(&'static str, f64)> {
        let age_ns = self.age_ns(self.clock.now_ns());
        let memory = self.service.memory();
        vec![
            ("alive", f64::from(u8::from(self.service.is_alive()))),
            ("busy_workers", self.service.busy_workers() as f64),
            ("live_set_bytes", memory.map_or(0.0, Memory::collected_bytes)),
            ("memory_bytes", memory.map_or(0.0, |memory| memory.used_bytes(age_ns))),
            ("queued_calls", self.service.queued_calls() as f64),
        ]
    }
}
