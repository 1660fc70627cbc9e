//! What a plan says: feeders, variables, operations, flows and users, as the binding receives them.

use std::path::PathBuf;

use serde::Deserialize;

/// Everything that may be sent, as a plan says it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioSpec {
    /// Names that templates may use, with the text that a session starts with.
    #[serde(default)]
    pub variables: Vec<VariableSpec>,
    /// Sources of values.
    #[serde(default)]
    pub feeders: Vec<FeederSpec>,
    /// What may be sent.
    pub operations: Vec<OperationSpec>,
    /// Operations in order, with pauses, conditions and loops.
    #[serde(default)]
    pub flows: Vec<FlowSpec>,
    /// Closed users, beside the open arrivals of a trial.
    #[serde(default)]
    pub users: Vec<UsersSpec>,
    /// Whether each session keeps the cookies that it is sent (RFC 6265).
    #[serde(default)]
    pub cookies: bool,
}

/// A name that templates may use.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariableSpec {
    /// Name in templates; no feeder has it.
    pub name: String,
    /// What a session starts with; None: unset until something is extracted into it.
    #[serde(default)]
    pub value: Option<String>,
}

/// One named request with its checks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationSpec {
    /// Name in results.
    pub name: String,
    /// Share of the open arrivals, relative to other operations and flows; 0: only flows call it.
    pub weight: f64,
    /// HTTP method.
    pub method: String,
    /// Path and query, with templates.
    pub path: String,
    /// Header names and values; values with templates.
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    /// Body.
    #[serde(default)]
    pub body: Option<BodySpec>,
    /// Accepted statuses as inclusive ranges.
    pub expect: Vec<(u16, u16)>,
    /// Time from due after which a call is given up, in nanoseconds.
    pub timeout_ns: u64,
    /// What else a reply has to be, in order; the first that is not gives the kind of the error.
    #[serde(default)]
    pub checks: Vec<CheckSpec>,
    /// What is taken from an accepted reply into variables, in order.
    #[serde(default)]
    pub extracts: Vec<ExtractSpec>,
    /// Target time T of Apdex, in nanoseconds; None: no Apdex is counted.
    #[serde(default)]
    pub apdex_target_ns: Option<u64>,
    /// Name of the operation whose calls before a user's first flow this row counts; None: the row counts all other calls.
    #[serde(default)]
    pub before_of: Option<String>,
}

/// The body of a request.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BodySpec {
    /// Text with templates.
    Text(String),
    /// The bytes of a file as they are, read once.
    File(PathBuf),
    /// Texts and files, one after the other: a form with files.
    Parts(Vec<BodyPartSpec>),
}

/// A part of a body.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyPartSpec {
    /// Text with templates.
    Text(String),
    /// The bytes of a file as they are, read once.
    File(PathBuf),
}

/// A demand on replies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckSpec {
    /// Name in results: a reply that fails it counts as the error `check-NAME`.
    pub name: String,
    /// What of the reply is looked at.
    pub subject: SubjectSpec,
    /// What it has to be.
    pub demand: DemandSpec,
}

/// A part of a reply.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectSpec {
    /// The first value of a header, by its name in any case.
    Header(String),
    /// The first result of a JSON path (RFC 9535) in the body: a string as its text, anything else as JSON.
    Json(String),
    /// The first match of a regular expression in the body: its first group, or all of it where there is none.
    Regex(String),
    /// The value that the reply sets a cookie to.
    Cookie(String),
    /// The body as text.
    Body,
    /// Bytes of the body.
    Size,
    /// Milliseconds from sent to done.
    Time,
}

/// What a part of a reply has to be. All but `Absent` fail where it is not there.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DemandSpec {
    /// It is there.
    Present,
    /// It is not there.
    Absent,
    /// It is this text; a template.
    Equals(String),
    /// It holds this text; a template.
    Contains(String),
    /// A regular expression is found in it.
    Matches(String),
    /// It is a number within these bounds, inclusive.
    Between(Option<f64>, Option<f64>),
}

/// A value to be taken from replies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtractSpec {
    /// The variable that takes it.
    pub variable: String,
    /// Where it stands: a header, JSON path, regular expression or cookie.
    pub subject: SubjectSpec,
    /// What it is where the reply has none; None: that is the error `extract-VARIABLE`.
    #[serde(default)]
    pub otherwise: Option<String>,
}

/// Steps in order: an operation of its own, recorded from its due time to the end of its last step.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlowSpec {
    /// Name in results; no operation has it.
    pub name: String,
    /// Share of the open arrivals, relative to operations and other flows; 0: only users go through it.
    pub weight: f64,
    /// Steps that a user runs once per session, before its first iteration is due.
    #[serde(default)]
    pub before: Vec<StepSpec>,
    /// What is done in turn.
    pub steps: Vec<StepSpec>,
    /// Whether the flow goes on after a failed call; it counts as failed all the same.
    #[serde(default)]
    pub goes_on: bool,
    /// Target time T of Apdex for the whole flow, in nanoseconds; None: no Apdex is counted.
    #[serde(default)]
    pub apdex_target_ns: Option<u64>,
}

