//! What to send, and when: the plan as the binding receives it.

use std::net::SocketAddr;
use std::path::PathBuf;

use loadproof_scenario::{ScenarioError, ScenarioSpec};
use loadproof_schedule::{Segment, SegmentError};
use serde::Deserialize;

/// A plan that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The JSON text is not a plan.
    #[error("the plan cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// An operation or a feeder is wrong.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A rate is wrong.
    #[error(transparent)]
    Segment(#[from] SegmentError),
    /// A number is outside its bounds.
    #[error("{0}")]
    Bounds(&'static str),
}

/// What to send: the frozen plan of a run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Where the target is.
    pub target: TargetPlan,
    /// Further targets of the same service: each call goes to the next one, by shards of their own.
    #[serde(default)]
    pub replicas: Vec<TargetPlan>,
    /// Most connections, over all shards; None: as many as calls need.
    pub connections: Option<usize>,
    /// Threads.
    pub shards: usize,
    /// Seed of operations and feeders.
    pub seed: u64,
    /// Response limits to count completed calls against.
    pub thresholds_ns: Vec<u64>,
    /// What may be sent.
    pub scenario: ScenarioSpec,
}

/// Where the target is: addresses, a Unix socket, or a service to be simulated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetPlan {
    /// Every address of the target's name; connections go round them.
    #[serde(default)]
    pub addresses: Vec<SocketAddr>,
    /// A Unix socket in place of addresses.
    #[serde(default)]
    pub unix: Option<PathBuf>,
    /// The target as it stands in the `host` header.
    pub host: String,
    /// What reports call it, where there are several; the engine does not use it.
    #[serde(default)]
    pub name: Option<String>,
    /// TLS; None: none.
    #[serde(default)]
    pub tls: Option<TlsPlan>,
    /// A service in virtual time in place of all of these, as the simulator reads it.
    #[serde(default)]
    pub simulate: Option<serde_json::Value>,
}

/// How TLS is spoken.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TlsPlan {
    /// The name that is asked for (SNI) and that the certificate must have; an address is compared and not sent.
    pub server_name: String,
    /// PEM files of authorities to trust; none: those of the system.
    #[serde(default)]
    pub authorities: Vec<PathBuf>,
    /// Any certificate will do.
    #[serde(default)]
    pub insecure: bool,
}

impl Plan {
    /// Reads a plan from JSON text.
    ///
    /// # Errors
    /// [`PlanError`] naming what is wrong.
    pub fn from_json(text: &str) -> Result<Self, PlanError> {
        let plan: Self = serde_json::from_str(text)?;
        if !(1..=256).contains(&plan.shards) {
            return Err(PlanError::Bounds("a plan has 1 to 256 shards"));
        }
        if plan
            .connections
            .is_some_and(|most| !(plan.shards..=1_000_000).contains(&most))
        {
            return Err(PlanError::Bounds(
                "a plan has at least one connection for each shard, and at most 1,000,000",
            ));
        }
        if plan.shards % (1 + plan.replicas.len()) != 0 {
            return Err(PlanError::Bounds("a plan has equally many shards for each target"));
        }
        if plan.target.simulate.is_some() {
            plan.check_simulated()?;
        } else if plan
            .targets()
            .any(|target| target.simulate.is_some() || target.addresses.is_empty() == target.unix.is_none())
        {
            return Err(PlanError::Bounds("a target has addresses or a Unix socket"));
        }
        Ok(plan)
    }

    /// All targets, in the order in which calls go round them.
    pub fn targets(&self) -> impl Iterator<Item = &TargetPlan> {
        std::iter::once(&self.target).chain(&self.replicas)
    }

    fn check_simulated(&self) -> Result<(), PlanError> {
        let target = &self.target;
        if !target.addresses.is_empty() || target.unix.is_some() || target.tls.is_some() {
            return Err(PlanError::Bounds(
                "a simulated target has no addresses, no Unix socket and no TLS: leave them out",
            ));
        }
        if self.shards != 1 {
            return Err(PlanError::Bounds(
                "a simulated service is driven by 1 shard: virtual time is one for all of its calls",
            ));
        }
        Ok(())
    }
}

/// How calls fall around the rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArrivalKind {
    /// Independent users.
    Poisson,
    /// Equal gaps.
    Constant,
    /// No schedule: every free connection takes the next call at once; rates are not looked at.
    Saturate,
}

/// A stretch of the shape.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SegmentPlan {
    /// Calls per second at its start.
    pub from_per_s: f64,
    /// Calls per second at its end.
    pub to_per_s: f64,
    /// Its length.
    pub duration_ns: u64,
}

/// Numbers of closed users from an instant on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserStep {
    /// Start of the step, from the start of the trial.
    pub at_ns: u64,
    /// Time over which the numbers go linearly to those of this step; 0: users join over the ramp of their kind, and leave at once.
    pub over_ns: u64,
    /// Users of each kind at its end, in the order of the plan.
    pub counts: Vec<u32>,
}

/// When to send: one plateau.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialPlan {
    /// How calls fall around the rate.
    pub arrivals: ArrivalKind,
    /// The shape.
    pub segments: Vec<SegmentPlan>,
    /// Closed users beside the arrivals, by time; empty: all users of the plan, from the start.
    #[serde(default)]
    pub users: Vec<UserStep>,
    /// Seed of the arrivals.
    pub seed: u64,
    /// How long open calls may still be answered after the last was due.
    pub drain_ns: u64,
    /// Arrivals begin with each operation and flow in its turn; else with draws by weight.
    #[serde(default)]
    pub in_turn: bool,
}

impl TrialPlan {
    /// Reads a trial from JSON text.
    ///
    /// # Errors
    /// [`PlanError`] naming what is wrong.
    pub fn from_json(text: &str) -> Result<Self, PlanError> {
        let trial: Self = serde_json::from_str(text)?;
        trial.shape()?;
        Ok(trial)
    }

    /// The shape as checked segments.
    ///
    /// # Errors
    /// [`PlanError::Segment`] for a rate that no load can have.
    pub fn shape(&self) -> Result<Vec<Segment>, PlanError> {
        let segments = self
            .segments
            .iter()
            .map(|plan| Segment::new(plan.from_per_s, plan.to_per_s, plan.duration_ns));
        Ok(segments.collect::<Result<_, _>>()?)
    }
}
