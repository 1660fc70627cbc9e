//! The way of a session through its flow.

use std::borrow::Cow;

use crate::demand::Found;
use crate::draws::Draws;
use crate::flow::{Condition, Instruction};
use crate::piece::Piece;
use crate::session::{Session, Value, MOST_VALUE_BYTES};
use crate::{pause, Player, Scenario, Step};

/// Most instructions that a session runs at once; a loop without calls and pauses gives way to others then.
const MOST_AT_ONCE: usize = 10_000;

impl Player {
    /// What a session does next.
    ///
    /// A flow that goes through 10,000 steps without a call or pause pauses for a nanosecond.
    pub fn next_step(&mut self, session: u32) -> Step {
        let mut progress = Progress {
            scenario: &self.scenario,
            session: self.sessions.get_mut(session),
            draws: &mut self.draws,
            scratch: &mut self.scratch,
        };
        let step = (0..MOST_AT_ONCE).find_map(|_| progress.run());
        step.unwrap_or(Step::Pause(1))
    }
}

struct Progress<'a> {
    scenario: &'a Scenario,
    session: &'a mut Session,
    draws: &'a mut Draws,
    scratch: &'a mut Vec<u8>,
}

impl Progress<'_> {
    /// Runs one instruction; None when it took no time.
    fn run(&mut self) -> Option<Step> {
        let scenario = self.scenario;
        let session = &mut *self.session;
        let flow = &scenario.flows[usize::from(session.flow)];
        let Some(instruction) = flow.instructions.get(session.at as usize) else {
            return Some(Step::End);
        };
        session.at += 1;
        match instruction {
            Instruction::Call(operation) => return Some(Step::Call(*operation)),
            Instruction::Pause(pause) => return Some(Step::Pause(pause::draw_ns(pause, &mut self.draws.random))),
            Instruction::Set { variable, value } => self.set(usize::from(*variable), value),
            Instruction::Next(feeder) => {
                let mut no_time = || 0;
                self.draws.fill(&scenario.names, Some(session), &mut no_time).renew(*feeder);
            }
            Instruction::Begin { depth, least, most } => {
                session.passes[*depth] = self.draws.random.u32(*least..=*most);
            }
            Instruction::Pass { depth, end } => match &mut session.passes[*depth] {
                0 => session.at = *end,
                left => *left -= 1,
            },
            Instruction::Unless { condition, to } => {
                if !self.holds(condition) {
                    self.session.at = *to;
                }
            }
            Instruction::Jump(to) => session.at = *to,
            Instruction::EndBefore => return Some(Step::EndBefore),
        }
        None
    }

    fn set(&mut self, variable: usize, pieces: &[Piece]) {
        self.scratch.clear();
        let mut no_time = || 0;
        let mut fill = self.draws.fill(&self.scenario.names, Some(&mut *self.session), &mut no_time);
        let made = fill.pieces(pieces, self.scratch);
        let value = &mut self.session.variables[variable];
        // What cannot be made must not go on as what the variable was before: a request that needs it fails.
        if made.is_ok() && self.scratch.len() <= MOST_VALUE_BYTES {
            value.set(self.scratch);
        } else {
            *value = Value::Unset;
        }
    }

    fn holds(&mut self, condition: &Condition) -> bool {
        let (variable, demand) = match condition {
            Condition::Chance(chance) => return self.draws.random.f64() < *chance,
            Condition::Variable { variable, demand } => (usize::from(*variable), demand),
        };
        let mut no_time = || 0;
        let mut fill = self.draws.fill(&self.scenario.names, Some(&mut *self.session), &mut no_time);
        let first = self.scenario.names.variables[variable].first.as_deref();
        let text = fill.variables[variable].text(first);
        let found = text.map(|text| Found::Text(Cow::Borrowed(text)));
        demand.is_met(found, &mut fill, self.scratch)
    }
}
