//! Operations and flows compiled to native steps: no interpreter on the hot path.
//!
//! # Layout
//! - [`ScenarioSpec`]: what a plan says.
//! - [`Template`]: a text with gaps, parsed; `piece`: compiled against `names`; `place`: where a value stands; `fill`: pieces to bytes.
//! - `feeder`, `column`, `generated`: values that fill the gaps; `cursor`, `permutation`: which comes next; `draws`: a shard's place in all.
//! - `request`: an operation as pieces. `judge`, `subject`, `demand`, `pattern`: what its replies have to be, and what is taken from them.
//! - `flow`: steps as instructions; `progress` runs them; `pause`: how long they wait.
//! - `session`: who goes through a flow, with variables and a `jar` of cookies, parsed by [`SetCookie`].
//! - `weights`: what an arrival begins with.
//! - [`Scenario`]: the compiled whole, shared by shards, with `uses` checked; [`Player`]: one shard's place in it.

mod column;
mod cursor;
mod demand;
mod draws;
mod feeder;
mod fill;
mod flow;
mod generated;
mod jar;
mod json_path;
mod judge;
mod names;
mod pattern;
mod pause;
mod permutation;
mod piece;
mod place;
mod player;
mod progress;
mod request;
mod scenario;
mod session;
mod set_cookie;
mod spec;
mod subject;
mod template;
mod uses;
mod weights;

pub use json_path::{check_json_path, JsonPathFault};
pub use judge::{CHECK_PREFIX, EXTRACT_PREFIX};
pub use pattern::check_regex;
pub use player::{BadRequestData, Judgement, Player, Start, Step};
pub use scenario::{Scenario, ScenarioError};
pub use set_cookie::SetCookie;
pub use spec::{
    BodyPartSpec, BodySpec, CheckSpec, ConditionSpec, DemandSpec, ExtractSpec, FeederKind, FeederSpec, FlowSpec, OperationSpec,
    PauseSpec, RowOrder, ScenarioSpec, StepSpec, SubjectSpec, TimestampFormat, UsersSpec, VariableSpec,
};
pub use template::{Part, Template, TemplateError};