/// A step of a flow.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum StepSpec {
    /// Sends the operation of that name.
    Call(String),
    /// Waits.
    Think(PauseSpec),
    /// Sets a variable to a template.
    Set {
        /// The variable.
        variable: String,
        /// Its new text; a template.
        value: String,
    },
    /// Draws the next row or value of the feeder of that name; a session otherwise keeps those that it first used in the iteration.
    Next(String),
    /// Repeats steps a number of times drawn evenly from the bounds, inclusive.
    Repeat {
        /// Least and most times.
        times: (u32, u32),
        /// What is repeated.
        steps: Vec<StepSpec>,
    },
    /// Repeats steps while a condition holds.
    While {
        /// Looked at before each pass.
        condition: ConditionSpec,
        /// Most passes: a flow always ends.
        at_most: u32,
        /// What is repeated.
        steps: Vec<StepSpec>,
    },
    /// Takes one of two ways.
    If {
        /// Looked at once.
        condition: ConditionSpec,
        /// What is done where it holds.
        steps: Vec<StepSpec>,
        /// What is done where it does not.
        #[serde(default)]
        otherwise: Vec<StepSpec>,
    },
}

/// What a branch or a loop depends on.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ConditionSpec {
    /// A variable meets a demand; an unset one is absent.
    Variable {
        /// The variable.
        name: String,
        /// What it has to be.
        demand: DemandSpec,
    },
    /// Holds by chance, from 0 to 1.
    Chance(f64),
}

/// How long a pause lasts, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PauseSpec {
    /// Always as long.
    Constant(u64),
    /// Even between two bounds.
    Uniform(u64, u64),
    /// Exponential with a mean, at most ten times that, so that a flow has a longest length.
    Exponential(u64),
    /// Normal with mean and standard deviation, cut at 0 and at mean + 10 deviations.
    Normal(u64, u64),
    /// Log-normal with median and the standard deviation of the logarithm, at most the median times e^(4 deviations).
    Lognormal(u64, f64),
}

/// Users of one kind: each goes through a flow, again and again.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsersSpec {
    /// The flow.
    pub flow: String,
    /// Most users of the kind in any trial, over all shards; kinds are numbered one after another by it.
    pub most: u32,
    /// Time over which users join where a trial gives none, one after another at equal gaps.
    #[serde(default)]
    pub ramp_ns: u64,
    /// Each joins at a random time up to this later.
    #[serde(default)]
    pub spread_ns: u64,
    /// From the scheduled start of one iteration to that of the next; None: the next follows the end of the last.
    #[serde(default)]
    pub pacing: Option<PauseSpec>,
    /// Iterations after which a user is a new one, its variables and cookies forgotten; None: never.
    #[serde(default)]
    pub iterations_per_session: Option<u32>,
}

/// A source of values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeederSpec {
    /// Name in templates.
    pub name: String,
    /// Where the values come from.
    pub kind: FeederKind,
}

fn comma() -> char {
    ','
}

/// Where a feeder's values come from.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FeederKind {
    /// Rows of a CSV file with a header.
    Csv {
        /// The file.
        path: PathBuf,
        /// ASCII character between values; a comma unless given.
        #[serde(default = "comma")]
        separator: char,
        /// How rows follow each other.
        order: RowOrder,
    },
    /// Whole numbers from low to high, inclusive.
    Range {
        /// First.
        low: i64,
        /// Last.
        high: i64,
        /// How they follow each other.
        order: RowOrder,
    },
    /// A fresh random UUID (RFC 9562, version 4).
    Uuid {},
    /// The time of sending.
    Timestamp {
        /// How it is written.
        format: TimestampFormat,
    },
    /// Fresh random letters.
    RandomString {
        /// Least and most letters, drawn evenly.
        length: (u32, u32),
        /// ASCII letters to draw from.
        alphabet: String,
    },
    /// A fresh random number, drawn evenly from low to high in steps of 10^-decimals.
    RandomNumber {
        /// Least.
        low: f64,
        /// Most.
        high: f64,
        /// Digits after the point.
        decimals: u8,
    },
}

/// How a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimestampFormat {
    /// Whole seconds since 1970.
    Unix,
    /// Whole milliseconds since 1970.
    UnixMs,
    /// RFC 3339 in UTC with milliseconds: 2026-11-21T13:00:00.000Z.
    Iso8601,
}

/// How rows follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowOrder {
    /// In the order of the file, again from the start after the last; shards take every n-th row.
    Sequential,
    /// Drawn evenly at random, with repeats, from the plan's seed.
    Random,
    /// In one random order drawn from the plan's seed, each row once before any comes again; shards take every n-th row.
    Shuffled,
    /// One row for each user, its own for the whole run; only flows of users may use it.
    Unique,
}
