//! [`gc_log`] on the inputs that libFuzzer makes up.

#![no_main]

#[path = "../src/gc_log.rs"]
mod gc_log;

libfuzzer_sys::fuzz_target!(|input: &[u8]| gc_log::check(input));
