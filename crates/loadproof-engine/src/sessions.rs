//! Open sessions, and the flow that each is in.

use loadproof_measure::{ErrorKind, Outcome, Sample, Traffic};

/// A flow under way; instants are nanoseconds from the start of the trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenFlow {
    /// The row of results of the flow.
    pub(crate) row: u32,
    /// When the flow was due.
    pub(crate) due_ns: u64,
    /// When it began: later than due where its user was still busy with the last one.
    pub(crate) begun_ns: u64,
    /// Wait and lateness of its first sent call, the wait for its user included; None: nothing was sent yet.
    pub(crate) first_send: Option<(u64, u64)>,
    /// Why its first failed call failed.
    pub(crate) failure: Option<ErrorKind>,
    /// Whether a request of it was handed to a connection: such a flow takes time, any other may take none.
    pub(crate) carried: bool,
    /// Bytes of its calls.
    pub(crate) traffic: Traffic,
}

impl OpenFlow {
    pub(crate) fn new(row: usize, due_ns: u64, begun_ns: u64) -> Self {
        Self {
            row: row as u32,
            due_ns,
            begun_ns,
            first_send: None,
            failure: None,
            carried: false,
            traffic: Traffic::default(),
        }
    }

    /// The flow as a sample: wait and lateness are those of its first call, everything after it is service, pauses before it too.
    pub(crate) fn sample(&self, done_ns: u64, outcome: Outcome) -> Sample {
        let (wait_ns, sent_ns) = match (self.first_send, outcome) {
            (_, Outcome::Dropped) => (done_ns.saturating_sub(self.due_ns), done_ns),
            (Some((wait_ns, lateness_ns)), _) => (wait_ns, self.due_ns + wait_ns + lateness_ns),
            (None, _) => (self.begun_ns - self.due_ns, self.begun_ns),
        };
        Sample {
            operation: self.row as usize,
            due_ns: self.due_ns,
            wait_ns,
            sent_ns,
            done_ns: done_ns.max(sent_ns),
            outcome,
            traffic: self.traffic,
        }
    }
}

/// A session: a user's for as long as the user is there, or that of one open arrival.
#[derive(Clone, Copy, Debug)]
struct Session {
    user: Option<u32>,
    /// None: its user rests.
    open_flow: Option<OpenFlow>,
}

/// Every open session of a shard, by the number that the player gave it.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    entries: Vec<Option<Session>>,
    open: usize,
    under_way: usize,
    of_arrivals: usize,
}

impl Sessions {
    /// Notes a session; `user` is the number on the shard of the user who has it.
    pub(crate) fn open(&mut self, number: u32, user: Option<u32>) {
        let index = number as usize;
        if index >= self.entries.len() {
            self.entries.resize(index + 1, None);
        }
        self.entries[index] = Some(Session { user, open_flow: None });
        self.open += 1;
        self.of_arrivals += usize::from(user.is_none());
    }

    /// Forgets a session.
    pub(crate) fn close(&mut self, number: u32) {
        self.end(number);
        if let Some(session) = self.entries.get_mut(number as usize).and_then(Option::take) {
            self.open -= 1;
            self.of_arrivals -= usize::from(session.user.is_none());
        }
    }

    /// Sets a session's flow under way.
    pub(crate) fn begin(&mut self, number: u32, open_flow: OpenFlow) {
        if let Some(Some(session)) = self.entries.get_mut(number as usize) {
            self.under_way += usize::from(session.open_flow.is_none());
            session.open_flow = Some(open_flow);
        }
    }

    /// Ends a session's flow and gives it back as it was.
    pub(crate) fn end(&mut self, number: u32) -> Option<OpenFlow> {
        let open_flow = self.entries.get_mut(number as usize)?.as_mut()?.open_flow.take();
        self.under_way -= usize::from(open_flow.is_some());
        open_flow
    }

    /// The flow that a session is in.
    pub(crate) fn open_flow(&mut self, number: u32) -> Option<&mut OpenFlow> {
        self.entries.get_mut(number as usize)?.as_mut()?.open_flow.as_mut()
    }

    /// The user who has a session, by the number on the shard.
    pub(crate) fn user(&self, number: u32) -> Option<u32> {
        (*self.entries.get(number as usize)?)?.user
    }

    /// Numbers of all open sessions.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        let open = self.entries.iter().enumerate().filter(|(_, session)| session.is_some());
        open.map(|(number, _)| number as u32).collect()
    }

    /// Sessions of users that have joined, and of arrivals.
    pub(crate) fn open_count(&self) -> usize {
        self.open
    }

    /// Flows that have begun and not ended.
    pub(crate) fn under_way(&self) -> usize {
        self.under_way
    }

    /// Sessions of users.
    pub(crate) fn of_users(&self) -> usize {
        self.open - self.of_arrivals
    }

    /// Sessions of open arrivals.
    pub(crate) fn of_arrivals(&self) -> usize {
        self.of_arrivals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_flow_add_up_to_its_response() {
        let mut open_flow = OpenFlow::new(1, 100, 130);
        for (first_send, outcome) in [
            (None, Outcome::Completed),
            (Some((40, 5)), Outcome::Completed),
            (Some((40, 5)), Outcome::Cut),
            (None, Outcome::Dropped),
        ] {
            open_flow.first_send = first_send;
            let sample = open_flow.sample(500, outcome);
            assert_eq!(sample.response_ns(), 400);
            assert_eq!(sample.wait_ns + sample.lateness_ns() + sample.service_ns(), 400);
        }
    }

    #[test]
    fn counts_follow_what_is_open() {
        let mut sessions = Sessions::default();
        sessions.open(3, None);
        sessions.open(0, Some(9));
        sessions.begin(3, OpenFlow::new(0, 0, 0));
        assert_eq!(
            (sessions.open_count(), sessions.under_way(), sessions.of_arrivals()),
            (2, 1, 1)
        );
        sessions.close(3);
        sessions.close(3);
        assert_eq!(
            (sessions.open_count(), sessions.under_way(), sessions.of_arrivals()),
            (1, 0, 0)
        );
        assert_eq!(
            (sessions.numbers(), sessions.user(0), sessions.user(3)),
            (vec![0], Some(9), None)
        );
        assert!(sessions.end(0).is_none() && sessions.open_flow(7).is_none());
    }
}
