//! The command line, parsed into settings.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::behaviour::{Behaviour, Reaction};
use crate::burn::Burn;
use crate::clock::NS_PER_MS;
use crate::connection_limit::ConnectionLimit;
use crate::constant::Constant;
use crate::death::Death;
use crate::freeze::Freeze;
use crate::limiter::Limiter;
use crate::mixture::Mixture;
use crate::office::{Office, Operation};
use crate::share::Share;
use crate::spread::Spread;
use crate::workers::{Illness, Workers};

pub const HELP: &str = "\
known-truth: HTTP servers whose truth is known; every path is answered, one request of a connection at a time

known-truth MODE [options] [--listen ADDRESS:PORT] [--log FILE] [--die-with-parent]
  workers --count N --service-us N [--leak-bytes N] [--every-ms N --for-ms N]
                                        one FIFO, N workers, each request takes one of them for the same time;
                                        GET /healthz and /metrics are answered at once, past the workers and the log.
                                        Each request may leave so many bytes in memory for ever; and in the last
                                        --for-ms of every --every-ms all workers may stand still, as in freeze
  burn --cpu-us N                       one FIFO, one worker, each request takes so much processor time: what
                                        others take of the machine takes from its capacity.
                                        POST /burn?more_us=N, answered past the log: so much more from now on
  freeze --every-ms N --for-ms N [--delay-us N]
                                        answers after the delay (0); in the last --for-ms of every --every-ms, counted
                                        from the first request, all stands still, the delays too
  constant --delay-us N                 answers each request after the same time, however many there are
  mixture --fast-us N --slow-us N --share P
                                        as constant, slow with the chance P; the chances are the same at every start
  office --operation NAME=DISTRIBUTION[:errors=P] [--operation ...]
                                        as constant, with a distribution of times for each operation, the same times at
                                        every start. The first segment of the path is the name of the operation; the
                                        answer to any other path is 404, at once. DISTRIBUTION, times in ms:
                                        lognormal:MEDIAN:SIGMA (sigma of the natural logarithm), uniform:LEAST:MOST or
                                        constant:TIME. P: share of its requests that get 500 after their time, spread
                                        evenly (0)
  slow-first-byte --from-us N --to-us N answers after a time drawn evenly between the two, the same at every start
  slow-body --from-us N --to-us N       head at once, the body in four pieces over such a time
  limiter --rate N --burst N            answers at once; 503 to what exceeds a token bucket of this rate per second
  connection-limit --most N --delay-us N
                                        as constant; a connection beyond so many gets RST for its first request
  die --after-ms N [--delay-us N]       answers after the delay (0); killed (SIGKILL) so long after the first request
  reset [--share P]                     RST in place of an answer
  stall [--share P]                     reads and never answers
  garbage [--share P]                   answers bytes that are not HTTP
  half [--share P]                      closes in the middle of the body
  status --code N [--share P]           answers at once with this status
  refuse-keepalive                      answers at once with Connection: close, and closes

  --share P            share of the requests that meet it, 0 to 1, spread evenly; the others get 200 (default 1)
  --listen             default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
  --log FILE           CSV call,connection,outcome,arrival_ns,start_ns,end_ns,sent_ns,operation of each request
                       (CLOCK_MONOTONIC), flushed every second, at SIGTERM and at the death of die. call: the number
                       that ends its path. connection: its number, from 0. outcome: the status, or reset, stalled,
                       garbage, half, refused (on a connection beyond the limit), death. arrival_ns: by the kernel's
                       note. sent_ns is empty when nothing was sent: the client had left, the server ended, or the mode
                       says so. operation: name of the operation in office; empty for an unknown one and in other modes
  --die-with-parent    be killed when the thread that started this process ends (Linux)
";

const MOST_US: u64 = 60_000_000;
const MOST_MS: u64 = 3_600_000;
/// As long as a body may be that a service keeps by mistake.
const MOST_LEAK_BYTES: u64 = 1024 * 1024;

/// The options of all modes; each takes a value.
const OPTIONS: [&str; 16] = [
    "cpu-us",
    "count",
    "service-us",
    "leak-bytes",
    "every-ms",
    "for-ms",
    "delay-us",
    "fast-us",
    "slow-us",
    "from-us",
    "to-us",
    "rate",
    "burst",
    "most",
    "after-ms",
    "code",
];
const SHARE: &str = "share";
const OPERATION: &str = "operation";

