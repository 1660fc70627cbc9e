//! Workers and their queue, life and death.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::bounds::LONGEST_NS;
use crate::endings::Endings;
use crate::errors::Errors;
use crate::jobs::Jobs;
use crate::memory::Memory;
use crate::pauses::Pauses;
use crate::random::{Purpose, Random};
use crate::slowdown::Slowdown;
use crate::spec::ServiceModel;

/// Status of an answer to an operation's own share of errors.
pub(crate) const INTERNAL_SERVER_ERROR: u16 = 500;

/// What happened at an instant; jobs by their numbers.
#[derive(Debug)]
pub(crate) enum Step {
    /// A call has its answer.
    Ended(u32),
    /// Nothing that a caller sees.
    Inside,
    /// The service is dead; so are these calls.
    Died(Vec<u32>),
}

/// One start of a service; instants are its ages in nanoseconds.
#[derive(Debug)]
pub(crate) struct Service {
    model: Arc<ServiceModel>,
    workers: usize,
    most_queued: usize,
    random: Random,
    slowdown: Slowdown,
    pauses: Pauses,
    errors: Option<Errors>,
    memory: Option<Memory>,
    in_service: Endings,
    queue: VecDeque<u32>,
    /// When it dies, as far as it is known.
    dies_ns: u64,
    alive: bool,
    /// When something happens next by itself; kept, because it is asked for far more often than it changes.
    next_ns: u64,
}

impl Service {
    /// Start number `start` of a service: cold and empty.
    pub(crate) fn new(model: Arc<ServiceModel>, start: u64) -> Self {
        let spec = &model.spec;
        let random = |purpose| Random::new(spec.seed, start, purpose, 0);
        let memory = spec.memory.map(Memory::new);
        let mut service = Self {
            workers: spec.workers,
            most_queued: spec.queue.unwrap_or(usize::MAX),
            random: random(Purpose::ServiceTimes),
            slowdown: Slowdown::new(spec, start),
            pauses: Pauses::new(spec, start),
            errors: spec.errors.map(|spec| Errors::new(spec, random(Purpose::Errors))),
            in_service: Endings::default(),
            queue: VecDeque::new(),
            dies_ns: spec
                .death_ns
                .unwrap_or(u64::MAX)
                .min(memory.as_ref().map_or(u64::MAX, Memory::dies_ns)),
            memory,
            alive: true,
            next_ns: 0,
            model,
        };
        service.look_ahead();
        service
    }

    /// Multiplies the service times of calls that begin from now on; 1 asks for nothing.
    pub(crate) fn slow(&mut self, factor: f64) {
        self.slowdown.ask(factor);
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.alive
    }

    pub(crate) fn busy_workers(&self) -> usize {
        self.in_service.len()
    }

    pub(crate) fn queued_calls(&self) -> usize {
        self.queue.len()
    }

    pub(crate) fn memory(&self) -> Option<&Memory> {
        self.memory.as_ref().filter(|_| self.alive)
    }

    /// When what comes at an instant can be looked at: then, or when the world goes on.
    pub(crate) fn goes_on_ns(&self, age_ns: u64) -> u64 {
        self.pauses.goes_on_ns(age_ns)
    }

    /// Takes a call in; false when the queue has no room for it. A dead service takes none: nobody is connected to it.
    #[inline]
    pub(crate) fn arrive(&mut self, job: u32, jobs: &mut Jobs, age_ns: u64) -> bool {
        if let Some(errors) = &mut self.errors {
            errors.arrive(age_ns);
        }
        if self.in_service.len() < self.workers {
            self.begin(job, jobs, age_ns);
            self.look_ahead();
            return true;
        }
        if self.queue.len() >= self.most_queued {
            return false;
        }
        self.queue.push_back(job);
        true
    }

    /// A worker begins a call; in a pause it does so when the world goes on.
    #[inline]
    fn begin(&mut self, job: u32, jobs: &mut Jobs, age_ns: u64) {
        let at_ns = self.pauses.goes_on_ns(age_ns);
        if let Some(memory) = &mut self.memory {
            if let Some(pause_ns) = memory.begin_call(at_ns) {
                self.pauses.stop(at_ns, pause_ns);
            }
            // What has passed the limit dies at once.
            self.dies_ns = self.dies_ns.min(memory.dies_ns().max(age_ns));
        }
        let operation = &self.model.operations[jobs.operation(job)];
        let factor = self.slowdown.factor(at_ns, self.in_service.len() + 1);
        let work_ns = (operation.service_time.draw_ns(&mut self.random) * factor).clamp(1.0, LONGEST_NS);
        let mut status = operation.status;
        if let Some(failed) = self.errors.as_mut().and_then(|errors| errors.draw(at_ns)) {
            status = failed;
        }
        if operation.error_share > 0.0 && self.random.share() < operation.error_share {
            status = INTERNAL_SERVER_ERROR;
        }
        jobs.set_status(job, status);
        self.in_service.push(self.pauses.work_ns(at_ns) + work_ns as i64 as u64, job);
    }

    /// When something happens next by itself; the end of time when nothing does.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_ns
    }

    #[inline]
    fn look_ahead(&mut self) {
        self.next_ns = self.next_end_ns().min(self.pauses.next_ns()).min(self.dies_ns);
    }

    #[inline]
    fn next_end_ns(&self) -> u64 {
        let first_ns = self.in_service.next_ns();
        first_ns.map_or(u64::MAX, |end_ns| self.pauses.instant_ns(end_ns))
    }

    /// Lets happen what happens at [`Self::next_ns`], which is `age_ns`; one thing at a time.
    #[inline]
    pub(crate) fn step(&mut self, jobs: &mut Jobs, age_ns: u64) -> Step {
        let step = self.take_step(jobs, age_ns);
        self.look_ahead();
        step
    }

    #[inline]
    fn take_step(&mut self, jobs: &mut Jobs, age_ns: u64) -> Step {
        if self.next_end_ns() <= age_ns {
            if let Some(job) = self.in_service.pop() {
                if let Some(next) = self.queue.pop_front() {
                    self.begin(next, jobs, age_ns);
                }
                return Step::Ended(job);
            }
        }
        if self.dies_ns <= age_ns {
            return Step::Died(self.die());
        }
        self.pauses.begin(age_ns);
        Step::Inside
    }

    fn die(&mut self) -> Vec<u32> {
        self.alive = false;
        self.dies_ns = u64::MAX;
        self.pauses = Pauses::none();
        let queued = std::mem::take(&mut self.queue);
        self.in_service.take_all().chain(queued).collect()
    }
}
