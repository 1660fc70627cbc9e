//! Calls inside the simulation: on their way, in the queue, in service.

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

/// Jobs by number, so that queues hand on 4 bytes and not a job; numbers are used again.
///
/// A call's own number will not do: one that was given up has lost it, and still occupies its worker.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    entries: Vec<Job>,
    free: Vec<u32>,
}

impl Jobs {
    /// A number for a job.
    #[inline]
    pub(crate) fn put(&mut self, job: Job) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.entries[number as usize] = job;
                number
            }
            None => {
                self.entries.push(job);
                (self.entries.len() - 1) as u32
            }
        }
    }

    /// The job, whose number is free from now on.
    #[inline]
    pub(crate) fn take(&mut self, number: u32) -> Job {
        self.free.push(number);
        self.entries[number as usize]
    }

    #[inline]
    pub(crate) fn operation(&self, number: u32) -> usize {
        self.entries[number as usize].operation as usize
    }

    /// Notes how a job will be answered.
    #[inline]
    pub(crate) fn set_status(&mut self, number: u32, status: u16) {
        self.entries[number as usize].status = status;
    }

    /// Forgets every job.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.free.clear();
    }
}
