//! Operations compiled to byte pieces: no interpreter on the hot path.
//!
//! # Layout
//! - [`OperationSpec`], [`FeederSpec`]: what a plan says.
//! - [`Template`]: a text with `${feeder.column}` gaps, parsed.
//! - `column`, `feeder`: values that fill the gaps.
//! - `request`: an operation compiled to pieces.
//! - [`Scenario`]: the compiled whole, shared by shards; [`Player`]: one shard's place in it.

mod column;
mod feeder;
mod player;
mod request;
mod scenario;
mod spec;
mod template;

pub use player::{BadRequestData, Judgement, Player, Start, Step};
pub use scenario::{Scenario, ScenarioError};
pub use spec::{
    BodySpec, CheckSpec, ConditionSpec, DemandSpec, ExtractSpec, FeederKind, FeederSpec, FlowSpec, OperationSpec, PauseSpec,
    RowOrder, ScenarioSpec, StepSpec, SubjectSpec, TimestampFormat, UsersSpec, VariableSpec,
};
pub use template::{Part, Template, TemplateError};
