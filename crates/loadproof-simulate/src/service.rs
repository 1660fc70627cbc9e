//! Workers and their queue, life and death.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

use crate::bounds::LONGEST_NS;
use crate::errors::Errors;
use crate::memory::Memory;
use crate::pauses::Pauses;
use crate::random::{Purpose, Random};
use crate::slowdown::Slowdown;
use crate::spec::ServiceModel;

/// Status of an answer to an operation's own share of errors.
pub(crate) const INTERNAL_SERVER_ERROR: u16 = 500;

/// A call as the service knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    /// The number that the run loop gave it.
    pub(crate) call: u32,
    pub(crate) connection: u32,
    /// Tells the connection from an earlier one with the same number.
    pub(crate) generation: u32,
    pub(crate) operation: u32,
    /// Of its answer; known once it is in service.
    pub(crate) status: u16,
}

/// A call in service. In a heap the first to end comes first, then the first to have begun.
#[derive(Clone, Copy, Debug)]
struct InService {
    /// In the time of the service's own work.
    end_ns: u64,
    order: u64,
    job: Job,
}

impl Ord for InService {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.end_ns, other.order).cmp(&(self.end_ns, self.order))
    }
}

impl PartialOrd for InService {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for InService {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

impl Eq for InService {}

/// What happened at an instant.
#[derive(Debug)]
pub(crate) enum Step {
    /// A call has its answer.
    Ended(Job),
    /// Nothing that a caller sees.
    Inside,
    /// The service is dead; so are these calls.
    Died(Vec<Job>),
}

/// One start of a service; instants are its ages in nanoseconds.
#[derive(Debug)]
pub(crate) struct Service {
    model: Arc<ServiceModel>,
    most_queued: usize,
    random: Random,
    slowdown: Slowdown,
    pauses: Pauses,
    errors: Option<Errors>,
    memory: Option<Memory>,
    in_service: BinaryHeap<InService>,
    queue: VecDeque<Job>,
    /// Calls that have begun.
    begun: u64,
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
            most_queued: spec.queue.unwrap_or(usize::MAX),
            random: random(Purpose::ServiceTimes),
            slowdown: Slowdown::new(spec, start),
            pauses: Pauses::new(spec, start),
            errors: spec.errors.map(|spec| Errors::new(spec, random(Purpose::Errors))),
            in_service: BinaryHeap::new(),
            queue: VecDeque::new(),
            begun: 0,
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
    pub(crate) fn arrive(&mut self, job: Job, age_ns: u64) -> bool {
        if let Some(errors) = &mut self.errors {
            errors.arrive(age_ns);
        }
        if self.in_service.len() < self.model.spec.workers {
            self.begin(job, age_ns);
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
    fn begin(&mut self, mut job: Job, age_ns: u64) {
        let at_ns = self.pauses.goes_on_ns(age_ns);
        if let Some(memory) = &mut self.memory {
            if let Some(pause_ns) = memory.begin_call(at_ns) {
                self.pauses.stop(at_ns, pause_ns);
            }
            // What has passed the limit dies at once.
            self.dies_ns = self.dies_ns.min(memory.dies_ns().max(age_ns));
        }
        let operation = self.model.operations[job.operation as usize];
        let factor = self.slowdown.factor(at_ns, self.in_service.len() + 1);
        let work_ns = (operation.service_time.draw_ns(&mut self.random) * factor).clamp(1.0, LONGEST_NS);
        job.status = operation.status;
        if let Some(status) = self.errors.as_mut().and_then(|errors| errors.draw(at_ns)) {
            job.status = status;
        }
        if operation.error_share > 0.0 && self.random.share() < operation.error_share {
            job.status = INTERNAL_SERVER_ERROR;
        }
        self.in_service.push(InService {
            end_ns: self.pauses.work_ns(at_ns) + work_ns as u64,
            order: self.begun,
            job,
        });
        self.begun += 1;
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
        let first = self.in_service.peek();
        first.map_or(u64::MAX, |first| self.pauses.instant_ns(first.end_ns))
    }

    /// Lets happen what happens at [`Self::next_ns`], which is `age_ns`; one thing at a time.
    #[inline]
    pub(crate) fn step(&mut self, age_ns: u64) -> Step {
        let step = self.take_step(age_ns);
        self.look_ahead();
        step
    }

    #[inline]
    fn take_step(&mut self, age_ns: u64) -> Step {
        if self.next_end_ns() <= age_ns {
            if let Some(InService { job, .. }) = self.in_service.pop() {
                if let Some(next) = self.queue.pop_front() {
                    self.begin(next, age_ns);
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

    fn die(&mut self) -> Vec<Job> {
        self.alive = false;
        self.dies_ns = u64::MAX;
        self.pauses = Pauses::none();
        let mut dead: Vec<_> = std::mem::take(&mut self.in_service).into_vec();
        dead.sort_unstable_by_key(|in_service| in_service.order);
        let queued = std::mem::take(&mut self.queue);
        dead.into_iter().map(|in_service| in_service.job).chain(queued).collect()
    }
}
