//! The modes: what becomes of a request, and when.

use std::time::Duration;

use crate::freeze::Freeze;
use crate::share::Share;
use crate::workers::Workers;

/// What is done to a request when its time has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    Answer {
        status: u16,
        close: bool,
    },
    /// RST in place of an answer.
    Reset,
    /// Nothing, ever.
    Stall,
    /// Bytes that are not HTTP.
    Garbage,
    /// Half of the body, then the end of the connection.
    Half,
}

/// The plan for one request; an answer at once has all times at its arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub arrival_ns: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    pub deed: Deed,
}

/// A mode of the server.
#[derive(Debug)]
pub enum Behaviour {
    Workers(Workers),
    Freeze(Freeze),
    Constant {
        delay_ns: u64,
    },
    /// The process is killed this long after the first request.
    Die {
        after: Duration,
        doomed: bool,
    },
    /// A share of the requests meets the deed, the others are answered.
    Spoilt {
        share: Share,
        deed: Deed,
    },
}

const OK: Deed = Deed::Answer {
    status: 200,
    close: false,
};

impl Behaviour {
    /// Decides on one request; to be called in the order of arrival.
    pub fn plan(&mut self, arrival_ns: u64) -> Plan {
        let mut plan = Plan {
            arrival_ns,
            start_ns: arrival_ns,
            end_ns: arrival_ns,
            deed: OK,
        };
        match self {
            Self::Workers(workers) => (plan.start_ns, plan.end_ns) = workers.take(arrival_ns),
            Self::Freeze(freeze) => {
                plan.end_ns = freeze.answered_at_ns(arrival_ns);
                plan.start_ns = plan.end_ns;
            }
            Self::Constant { delay_ns } => plan.end_ns += *delay_ns,
            Self::Die { after, doomed } => {
                if !std::mem::replace(doomed, true) {
                    die_after(*after);
                }
            }
            Self::Spoilt { share, deed } => {
                if share.hits_next() {
                    plan.deed = *deed;
                }
            }
        }
        plan
    }
}

fn die_after(after: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(after);
        // As kill -9 does: no destructor runs, the kernel closes the connections.
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    });
}
