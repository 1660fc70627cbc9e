//! What an operation asks of its replies, compiled.

use loadproof_protocol::http1::Keep;

use crate::demand::Demand;
use crate::fill::Fill;
use crate::names::Names;
use crate::piece::Piece;
use crate::session::MOST_VALUE_BYTES;
use crate::subject::{Answer, Subject, Unread};
use crate::{ExtractSpec, Judgement, OperationSpec, ScenarioError, SubjectSpec};

/// Prefix of the kinds of failed checks; the name of the check follows.
pub const CHECK_PREFIX: &str = "check-";
/// Prefix of the kinds of failed extractions; the name of the variable follows.
pub const EXTRACT_PREFIX: &str = "extract-";

/// The demands of one operation; each shard has its own, so that no search waits for another's memory.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    expect: Box<[(u16, u16)]>,
    checks: Box<[Check]>,
    extracts: Box<[Extract]>,
    /// How much of a reply is needed for them.
    pub(crate) keep: Keep,
}

#[derive(Clone, Debug)]
struct Check {
    unmet: u16,
    subject: Subject,
    demand: Demand,
}

#[derive(Clone, Debug)]
struct Extract {
    unmet: u16,
    variable: u16,
    subject: Subject,
    otherwise: Option<Box<[u8]>>,
}

/// Values that an accepted reply gives to variables, until all of them are there.
#[derive(Debug, Default)]
pub(crate) struct Extracted {
    bytes: Vec<u8>,
    ends: Vec<(u16, usize)>,
}

impl Extracted {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    fn push(&mut self, variable: u16, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push((variable, self.bytes.len()));
    }

    /// Variables and their texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u16, &[u8])> {
        let mut start = 0;
        self.ends.iter().map(move |(variable, end)| {
            let text = &self.bytes[start..*end];
            start = *end;
            (*variable, text)
        })
    }
}

/// The names of what replies fail by, each once: `check-NAME`, `extract-VARIABLE`.
#[derive(Debug, Default)]
pub(crate) struct UnmetNames(pub(crate) Vec<String>);

impl UnmetNames {
    fn number(&mut self, name: String) -> Result<u16, String> {
        let known = self.0.iter().position(|known| *known == name).unwrap_or(self.0.len());
        let number = u16::try_from(known).map_err(|_| "more than 65,536 names of checks".to_owned())?;
        if known == self.0.len() {
            self.0.push(name);
        }
        Ok(number)
    }
}

impl Judge {
    /// # Errors
    /// [`ScenarioError`] naming the operation, the check or extraction and what is wrong.
    pub(crate) fn compile(operation: &OperationSpec, names: &Names, unmet: &mut UnmetNames) -> Result<Self, ScenarioError> {
        let wrong = |what| ScenarioError::Operation(operation.name.clone(), what);
        let mut checks = Vec::with_capacity(operation.checks.len());
        for spec in &operation.checks {
            let subject = Subject::compile(&spec.subject);
            let demand = Demand::compile(&spec.demand, names);
            let in_check = |what| wrong(format!("check {:?}: {what}", spec.name));
            checks.push(Check {
                unmet: unmet.number(format!("{CHECK_PREFIX}{}", spec.name)).map_err(in_check)?,
                subject: subject.map_err(in_check)?,
                demand: demand.map_err(in_check)?,
            });
        }
        let mut extracts = Vec::with_capacity(operation.extracts.len());
        for spec in &operation.extracts {
            let extract = Extract::compile(spec, names, unmet);
            extracts.push(extract.map_err(|what| wrong(format!("extraction of {:?}: {what}", spec.variable)))?);
        }
        let subjects = checks.iter().map(|check| &check.subject);
        let subjects = subjects.chain(extracts.iter().map(|extract| &extract.subject));
        Ok(Self {
            keep: subjects.map(Subject::keep).max().unwrap_or_default(),
            expect: operation.expect.clone().into(),
            checks: checks.into(),
            extracts: extracts.into(),
        })
    }

    /// Whether a status is one of those expected.
    #[inline]
    pub(crate) fn expects(&self, status: u16) -> bool {
        // The one range that most have costs no loop.
        if let [(low, high)] = *self.expect {
            return (low..=high).contains(&status);
        }
        self.expect.iter().any(|(low, high)| (*low..=*high).contains(&status))
    }

