//! HTTP servers whose truth is known, to measure a load generator against.
//!
//! # Layout
//! `arguments` what was asked · `server` the one epoll loop, `listener` its socket · `connection` bytes in and out, `arrival` when they came, `request` and
//! `answer` their meaning · `agenda` what is to be done when · `behaviour` the modes, one file each: `workers`, `burn`, `freeze`,
//! `constant`, `mixture`, `office` (operations with distributions of times), `spread` (slow first byte, slow body), `limiter`, `connection_limit`, `death`, `share` (errors and bad answers) ·
//! `journal` what was done.
//!
//! No thread serves a request: service times are planned exactly and kept by one timer, so that a scheduler's delay can make
//! one answer late but never lowers the capacity. `burn` alone works for each request, and has the capacity that it is left.

mod agenda;
mod answer;
mod arguments;
mod arrival;
mod behaviour;
mod burn;
mod clock;
mod connection;
mod connection_limit;
mod constant;
mod death;
mod freeze;
mod journal;
mod limiter;
mod listener;
mod mixture;
mod office;
mod random;
mod request;
mod server;
mod share;
mod spread;
mod workers;

use std::io::Write;
use std::process::ExitCode;

use arguments::Command;

const OWN_FAULT: u8 = 1;
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let outcome = match arguments::parse(std::env::args_os()) {
        Ok(Command::Help) => write!(std::io::stdout(), "{}", arguments::HELP),
        Ok(Command::Serve(settings)) => server::serve(*settings),
        Err(fault) => return fail(&fault.to_string(), BAD_INPUT),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fail(&fault.to_string(), OWN_FAULT),
    }
}

fn fail(message: &str, code: u8) -> ExitCode {
    // With standard error gone there is nobody left to tell; the exit code still speaks.
    let _ = writeln!(std::io::stderr(), "known-truth: {message}");
    ExitCode::from(code)
}
