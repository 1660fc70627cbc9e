//! Flows compiled to a flat list of instructions.

use crate::demand::Demand;
use crate::names::{position, Names};
use crate::pause;
use crate::piece::{compile_template, joined, Piece};
use crate::place::Place;
use crate::{ConditionSpec, FlowSpec, OperationSpec, PauseSpec, StepSpec};

/// Deepest nesting of loops and branches.
const MOST_NESTING: usize = 32;
/// Most instructions of one flow.
const MOST_INSTRUCTIONS: usize = 1 << 20;

/// An instruction; targets of jumps are numbers of instructions.
#[derive(Debug)]
pub(crate) enum Instruction {
    Call(usize),
    Pause(PauseSpec),
    Set {
        variable: u16,
        value: Box<[Piece]>,
    },
    Next(u16),
    /// Sets the passes that are left of a loop.
    Begin {
        depth: usize,
        least: u32,
        most: u32,
    },
    /// Takes one pass, or jumps where none is left.
    Pass {
        depth: usize,
        end: u32,
    },
    /// Jumps where a condition does not hold.
    Unless {
        condition: Condition,
        to: u32,
    },
    Jump(u32),
    /// The end of the steps before the first iteration.
    EndBefore,
}

/// What a jump depends on.
#[derive(Debug)]
pub(crate) enum Condition {
    Variable { variable: u16, demand: Demand },
    Chance(f64),
}

/// A flow, compiled.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(crate) instructions: Box<[Instruction]>,
    /// Place of the first instruction of an iteration: those before it run once per session.
    pub(crate) begin: u32,
    pub(crate) goes_on: bool,
    pub(crate) apdex_target_ns: Option<u64>,
    /// Loops that it is in at once, at most.
    pub(crate) depth: usize,
    /// Longest time that one iteration may take, in nanoseconds.
    pub(crate) longest_ns: u64,
}

impl Flow {
    /// # Errors
    /// A sentence that names what is wrong.
    pub(crate) fn compile(spec: &FlowSpec, operations: &[OperationSpec], names: &Names) -> Result<Self, String> {
        let mut compiler = Compiler {
            operations,
            names,
            instructions: Vec::new(),
            depth: 0,
            deepest: 0,
        };
        if !spec.before.is_empty() {
            compiler.steps(&spec.before, 0)?;
            compiler.push(Instruction::EndBefore)?;
        }
        let begin = compiler.here();
        let longest_ns = compiler.steps(&spec.steps, 0)?;
        let flow = Self {
            instructions: compiler.instructions.into(),
            begin,
            goes_on: spec.goes_on,
            apdex_target_ns: spec.apdex_target_ns,
            depth: compiler.deepest,
            longest_ns,
        };
        if !flow.instructions[begin as usize..]
            .iter()
            .any(|one| matches!(one, Instruction::Call(_)))
        {
            return Err("it calls no operation: give it a `call` step".into());
        }
        Ok(flow)
    }

    /// Operations that it calls.
    pub(crate) fn calls(&self) -> impl Iterator<Item = usize> + '_ {
        self.instructions.iter().filter_map(|instruction| match instruction {
            Instruction::Call(operation) => Some(*operation),
            _ => None,
        })
    }

    /// Templates in its steps and conditions.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.instructions.iter().flat_map(|instruction| match instruction {
            Instruction::Set { value, .. } => value,
            Instruction::Unless {
                condition: Condition::Variable { demand, .. },
                ..
            } => demand.pieces(),
            _ => &[],
        })
    }

    /// Variables that its steps set.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u16> + '_ {
        self.instructions.iter().filter_map(|instruction| match instruction {
            Instruction::Set { variable, .. } => Some(*variable),
            _ => None,
        })
    }
}

struct Compiler<'a> {
    operations: &'a [OperationSpec],
    names: &'a Names,
    instructions: Vec<Instruction>,
    /// Loops around what is compiled now.
    depth: usize,
    deepest: usize,
}

