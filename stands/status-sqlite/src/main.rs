//! The status service over SQLite, a system under test.
//!
//! # Layout
//! `arguments` what was asked · `serve` the life of the service, `shutdown` its end · `api` routes and handlers, `refusal`
//! their errors · `pool` connections and the queue for them · `table` the SQL · `generation` the first start ·
//! `ids` the other command · `metrics` and `histogram` what is counted · `process` what is asked of the kernel.

mod api;
mod arguments;
mod generation;
mod histogram;
mod ids;
mod metrics;
mod pool;
mod process;
mod refusal;
mod serve;
mod shutdown;
mod table;

use std::io::Write;
use std::process::ExitCode;

use arguments::Command;

const OWN_FAULT: u8 = 1;
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let outcome = match arguments::parse(std::env::args_os()) {
        Ok(Command::Help) => write!(std::io::stdout(), "{}", arguments::HELP).map_err(Into::into),
        Ok(Command::Serve(settings)) => serve::serve(&settings),
        Ok(Command::Ids(request)) => ids::print(&request, &mut std::io::stdout().lock()),
        Err(fault) => return fail(&fault.to_string(), BAD_INPUT),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fail(&fault.to_string(), if fault.is_input() { BAD_INPUT } else { OWN_FAULT }),
    }
}

fn fail(message: &str, code: u8) -> ExitCode {
    // With standard error gone there is nobody left to tell; the exit code still speaks.
    let _ = writeln!(std::io::stderr(), "status-sqlite: {message}");
    ExitCode::from(code)
}
