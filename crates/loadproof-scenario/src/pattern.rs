//! Regular expressions and JSON paths, compiled.

use regex::bytes::{Regex, RegexBuilder};
use serde_json_path::JsonPath;

/// Most memory that a compiled regular expression may take; searching takes time in proportion to the text, whatever it is.
const MOST_REGEX_BYTES: usize = 1 << 20;
/// Longest text of a pattern.
const MOST_PATTERN_BYTES: usize = 4096;
/// Deepest nesting of brackets in a JSON path.
const MOST_NESTING: usize = 8;

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

/// Compiles a JSON path (RFC 9535).
///
/// # Errors
/// A sentence that shows it and says what is wrong.
pub(crate) fn compile_json_path(text: &str) -> Result<JsonPath, String> {
    if text.len() > MOST_PATTERN_BYTES {
        return Err(format!("a JSON path of {} bytes: at most {MOST_PATTERN_BYTES}", text.len()));
    }
    if nesting(text) > MOST_NESTING {
        return Err(format!("the JSON path {text:?} has brackets more than {MOST_NESTING} deep"));
    }
    JsonPath::parse(text).map_err(|error| format!("the JSON path {text:?} does not compile: {error}"))
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

/// Sees that a JSON path (RFC 9535) compiles.
///
/// # Errors
/// A sentence that shows it and says what is wrong.
///
/// ```
/// assert!(loadproof_scenario::check_json_path("$.items[0].id").is_ok());
/// assert!(loadproof_scenario::check_json_path("items[").is_err());
/// ```
pub fn check_json_path(text: &str) -> Result<(), String> {
    compile_json_path(text).map(drop)
}

/// Deepest nesting of brackets outside quotes; a parser that goes back on each of them takes time that doubles with it.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => drop(letters.next()),
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '(' | '[') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    deepest
}