impl Compiler<'_> {
    /// Compiles steps in order, and says how long they may take in nanoseconds.
    fn steps(&mut self, steps: &[StepSpec], nesting: usize) -> Result<u64, String> {
        if nesting > MOST_NESTING {
            return Err(format!(
                "steps more than {MOST_NESTING} deep in one another: make them flatter"
            ));
        }
        let mut longest_ns = 0u64;
        for step in steps {
            longest_ns = longest_ns.saturating_add(self.step(step, nesting)?);
        }
        Ok(longest_ns)
    }

    fn step(&mut self, step: &StepSpec, nesting: usize) -> Result<u64, String> {
        match step {
            StepSpec::Call(name) => {
                let number = position(self.operations.iter().map(|operation| operation.name.as_str()), name)
                    .ok_or_else(|| format!("no operation {name:?}: declare it under the operations of the profile"))?;
                let number = usize::from(number);
                self.push(Instruction::Call(number))?;
                Ok(self.operations[number].timeout_ns)
            }
            StepSpec::Think(pause) => {
                pause::check(pause)?;
                self.push(Instruction::Pause(*pause))?;
                Ok(pause::longest_ns(pause))
            }
            StepSpec::Set { variable, value } => {
                let variable = self.names.variable(variable)?;
                let value = joined(compile_template(value, Place::Unsent, self.names)?);
                self.push(Instruction::Set { variable, value })?;
                Ok(0)
            }
            StepSpec::Next(name) => {
                let feeder = self.names.feeder(name)?;
                if self.names.feeders[usize::from(feeder)].is_unique() {
                    return Err(format!(
                        "feeder {name:?} has one row for each user, and no next: leave the step out"
                    ));
                }
                self.push(Instruction::Next(feeder))?;
                Ok(0)
            }
            StepSpec::Repeat { times, steps } => self.repeat(*times, None, steps, nesting),
            StepSpec::While {
                condition,
                at_most,
                steps,
            } => {
                if *at_most == 0 {
                    return Err("a `while` with `at_most` 0 never begins: give it 1 or more".into());
                }
                self.repeat((*at_most, *at_most), Some(condition), steps, nesting)
            }
            StepSpec::If {
                condition,
                steps,
                otherwise,
            } => self.branch(condition, steps, otherwise, nesting),
        }
    }

    fn repeat(
        &mut self,
        (least, most): (u32, u32),
        condition: Option<&ConditionSpec>,
        steps: &[StepSpec],
        nesting: usize,
    ) -> Result<u64, String> {
        if least > most {
            return Err(format!("{least} to {most} times is no number: write the lower bound first"));
        }
        if steps.is_empty() {
            return Err("a loop without steps: give it some or leave it out".into());
        }
        let depth = self.depth;
        self.push(Instruction::Begin { depth, least, most })?;
        let begin = self.here();
        self.push(Instruction::Pass { depth, end: 0 })?;
        let way_out = match condition {
            Some(condition) => Some(self.unless(condition)?),
            None => None,
        };
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let once_ns = self.steps(steps, nesting + 1)?;
        self.depth -= 1;
        self.push(Instruction::Jump(begin))?;
        self.lead_here(begin);
        way_out.into_iter().for_each(|place| self.lead_here(place));
        Ok(once_ns.saturating_mul(most.into()))
    }

    fn branch(
        &mut self,
        condition: &ConditionSpec,
        steps: &[StepSpec],
        otherwise: &[StepSpec],
        nesting: usize,
    ) -> Result<u64, String> {
        let unless = self.unless(condition)?;
        let longest_ns = self.steps(steps, nesting + 1)?;
        if otherwise.is_empty() {
            self.lead_here(unless);
            return Ok(longest_ns);
        }
        let end = self.here();
        self.push(Instruction::Jump(0))?;
        self.lead_here(unless);
        let otherwise_ns = self.steps(otherwise, nesting + 1)?;
        self.lead_here(end);
        Ok(longest_ns.max(otherwise_ns))
    }

    /// A jump that leads nowhere yet, and its place.
    fn unless(&mut self, condition: &ConditionSpec) -> Result<u32, String> {
        let condition = match condition {
            ConditionSpec::Variable { name, demand } => Condition::Variable {
                variable: self.names.variable(name)?,
                demand: Demand::compile(demand, self.names)?,
            },
            ConditionSpec::Chance(chance) if (0.0..=1.0).contains(chance) => Condition::Chance(*chance),
            ConditionSpec::Chance(chance) => return Err(format!("a chance of {chance}: it is from 0 to 1")),
        };
        let place = self.here();
        self.push(Instruction::Unless { condition, to: 0 })?;
        Ok(place)
    }

    fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    /// Lets the jump at a place lead to the next instruction.
    fn lead_here(&mut self, place: u32) {
        let here = self.here();
        match &mut self.instructions[place as usize] {
            Instruction::Pass { end: to, .. } | Instruction::Unless { to, .. } | Instruction::Jump(to) => *to = here,
            _ => {}
        }
    }

    fn push(&mut self, instruction: Instruction) -> Result<(), String> {
        if self.instructions.len() >= MOST_INSTRUCTIONS {
            return Err(format!("more than {MOST_INSTRUCTIONS} steps"));
        }
        self.instructions.push(instruction);
        Ok(())
    }
}
