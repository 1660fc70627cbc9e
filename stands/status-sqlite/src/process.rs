//! What is asked of the kernel: affinity, death with the parent, descriptors, CPU time, memory.

use std::io;
use std::process;

use rustix::process::{getppid, set_parent_process_death_signal, Resource, Rlimit, Signal};
use rustix::thread::{sched_setaffinity, CpuSet};
use rustix::time::{clock_gettime, ClockId};

/// Keeps this thread, and every thread it starts, on `cpus`; an empty list leaves the choice to the kernel.
pub fn pin(cpus: &[usize]) -> io::Result<()> {
    if cpus.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    for &cpu in cpus {
        set.set(cpu);
    }
    sched_setaffinity(None, &set).map_err(Into::into)
}

/// Asks for SIGKILL when the thread that started this process ends.
pub fn die_with_parent() -> io::Result<()> {
    let parent = getppid();
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A parent that ended before the call above would never be noticed.
    if getppid() != parent {
        process::exit(1);
    }
    Ok(())
}

/// Raises the soft limit of open descriptors to the hard one, so that connections are not refused by a shell's default.
pub fn raise_descriptor_limit() -> io::Result<()> {
    let Rlimit { maximum, .. } = rustix::process::getrlimit(Resource::Nofile);
    rustix::process::setrlimit(
        Resource::Nofile,
        Rlimit {
            current: maximum,
            maximum,
        },
    )
    .map_err(Into::into)
}

/// CPU seconds that all threads of this process have used.
pub fn cpu_seconds() -> f64 {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    used.tv_sec as f64 + used.tv_nsec as f64 / 1e9
}

/// Resident memory in bytes, from `/proc/self/statm`; 0 where there is no such file.
pub fn resident_bytes() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * rustix::param::page_size() as u64
}