/// What the command line asks for.
pub enum Command {
    Help,
    Serve(Box<ServeSettings>),
}

/// How to serve.
pub struct ServeSettings {
    pub behaviour: Behaviour,
    pub listen: SocketAddr,
    pub log: Option<PathBuf>,
    pub die_with_parent: bool,
}

/// The options of the modes, as far as they were given.
#[derive(Default)]
struct Given {
    values: BTreeMap<String, String>,
    /// Values of the one option that may be given several times.
    operations: Vec<String>,
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
            Long(OPERATION) => given.operations.push(parser.value()?.string()?),
            Long(option) if option == SHARE || OPTIONS.contains(&option) => {
                let option = option.to_owned();
                given.values.insert(option, parser.value()?.string()?);
            }
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    let mode = mode.ok_or("give a mode, such as workers; --help lists them")?;
    let behaviour = given.behaviour(&mode)?;
    given.nothing_left(&mode)?;
    Ok(Command::Serve(Box::new(ServeSettings {
        behaviour,
        listen,
        log,
        die_with_parent,
    })))
}

impl Given {
    /// Takes what the mode needs; what it leaves is not its own.
    fn behaviour(&mut self, mode: &str) -> Result<Behaviour, String> {
        Ok(match mode {
            "workers" => {
                let count = self.number("count", 1, 10_000)? as usize;
                let service_ns = self.time_ns("service-us", 1)?;
                Behaviour::Workers(Workers::new(count, service_ns, self.illness(service_ns)?))
            }
            "burn" => Behaviour::Burn(Burn::new(self.time_ns("cpu-us", 1)?)),
            "freeze" => {
                let delay_ns = self.optional_delay_ns()?;
                Behaviour::Freeze(self.freeze(delay_ns)?)
            }
            "constant" => Behaviour::Constant(Constant::new(self.time_ns("delay-us", 0)?)),
            "mixture" => {
                let (fast_ns, slow_ns) = (self.time_ns("fast-us", 0)?, self.time_ns("slow-us", 0)?);
                Behaviour::Mixture(Mixture::new(fast_ns, slow_ns, self.share()?))
            }
            "office" => Behaviour::Office(Office::new(self.operations()?)?),
            "slow-first-byte" => Behaviour::SlowFirstByte(self.spread()?),
            "slow-body" => Behaviour::SlowBody(self.spread()?),
            "limiter" => {
                let (rate, burst) = (self.number("rate", 1, 1_000_000)?, self.number("burst", 1, 1_000_000)?);
                Behaviour::Limiter(Limiter::new(rate, burst))
            }
            "connection-limit" => {
                let most = self.number("most", 1, 1_000_000)? as usize;
                Behaviour::ConnectionLimit(ConnectionLimit::new(most, self.time_ns("delay-us", 0)?))
            }
            "die" => {
                let after_ms = self.number("after-ms", 0, MOST_MS)?;
                Behaviour::Die(Death::new(after_ms * NS_PER_MS, self.optional_delay_ns()?))
            }
            "refuse-keepalive" => Behaviour::Spoilt {
                share: Share::new(1.0),
                reaction: Reaction::Answer {
                    status: 200,
                    close: true,
                },
            },
            _ => {
                let reaction = self.reaction(mode)?;
                Behaviour::Spoilt {
                    share: Share::new(self.share()?),
                    reaction,
                }
            }
        })
    }

    fn reaction(&mut self, mode: &str) -> Result<Reaction, String> {
        Ok(match mode {
            "reset" => Reaction::Reset,
            "stall" => Reaction::Stall,
            "garbage" => Reaction::Garbage,
            "half" => Reaction::Half,
            "status" => {
                let status = self.number("code", 200, 599)? as u16;
                Reaction::Answer { status, close: false }
            }
            _ => return Err(format!("{mode:?} is no mode; --help lists them")),
        })
    }

    fn freeze(&mut self, delay_ns: u64) -> Result<Freeze, String> {
        let every_ms = self.number("every-ms", 1, MOST_MS)?;
        let for_ms = self.number("for-ms", 1, every_ms)?;
        Ok(Freeze::new(every_ms * NS_PER_MS, for_ms * NS_PER_MS, delay_ns))
    }

