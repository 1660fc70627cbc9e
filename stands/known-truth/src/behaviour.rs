//! The modes: what becomes of a request, and when.

use std::fmt;

use crate::burn::Burn;
use crate::connection_limit::ConnectionLimit;
use crate::constant::Constant;
use crate::death::Death;
use crate::freeze::Freeze;
use crate::limiter::Limiter;
use crate::mixture::Mixture;
use crate::office::Office;
use crate::share::Share;
use crate::spread::Spread;
use crate::workers::Workers;

/// What is done to a request when its time has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    Answer {
        status: u16,
        close: bool,
    },
    /// The head at the start, the body piece by piece until the end.
    SlowBody {
        sent_pieces: u8,
    },
    /// RST in place of an answer.
    Reset,
    /// Nothing, ever.
    Stall,
    /// Bytes that are not HTTP.
    Garbage,
    /// Half of the body, then the end of the connection.
    Half,
    /// RST to a request on a connection that is one too many.
    Refuse,
    /// The end of the process.
    Die,
}

/// The outcome as it stands in the log.
impl fmt::Display for Reaction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer { status, .. } => write!(formatter, "{status}"),
            Self::SlowBody { .. } => formatter.write_str("200"),
            Self::Reset => formatter.write_str("reset"),
            Self::Stall => formatter.write_str("stalled"),
            Self::Garbage => formatter.write_str("garbage"),
            Self::Half => formatter.write_str("half"),
            Self::Refuse => formatter.write_str("refused"),
            Self::Die => formatter.write_str("death"),
        }
    }
}

/// The plan for one request; an answer at once has all times at its arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub arrival_ns: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    pub reaction: Reaction,
    /// Place of the operation among those of the mode; None: an unknown operation, or a mode without operations.
    pub operation: Option<usize>,
}

impl Plan {
    /// A reaction done at once.
    pub fn at(arrival_ns: u64, reaction: Reaction) -> Self {
        Self {
            arrival_ns,
            start_ns: arrival_ns,
            end_ns: arrival_ns,
            reaction,
            operation: None,
        }
    }
}

/// A mode of the server.
#[derive(Debug)]
pub enum Behaviour {
    Workers(Workers),
    Burn(Burn),
    Freeze(Freeze),
    Constant(Constant),
    Mixture(Mixture),
    Office(Office),
    SlowFirstByte(Spread),
    SlowBody(Spread),
    Limiter(Limiter),
    ConnectionLimit(ConnectionLimit),
    Die(Death),
    /// A share of the requests meets the reaction, the others are answered.
    Spoilt {
        share: Share,
        reaction: Reaction,
    },
}

pub const OK: Reaction = Reaction::Answer {
    status: 200,
    close: false,
};

impl Behaviour {
    /// Decides on one request, of the operation at this place; to be called in the order of arrival.
    pub fn plan(&mut self, arrival_ns: u64, operation: Option<usize>) -> Plan {
        let mut plan = Plan::at(arrival_ns, OK);
        match self {
            Self::Workers(workers) => (plan.start_ns, plan.end_ns) = workers.take(arrival_ns),
            Self::Burn(burn) => (plan.start_ns, plan.end_ns) = burn.take(),
            Self::Freeze(freeze) => (plan.start_ns, plan.end_ns) = freeze.take(arrival_ns),
            Self::Constant(constant) => plan.end_ns = constant.end_ns(arrival_ns),
            Self::Mixture(mixture) => plan.end_ns += mixture.next_ns(),
            Self::Office(office) => plan = office.plan(arrival_ns, operation),
            Self::SlowFirstByte(spread) => plan.end_ns += spread.next_ns(),
            Self::SlowBody(spread) => {
                plan.end_ns += spread.next_ns();
                plan.reaction = Reaction::SlowBody { sent_pieces: 0 };
            }
            Self::Limiter(limiter) => plan.reaction = limiter.judge(arrival_ns),
            Self::ConnectionLimit(limit) => plan.end_ns = limit.end_ns(arrival_ns),
            Self::Die(death) => plan.end_ns = death.end_ns(arrival_ns),
            Self::Spoilt { share, reaction } => {
                if share.hits_next() {
                    plan.reaction = *reaction;
                }
            }
        }
        plan
    }

    /// The workers, which alone tell of themselves; None: another mode.
    pub fn workers(&mut self) -> Option<&mut Workers> {
        match self {
            Self::Workers(workers) => Some(workers),
            _ => None,
        }
    }

    /// What burns, which alone can be told to cost more; None: another mode.
    pub fn burn(&mut self) -> Option<&mut Burn> {
        match self {
            Self::Burn(burn) => Some(burn),
            _ => None,
        }
    }

    /// Names of the operations, by their place; empty for a mode without operations.
    pub fn operation_names(&self) -> &[String] {
        match self {
            Self::Office(office) => office.names(),
            _ => &[],
        }
    }

    /// Most connections at a time; the requests of more are refused.
    pub fn most_connections(&self) -> usize {
        match self {
            Self::ConnectionLimit(limit) => limit.most(),
            _ => usize::MAX,
        }
    }

    /// When the process is to die; told once, as soon as it is known.
    pub fn take_death_ns(&mut self) -> Option<u64> {
        match self {
            Self::Die(death) => death.take_instant_ns(),
            _ => None,
        }
    }
}
