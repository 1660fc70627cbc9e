//! The command line, parsed into settings.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::prelude::*;

use crate::behaviour::{Behaviour, Deed};
use crate::clock::NS_PER_MS;
use crate::freeze::Freeze;
use crate::share::Share;
use crate::workers::Workers;

pub const HELP: &str = "\
known-truth: HTTP servers whose truth is known; every path is answered, one request of a connection at a time

known-truth MODE [options] [--listen ADDRESS:PORT] [--log FILE] [--die-with-parent]
  workers --count N --service-us N      one FIFO, N workers, each request takes one of them for the same time
  freeze --every-ms N --for-ms N        answers at once; in the last --for-ms of every --every-ms, counted from the
                                        first request, all wait until the end of the period
  constant --delay-us N                 answers each request after the same time, however many there are
  die --after-ms N                      answers at once; killed (SIGKILL) so long after the first request
  reset [--share P]                     RST in place of an answer
  stall [--share P]                     reads and never answers
  garbage [--share P]                   answers bytes that are not HTTP
  half [--share P]                      closes in the middle of the body
  status --code N [--share P]           answers at once with this status
  refuse-keepalive                      answers at once with Connection: close, and closes

  --share P            share of the requests that meet it, 0 to 1, spread evenly; the others get 200 (default 1)
  --listen             default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
  --log FILE           CSV arrival_ns,start_ns,end_ns,sent_ns of each served request (CLOCK_MONOTONIC), flushed every
                       second and at SIGTERM; sent_ns is empty when nothing was sent,
                       for the client had left or the mode says so
  --die-with-parent    be killed when the thread that started this process ends (Linux)
";

/// What the command line asks for.
pub enum Command {
    Help,
    Serve(ServeSettings),
}

/// How to serve.
pub struct ServeSettings {
    pub behaviour: Behaviour,
    pub listen: SocketAddr,
    pub log: Option<PathBuf>,
    pub die_with_parent: bool,
}

/// The options of all modes, as far as they were given.
#[derive(Default)]
struct Given {
    count: Option<u64>,
    service_us: Option<u64>,
    every_ms: Option<u64>,
    for_ms: Option<u64>,
    delay_us: Option<u64>,
    after_ms: Option<u64>,
    code: Option<u64>,
    share: Option<f64>,
}

/// Parses the whole command line, the program's name first.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, lexopt::Error> {
    let mut parser = lexopt::Parser::from_iter(arguments);
    let mut mode = None;
    let mut given = Given::default();
    let mut listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let (mut log, mut die_with_parent) = (None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Value(word) if mode.is_none() => mode = Some(word.string()?),
            Long("listen") => listen = parser.value()?.parse()?,
            Long("log") => log = Some(PathBuf::from(parser.value()?)),
            Long("die-with-parent") => die_with_parent = true,
            Long("count") => given.count = Some(parser.value()?.parse()?),
            Long("service-us") => given.service_us = Some(parser.value()?.parse()?),
            Long("every-ms") => given.every_ms = Some(parser.value()?.parse()?),
            Long("for-ms") => given.for_ms = Some(parser.value()?.parse()?),
            Long("delay-us") => given.delay_us = Some(parser.value()?.parse()?),
            Long("after-ms") => given.after_ms = Some(parser.value()?.parse()?),
            Long("code") => given.code = Some(parser.value()?.parse()?),
            Long("share") => given.share = Some(parser.value()?.parse()?),
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    let mode = mode.ok_or("give a mode, such as workers; --help lists them")?;
    let behaviour = given.behaviour(&mode)?;
    given.nothing_left(&mode)?;
    Ok(Command::Serve(ServeSettings {
        behaviour,
        listen,
        log,
        die_with_parent,
    }))
}

