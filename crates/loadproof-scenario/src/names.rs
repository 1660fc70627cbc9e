//! What templates may name: variables and feeders share one name space.

use crate::feeder::Feeder;
use crate::{ScenarioError, ScenarioSpec};

/// Most names of one kind: their numbers are 16 bits.
const MOST_NAMES: usize = 65_535;

/// A variable with the text that a session starts with.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) first: Option<Box<[u8]>>,
}

/// Variables and feeders by their numbers.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) variables: Vec<Variable>,
    pub(crate) feeders: Vec<Feeder>,
}

impl Names {
    /// Reads the feeders, and sees that each name is one thing.
    ///
    /// # Errors
    /// [`ScenarioError`] naming the feeder or variable.
    pub(crate) fn load(spec: &ScenarioSpec) -> Result<Self, ScenarioError> {
        let feeders = spec.feeders.iter().enumerate().map(|(number, feeder)| {
            let wrong = |what| ScenarioError::Feeder(feeder.name.clone(), what);
            if spec.feeders[..number].iter().any(|other| other.name == feeder.name) {
                return Err(wrong("there are two of this name: rename one".into()));
            }
            Feeder::load(feeder).map_err(wrong)
        });
        let feeders = feeders.collect::<Result<Vec<_>, _>>()?;
        for (number, variable) in spec.variables.iter().enumerate() {
            let is_feeder = feeders.iter().any(|feeder| feeder.name == variable.name);
            if is_feeder || spec.variables[..number].iter().any(|other| other.name == variable.name) {
                let what = "a variable or feeder of this name is there already: rename one".into();
                return Err(ScenarioError::Variable(variable.name.clone(), what));
            }
        }
        if feeders.len() > MOST_NAMES || spec.variables.len() > MOST_NAMES {
            return Err(ScenarioError::TooMany("feeders or variables", MOST_NAMES));
        }
        let variables = spec.variables.iter().map(|variable| Variable {
            name: variable.name.clone(),
            first: variable.value.as_ref().map(|value| value.as_bytes().into()),
        });
        Ok(Self {
            variables: variables.collect(),
            feeders,
        })
    }

    /// The number of a variable.
    ///
    /// # Errors
    /// A sentence that names it.
    pub(crate) fn variable(&self, name: &str) -> Result<u16, String> {
        position(self.variables.iter().map(|variable| variable.name.as_str()), name)
            .ok_or_else(|| format!("no variable {name:?}: declare it under the variables of the profile"))
    }

    /// The number of a feeder.
    ///
    /// # Errors
    /// A sentence that names it.
    pub(crate) fn feeder(&self, name: &str) -> Result<u16, String> {
        position(self.feeders.iter().map(|feeder| feeder.name.as_str()), name)
            .ok_or_else(|| format!("no feeder {name:?}: declare it under the feeders of the profile"))
    }
}

/// The number of a name in a list that is no longer than 16 bits can count.
pub(crate) fn position<'a>(mut names: impl Iterator<Item = &'a str>, name: &str) -> Option<u16> {
    names
        .position(|known| known == name)
        .and_then(|number| u16::try_from(number).ok())
}
