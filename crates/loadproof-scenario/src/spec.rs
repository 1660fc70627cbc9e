//! What a plan says of operations and feeders.

use std::path::PathBuf;

use serde::Deserialize;

/// One named request with its checks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationSpec {
    /// Name in results.
    pub name: String,
    /// Share of the calls, relative to the other operations.
    pub weight: f64,
    /// HTTP method.
    pub method: String,
    /// Path and query, with templates.
    pub path: String,
    /// Header names and values; values with templates.
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    /// Body, with templates.
    #[serde(default)]
    pub body: Option<String>,
    /// Accepted statuses as inclusive ranges.
    pub expect: Vec<(u16, u16)>,
    /// Time from due after which a call is given up, in nanoseconds.
    pub timeout_ns: u64,
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

/// Where a feeder's values come from.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum FeederKind {
    /// Rows of a CSV file with a header.
    Csv {
        /// The file.
        path: PathBuf,
        /// How rows follow each other.
        order: RowOrder,
    },
    /// A fresh random UUID (RFC 9562, version 4) for every call.
    Uuid {},
}

/// How rows follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowOrder {
    /// In the order of the file, again from the start after the last; shards take every n-th row.
    Sequential,
    /// Drawn evenly at random, with repeats, from the plan's seed.
    Random,
}
