//! Regular expressions, compiled.

use regex::bytes::{Regex, RegexBuilder};

/// Most memory that a compiled regular expression may take; searching takes time in proportion to the text, whatever it is.
const MOST_REGEX_BYTES: usize = 1 << 20;
/// Longest text of a pattern.
const MOST_PATTERN_BYTES: usize = 4096;

/// Compiles a regular expression in the syntax of the `regex` crate, as checks, conditions and extractions do.
///
/// # Errors
/// A sentence that shows it and says what is wrong.
pub(crate) fn compile_regex(text: &str) -> Result<Regex, String> {
    if text.len() > MOST_PATTERN_BYTES {
        return Err(format!(
            "a regular expression of {} bytes: at most {MOST_PATTERN_BYTES}",
            text.len()
        ));
    }
    RegexBuilder::new(text)
        .size_limit(MOST_REGEX_BYTES)
        .nest_limit(64)
        .build()
        .map_err(|error| format!("the regular expression {text:?} does not compile: {error}"))
}

/// Sees that a regular expression compiles.
///
/// # Errors
/// A sentence that shows it and says what is wrong.
///
/// ```
/// assert!(loadproof_scenario::check_regex(r#""id":(\d+)"#).is_ok());
/// assert!(loadproof_scenario::check_regex("(").is_err());
/// ```
pub fn check_regex(text: &str) -> Result<(), String> {
    compile_regex(text).map(drop)
}
