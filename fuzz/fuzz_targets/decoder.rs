//! [`decoder`] on the inputs that libFuzzer makes up.

#![no_main]

#[path = "../src/decoder.rs"]
mod decoder;

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder::check(input));