impl Given {
    /// Takes what the mode needs; what it leaves is not its own.
    fn behaviour(&mut self, mode: &str) -> Result<Behaviour, String> {
        Ok(match mode {
            "workers" => {
                let count = within("--count", self.count.take(), 1, 10_000)? as usize;
                let service_us = within("--service-us", self.service_us.take(), 1, 60_000_000)?;
                Behaviour::Workers(Workers::new(count, service_us * 1000))
            }
            "freeze" => {
                let every_ms = within("--every-ms", self.every_ms.take(), 1, 3_600_000)?;
                let for_ms = within("--for-ms", self.for_ms.take(), 1, every_ms)?;
                Behaviour::Freeze(Freeze::new(every_ms * NS_PER_MS, for_ms * NS_PER_MS))
            }
            "constant" => {
                let delay_us = within("--delay-us", self.delay_us.take(), 0, 60_000_000)?;
                Behaviour::Constant {
                    delay_ns: delay_us * 1000,
                }
            }
            "die" => {
                let after = Duration::from_millis(within("--after-ms", self.after_ms.take(), 0, 3_600_000)?);
                Behaviour::Die { after, doomed: false }
            }
            "refuse-keepalive" => Behaviour::Spoilt {
                share: Share::new(1.0),
                deed: Deed::Answer {
                    status: 200,
                    close: true,
                },
            },
            _ => {
                let deed = self.deed(mode)?;
                Behaviour::Spoilt {
                    share: Share::new(self.share()?),
                    deed,
                }
            }
        })
    }

    fn deed(&mut self, mode: &str) -> Result<Deed, String> {
        Ok(match mode {
            "reset" => Deed::Reset,
            "stall" => Deed::Stall,
            "garbage" => Deed::Garbage,
            "half" => Deed::Half,
            "status" => {
                let status = within("--code", self.code.take(), 200, 599)? as u16;
                Deed::Answer { status, close: false }
            }
            _ => return Err(format!("{mode:?} is no mode; --help lists them")),
        })
    }

    fn share(&mut self) -> Result<f64, String> {
        let share = self.share.take().unwrap_or(1.0);
        if (0.0..=1.0).contains(&share) {
            return Ok(share);
        }
        Err(format!("--share {share} is out of range: give 0 to 1"))
    }

    fn nothing_left(&self, mode: &str) -> Result<(), String> {
        let left = [
            ("--count", self.count.is_some()),
            ("--service-us", self.service_us.is_some()),
            ("--every-ms", self.every_ms.is_some()),
            ("--for-ms", self.for_ms.is_some()),
            ("--delay-us", self.delay_us.is_some()),
            ("--after-ms", self.after_ms.is_some()),
            ("--code", self.code.is_some()),
            ("--share", self.share.is_some()),
        ];
        match left.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(format!("{mode} takes no {option}; --help lists what it takes")),
            None => Ok(()),
        }
    }
}

fn within(option: &str, given: Option<u64>, least: u64, most: u64) -> Result<u64, String> {
    let number = given.ok_or_else(|| format!("give {option} N"))?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(format!("{option} {number} is out of range: give {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> Option<String> {
        let words = std::iter::once("known-truth").chain(line.split_whitespace());
        parse(words.map(OsString::from)).err().map(|fault| fault.to_string())
    }

    #[test]
    fn every_mode_is_taken() {
        for line in [
            "workers --count 4 --service-us 5000 --log a.csv --listen 127.0.0.1:0 --die-with-parent",
            "freeze --every-ms 10000 --for-ms 1000",
            "constant --delay-us 100",
            "die --after-ms 10",
            "reset --share 0.5",
            "stall",
            "garbage",
            "half --share 1",
            "status --code 503",
            "refuse-keepalive",
        ] {
            assert_eq!(fault(line), None, "{line}");
        }
    }

    #[test]
    fn bad_input_names_the_cure() {
        for (line, words) in [
            ("", "give a mode"),
            ("sleep", "no mode"),
            ("workers --count 4", "give --service-us N"),
            ("freeze --every-ms 10 --for-ms 11", "give 1 to 10"),
            ("reset --share 2", "give 0 to 1"),
            ("workers --count 4 --service-us 1 --share 1", "takes no --share"),
        ] {
            assert!(
                fault(line).is_some_and(|text| text.contains(words)),
                "{line}: {:?}",
                fault(line)
            );
        }
    }
}
