//! Numbers that a service cannot have.

/// A service that cannot be simulated.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// The JSON value is not a service.
    #[error("the simulated service cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A number is outside its bounds.
    #[error("simulated service: {place} is {value}: {cure}")]
    Bounds {
        /// The key, with those around it.
        place: String,
        /// What it is.
        value: f64,
        /// What it may be.
        cure: String,
    },
    /// An operation that the scenario does not have.
    #[error("simulated service: there is no operation {0:?}: name one of the profile's")]
    UnknownOperation(String),
}

/// Refuses a number at `place` that is not in a range, or not a number.
pub(crate) fn within(place: impl Into<String>, value: f64, least: f64, most: f64) -> Result<(), SpecError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(SpecError::Bounds {
        place: place.into(),
        value,
        cure: format!("give it a number from {least} to {most}"),
    })
}

/// Refuses a length of time of 0.
pub(crate) fn lasting(place: impl Into<String>, value_ns: u64) -> Result<(), SpecError> {
    within(place, value_ns as f64, 1.0, LONGEST_NS)
}

/// Longest time that anything in a service takes: far above every run, far below what 64 bits can count.
pub(crate) const LONGEST_NS: f64 = 1e15;
/// Most that a service time is made longer by one cause, and the inverse of the most that it is made shorter.
pub(crate) const MOST_SLOWDOWN: f64 = 1e6;

/// Refuses a factor of service times that is no more than a number.
pub(crate) fn factor(place: impl Into<String>, value: f64) -> Result<(), SpecError> {
    within(place, value, 1.0 / MOST_SLOWDOWN, MOST_SLOWDOWN)
}
