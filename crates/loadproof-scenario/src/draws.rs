//! One shard's place in all feeders, and its random numbers.

use crate::cursor::{Cursor, Drawn};
use crate::feeder::Feeder;
use crate::fill::Fill;
use crate::names::Names;
use crate::session::Session;

/// Where a shard's values come from.
#[derive(Debug)]
pub(crate) struct Draws {
    /// What begins when, and how long pauses are.
    pub(crate) random: fastrand::Rng,
    /// Apart from those, as a call is chosen when it is due and filled when it is sent: how many are chosen between
    /// depends on the machine.
    values: fastrand::Rng,
    cursors: Vec<Cursor>,
    /// What the last call without a session drew.
    alone: Box<[Drawn]>,
    /// Number of that call, from 1.
    call: u64,
}

impl Draws {
    pub(crate) fn new(feeders: &[Feeder], seed: u64, shard: usize, shards: usize) -> Self {
        let cursors = feeders.iter().zip(1u64..).map(|(feeder, number)| {
            let key = seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            Cursor::new(feeder, key, shard, shards)
        });
        Self {
            cursors: cursors.collect(),
            random: fastrand::Rng::with_seed(seed.wrapping_add((shard as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03))),
            values: fastrand::Rng::with_seed(seed ^ (shard as u64 + 1).wrapping_mul(0xA076_1D64_78BD_642F)),
            alone: vec![Drawn::default(); feeders.len()].into(),
            call: 0,
        }
    }

    /// Forgets what the last call without a session drew.
    #[inline]
    pub(crate) fn next_call(&mut self) {
        self.call += 1;
    }

    /// The values of a session, or of the call without one.
    #[inline]
    pub(crate) fn fill<'a>(
        &'a mut self,
        names: &'a Names,
        session: Option<&'a mut Session>,
        unix_ns: &'a mut dyn FnMut() -> u64,
    ) -> Fill<'a> {
        let (drawn, tag, user, variables, jar) = match session {
            Some(session) => (
                &mut *session.drawn,
                session.tag,
                session.user,
                &*session.variables,
                session.jar.as_deref(),
            ),
            None => (&mut *self.alone, self.call, 0, &[][..], None),
        };
        Fill {
            names,
            cursors: &mut self.cursors,
            random: &mut self.values,
            drawn,
            tag,
            user,
            variables,
            jar,
            unix_ns,
        }
    }
}
