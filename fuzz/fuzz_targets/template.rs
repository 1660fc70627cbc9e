//! Any text parses as a template or is an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loadproof_scenario::Template;

fuzz_target!(|text: &str| {
    let _ = Template::parse(text);
});