    /// Whether nothing but the status is looked at.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.checks.is_empty() && self.extracts.is_empty()
    }

    /// Templates in the checks.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.checks.iter().flat_map(|check| check.demand.pieces())
    }

    /// Variables that replies give values to.
    pub(crate) fn extracted(&self) -> impl Iterator<Item = u16> + '_ {
        self.extracts.iter().map(|extract| extract.variable)
    }

    /// Judges a reply of an expected status; what is to be taken from an accepted one is in `extracted` then.
    pub(crate) fn judge(
        &self,
        answer: &Answer<'_>,
        fill: &mut Fill<'_>,
        scratch: &mut Vec<u8>,
        extracted: &mut Extracted,
    ) -> Judgement {
        extracted.clear();
        for check in &self.checks {
            let found = match check.subject.find(answer) {
                Ok(found) => found,
                Err(unread) => return unread.into(),
            };
            let is_found = found.is_some();
            let is_met = check.demand.is_met(found, fill, scratch);
            // Letters outside ASCII are not found in a body of another charset: neither a failure nor an absence says anything then.
            let in_doubt = check.subject.is_body_text() && (!is_met || !is_found);
            if in_doubt && check.seeks_non_ascii(is_found, scratch) && answer.is_other_charset() {
                return Judgement::UnsupportedCharset;
            }
            if !is_met {
                return Judgement::Unmet(check.unmet);
            }
        }
        for extract in &self.extracts {
            match extract.take(answer, extracted) {
                Ok(true) => {}
                Ok(false) if extract.subject.seeks_non_ascii() && answer.is_other_charset() => {
                    return Judgement::UnsupportedCharset;
                }
                Ok(false) => return Judgement::Unmet(extract.unmet),
                Err(unread) => return unread.into(),
            }
        }
        Judgement::Accepted
    }
}

impl From<Unread> for Judgement {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::NotWhole => Self::TooLarge,
            Unread::Unbounded => Self::BadExtract,
            Unread::UnsupportedEncoding => Self::UnsupportedEncoding,
            Unread::CorruptEncoding => Self::CorruptEncoding,
            Unread::UnsupportedCharset => Self::UnsupportedCharset,
        }
    }
}

impl Check {
    /// True if it looks for letters outside ASCII; `filled` is what its demand was compared with where the subject was found.
    fn seeks_non_ascii(&self, is_found: bool, filled: &[u8]) -> bool {
        self.subject.seeks_non_ascii() || (is_found && self.demand.seeks_non_ascii(filled))
    }
}

impl Extract {
    fn compile(spec: &ExtractSpec, names: &Names, unmet: &mut UnmetNames) -> Result<Self, String> {
        if matches!(spec.subject, SubjectSpec::Body | SubjectSpec::Size | SubjectSpec::Time) {
            return Err("a value is taken from a header, JSON path, regular expression or cookie".into());
        }
        if spec.otherwise.as_ref().is_some_and(|text| text.len() > MOST_VALUE_BYTES) {
            return Err(format!("`otherwise` has more than {MOST_VALUE_BYTES} bytes"));
        }
        Ok(Self {
            unmet: unmet.number(format!("{EXTRACT_PREFIX}{}", spec.variable))?,
            variable: names.variable(&spec.variable)?,
            subject: Subject::compile(&spec.subject)?,
            otherwise: spec.otherwise.as_ref().map(|text| text.as_bytes().into()),
        })
    }

    /// Takes the value; false where there is none.
    fn take(&self, answer: &Answer<'_>, extracted: &mut Extracted) -> Result<bool, Unread> {
        match (self.subject.find(answer)?, &self.otherwise) {
            (Some(found), _) => {
                let text = found.into_text();
                if text.len() > MOST_VALUE_BYTES {
                    return Err(Unread::NotWhole);
                }
                extracted.push(self.variable, &text);
            }
            (None, Some(otherwise)) => extracted.push(self.variable, otherwise),
            (None, None) => return Ok(false),
        }
        Ok(true)
    }
}
