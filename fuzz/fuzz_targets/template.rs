//! [`template`] on the inputs that libFuzzer makes up.

#![no_main]

#[path = "../src/template.rs"]
mod template;

libfuzzer_sys::fuzz_target!(|input: &[u8]| template::check(input));