    fn illness(&mut self, service_ns: u64) -> Result<Illness, String> {
        let freezes = ["every-ms", "for-ms"].iter().any(|option| self.values.contains_key(*option));
        let leaks = self.values.contains_key("leak-bytes");
        Ok(Illness {
            freeze: freezes.then(|| self.freeze(service_ns)).transpose()?,
            leak_bytes: if leaks {
                self.number("leak-bytes", 1, MOST_LEAK_BYTES)? as usize
            } else {
                0
            },
        })
    }

    fn spread(&mut self) -> Result<Spread, String> {
        let from_ns = self.time_ns("from-us", 0)?;
        let to_ns = self.time_ns("to-us", from_ns / 1000)?;
        Ok(Spread::new(from_ns, to_ns))
    }

    fn operations(&mut self) -> Result<Vec<Operation>, String> {
        self.operations.drain(..).map(|text| text.parse()).collect()
    }

    fn share(&mut self) -> Result<f64, String> {
        let text = self.values.remove(SHARE).unwrap_or_else(|| "1".to_owned());
        match text.parse() {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
            _ => Err(format!("--share {text} is out of range: give 0 to 1")),
        }
    }

    fn optional_delay_ns(&mut self) -> Result<u64, String> {
        if self.values.contains_key("delay-us") {
            self.time_ns("delay-us", 0)
        } else {
            Ok(0)
        }
    }

    /// A time in microseconds, as nanoseconds.
    fn time_ns(&mut self, option: &str, least_us: u64) -> Result<u64, String> {
        Ok(self.number(option, least_us, MOST_US)? * 1000)
    }

    fn number(&mut self, option: &str, least: u64, most: u64) -> Result<u64, String> {
        let text = self.values.remove(option).ok_or_else(|| format!("give --{option} N"))?;
        match text.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("--{option} {text} is out of range: give {least} to {most}")),
        }
    }

    fn nothing_left(&self, mode: &str) -> Result<(), String> {
        let operation = self.operations.first().map(|_| OPERATION);
        match self.values.keys().map(String::as_str).next().or(operation) {
            Some(option) => Err(format!("{mode} takes no --{option}; --help lists what it takes")),
            None => Ok(()),
        }
    }
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
            "workers --count 4 --service-us 5000 --leak-bytes 8192 --every-ms 10000 --for-ms 2000",
            "freeze --every-ms 10000 --for-ms 1000",
            "freeze --every-ms 10000 --for-ms 1000 --delay-us 500",
            "constant --delay-us 100",
            "mixture --fast-us 100 --slow-us 20000 --share 0.1",
            "office --operation form=lognormal:300:0.5 --operation report=uniform:2000:9000 --operation login=constant:150",
            "office --operation save=lognormal:200:0.4:errors=0.01",
            "slow-first-byte --from-us 100 --to-us 20000",
            "slow-body --from-us 100 --to-us 100",
            "limiter --rate 100 --burst 1",
            "connection-limit --most 3 --delay-us 0",
            "die --after-ms 10",
            "die --after-ms 10 --delay-us 100",
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
            ("workers --count four --service-us 1", "give 1 to 10000"),
            ("workers --count 4 --service-us 1 --every-ms 10", "give --for-ms N"),
            ("workers --count 4 --service-us 1 --leak-bytes 0", "give 1 to 1048576"),
            ("freeze --every-ms 10 --for-ms 11", "give 1 to 10"),
            ("slow-body --from-us 10 --to-us 9", "give 10 to"),
            ("office", "give 1 to 100 times --operation"),
            ("office --operation form", "give NAME=DISTRIBUTION"),
            ("office --operation a/b=constant:1", "give a name of letters"),
            (
                "office --operation a=constant",
                "give lognormal:MEDIAN:SIGMA, uniform:LEAST:MOST or constant:TIME",
            ),
            ("office --operation a=lognormal:300:3", "sigma 3 is out of range: give 0 to 2"),
            ("office --operation a=lognormal:NaN:1", "give 0 to 600000"),
            (
                "office --operation a=uniform:9:8",
                "the most time 8 is out of range: give 9 to 600000",
            ),
            (
                "office --operation a=constant:1:errors=2",
                "errors 2 is out of range: give 0 to 1",
            ),
            (
                "office --operation a=constant:1 --operation a=constant:2",
                "a was given twice",
            ),
            ("office --operation a=constant:1 --delay-us 1", "takes no --delay-us"),
            (
                "constant --delay-us 1 --operation a=constant:1",
                "constant takes no --operation",
            ),
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
