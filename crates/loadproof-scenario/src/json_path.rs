//! JSON paths whose work is bounded.
//!
//! A path with several descendant segments visits a value once for every way that leads to it: with four of them a reply of
//! 700 bytes, nested 115 deep, takes seconds. So a path is walked here segment by segment, in the order in which RFC 9535 lists its
//! results and no further than the first of them, and each value that is visited takes a step of those that its reply has.
//! What one segment selects is left to `serde_json_path`, once it is known what that costs at most.

mod written;

use std::cell::Cell;

use serde_json::Value;
use serde_json_path::JsonPath;
use written::{split, Brackets};

/// Longest text of a path.
const MOST_BYTES: usize = 4096;
/// Deepest nesting of brackets; a parser that goes back on each of them takes time that doubles with it.
const MOST_NESTING: usize = 8;
/// Most descendant segments.
const MOST_DESCENTS: usize = 3;
/// Steps that any reply has.
const LEAST_STEPS: u64 = 100_000;
/// Steps that each byte of a body adds.
const STEPS_PER_BYTE: u64 = 2;

/// What is wrong with a JSON path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonPathFault {
    /// It is none: what the parser says.
    Syntax(String),
    /// It could take a reply too long to look for: why, and what to write instead.
    Unbounded(&'static str, &'static str),
}

impl std::fmt::Display for JsonPathFault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Syntax(text) => write!(formatter, "does not compile: {text}"),
            Self::Unbounded(why, cure) => write!(formatter, "{why}: {cure}"),
        }
    }
}

/// The steps that are left to a reply.
#[derive(Debug)]
pub(crate) struct Steps(Cell<u64>);

/// A reply has no steps left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StepsExhausted;

impl Steps {
    /// Those of a reply whose body has so many bytes; all paths on it share them.
    pub(crate) fn of(body_bytes: usize) -> Self {
        Self(Cell::new(LEAST_STEPS + STEPS_PER_BYTE * body_bytes as u64))
    }

    fn take(&self, count: u64) -> Result<(), StepsExhausted> {
        let left = self.0.get().checked_sub(count);
        self.0.set(left.unwrap_or(0));
        left.map(drop).ok_or(StepsExhausted)
    }
}

/// A JSON path, compiled.
#[derive(Clone, Debug)]
pub(crate) enum Path {
    Walked(Box<[Segment]>),
    /// A filter in it looks at the whole reply; nothing in it descends, and it visits a value at most so often.
    Whole(JsonPath, u64),
}

/// One segment: what it selects of the children of a value, and whether of all values below that one too.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    descends: bool,
    selects: Selects,
}

#[derive(Clone, Debug)]
enum Selects {
    Name(String),
    All,
    /// Brackets as a path of their own, with how often they look at each child, and whether they look further below.
    Listed(JsonPath, u64, bool),
}

impl Path {
    /// Compiles a JSON path (RFC 9535).
    pub(crate) fn compile(text: &str) -> Result<Self, JsonPathFault> {
        let syntax = |what: &dyn std::fmt::Display| JsonPathFault::Syntax(what.to_string());
        if text.len() > MOST_BYTES {
            return Err(JsonPathFault::Unbounded("has more than 4096 bytes", "keep to them"));
        }
        if Brackets::of(text).deepest > MOST_NESTING {
            let cure = "write a check or an extraction for each part";
            return Err(JsonPathFault::Unbounded("has brackets more than 8 deep", cure));
        }
        let whole = JsonPath::parse(text).map_err(|error| syntax(&error))?;
        let written = split(text);
        let brackets: Vec<Brackets> = written.iter().map(|(_, segment)| Brackets::of(segment)).collect();
        let descents = written.iter().filter(|(descends, _)| *descends).count();
        check(descents, &brackets)?;
        if brackets.iter().any(|brackets| brackets.at_root) {
            let ways: u64 = brackets
                .iter()
                .fold(1, |ways, brackets| ways.saturating_mul(brackets.selectors));
            let looks: u64 = brackets.iter().map(|brackets| brackets.selectors + brackets.queries).sum();
            return Ok(Self::Whole(whole, ways.saturating_mul(looks)));
        }
        let segments = written.iter().zip(&brackets).map(|((descends, segment), brackets)| {
            let selects = match *segment {
                "*" => Selects::All,
                listed if listed.starts_with('[') => {
                    let path = JsonPath::parse(&format!("${listed}")).map_err(|error| syntax(&error))?;
                    Selects::Listed(path, brackets.selectors + brackets.queries, brackets.looks_below)
                }
                name => Selects::Name(name.to_owned()),
            };
            let descends = *descends;
            Ok(Segment { descends, selects })
        });
        Ok(Self::Walked(segments.collect::<Result<_, _>>()?))
    }

    /// The first value of `document` that it leads to.
    ///
    /// # Errors
    /// [`StepsExhausted`] when that is not known after all steps.
    pub(crate) fn first<'reply>(&self, document: &'reply Value, steps: &Steps) -> Result<Option<&'reply Value>, StepsExhausted> {
        let found = match self {
            Self::Walked(segments) => walk(segments, document, steps)?,
            Self::Whole(path, visits) => {
                take_all(document, *visits, steps)?;
                path.query(document).first()
            }
        };
        // It will be written as text.
        found.map_or(Ok(()), |value| take_all(value, 1, steps))?;
        Ok(found)
    }
}

/// Sees that a JSON path (RFC 9535) compiles, and that what it asks of a reply can be bounded.
///
/// # Errors
/// [`JsonPathFault`].
///
/// ```
/// assert!(loadproof_scenario::check_json_path("$.items[0].id").is_ok());
/// assert!(loadproof_scenario::check_json_path("items[").is_err());
/// assert!(loadproof_scenario::check_json_path("$..a..a..a..a").is_err());
/// ```
pub fn check_json_path(text: &str) -> Result<(), JsonPathFault> {
    Path::compile(text).map(drop)
}

fn check(descents: usize, brackets: &[Brackets]) -> Result<(), JsonPathFault> {
    let unbounded = |why, cure| Err(JsonPathFault::Unbounded(why, cure));
    let name_keys = "name the keys between";
    if descents > MOST_DESCENTS {
        return unbounded("has more than 3 descendant segments (..)", name_keys);
    }
    if brackets.iter().any(|brackets| brackets.descents > 1) {
        return unbounded("has a filter with more than one descendant segment (..)", name_keys);
    }
    if brackets.iter().any(|brackets| brackets.lists) {
        let cure = "write one selector in each bracket, and || between filters";
        return unbounded("has a filter that lists several selectors in one bracket", cure);
    }
    if brackets.iter().any(|brackets| brackets.matches) {
        let cure = "compare with == there, or write a part of its own: regex, or a check with matches";
        return unbounded("asks for a regular expression, compiled anew for each value", cure);
    }
    let descends = descents > 0 || brackets.iter().any(|brackets| brackets.descents > 0);
    if brackets
        .iter()
        .any(|brackets| brackets.at_root && (brackets.looks_wide || descends))
    {
        let cure = "write it without .., * and slices";
        return unbounded("has a filter that looks at the whole reply ($) again for each value", cure);
    }
    Ok(())
}

fn walk<'reply>(segments: &[Segment], value: &'reply Value, steps: &Steps) -> Result<Option<&'reply Value>, StepsExhausted> {
    steps.take(1)?;
    let Some((segment, rest)) = segments.split_first() else {
        return Ok(Some(value));
    };
    let found = match &segment.selects {
        Selects::Name(name) => first_of(value.get(name).into_iter(), rest, steps)?,
        Selects::All => first_of(children(value), rest, steps)?,
        Selects::Listed(path, looks, looks_below) => {
            if *looks_below {
                take_all(value, *looks, steps)?;
            } else {
                steps.take(looks.saturating_mul(1 + children(value).count() as u64))?;
            }
            first_of(path.query(value).into_iter(), rest, steps)?
        }
    };
    if found.is_some() || !segment.descends {
        return Ok(found);
    }
    first_of(children(value), segments, steps)
}

fn first_of<'reply>(
    mut values: impl Iterator<Item = &'reply Value>,
    segments: &[Segment],
    steps: &Steps,
) -> Result<Option<&'reply Value>, StepsExhausted> {
    values.find_map(|value| walk(segments, value, steps).transpose()).transpose()
}

fn children(value: &Value) -> impl Iterator<Item = &Value> {
    let (items, members) = match value {
        Value::Array(items) => (Some(items), None),
        Value::Object(members) => (None, Some(members)),
        _ => (None, None),
    };
    let members = members.into_iter().flat_map(serde_json::Map::values);
    items.into_iter().flatten().chain(members)
}

/// Takes so many steps for a value and for each one below it.
fn take_all(value: &Value, each: u64, steps: &Steps) -> Result<(), StepsExhausted> {
    steps.take(each)?;
    children(value).try_for_each(|child| take_all(child, each, steps))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn document() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            (0i64..4).prop_map(Value::from),
            "[ab]".prop_map(Value::from)
        ];
        leaf.prop_recursive(5, 40, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[abc]", inner, 0..4).prop_map(|members| members.into_iter().collect()),
            ]
        })
    }

    fn segment() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            ".a",
            ".b",
            ".*",
            " ['a']",
            "[0]",
            "[-1]",
            "[::2]",
            "[?@.a]",
            "[?@ == 'b']",
            "[? @.a > 1 || @['b'] == @.c ]",
            "['b', \"a\", *]",
            "[?@.*]",
            "[?!@..a]",
            "[?count(@.*) > 1]",
            "[?length(@) == 1, 0]",
            "[?@['a[.]b\\']'] == '$..[\\',']",
            "[?(@.a || @.b) && !(@.c)]",
            "..a",
            "..*",
            "..[0]",
            "..['a','b']",
            "..[?@.b]",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn the_first_value_is_that_of_the_list_of_the_standard(
            document in document(), segments in prop::collection::vec(segment(), 0..4),
        ) {
            let text = format!("${}", segments.concat());
            let expected = JsonPath::parse(&text).unwrap().query(&document).first();
            let found = Path::compile(&text).unwrap().first(&document, &Steps::of(0)).unwrap();
            prop_assert_eq!(found.map(std::ptr::from_ref), expected.map(std::ptr::from_ref), "{}", text);
        }
    }

    #[test]
    fn a_filter_may_compare_with_the_root() {
        let document: Value = serde_json::from_str(r#"{"wanted": 2, "items": [{"id": 1}, {"id": 2, "x": "y"}]}"#).unwrap();
        let path = Path::compile("$.items[?@.id == $.wanted].x").unwrap();
        assert_eq!(path.first(&document, &Steps::of(0)), Ok(Some(&Value::from("y"))));
        assert_eq!(path.first(&document, &Steps(Cell::new(20))), Err(StepsExhausted));
    }

    #[test]
    fn paths_that_no_reply_could_bound_are_refused() {
        for text in [
            "$..a..a..a..a",
            "$..a.b..*['..'] ..c[0]..d",
            "$[?@..a..b]",
            "$[?@[?@..a]..b]",
            "$[?@['a','b']]",
            "$[?match(@.a, 'x')]",
            "$[?search (@.a, @.b)]",
            "$..[?@.a == $.b]",
            "$[?@.a && $.b[*]]",
            "$[?count($.*) > 1]",
            "$[?@.a == $.b].x..c",
        ] {
            let Err(fault) = Path::compile(text) else {
                // What the parser refuses is no path at all.
                panic!("{text}");
            };
            assert!(
                matches!(fault, JsonPathFault::Unbounded(..)) || JsonPath::parse(text).is_err(),
                "{text}: {fault}"
            );
        }
        for text in [
            "$..a..a..a",
            "$['a','b'][0,1]",
            "$[?@['match(']]",
            "$[?@.a=='$..'].b",
            "$['a,b[']..c",
        ] {
            assert!(Path::compile(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn deep_replies_end_a_search_and_broad_ones_do_not() {
        let deep: Value = serde_json::from_str(&format!("{}1{}", r#"{"a":"#.repeat(115), "}".repeat(115))).unwrap();
        let search = |path: &str, document| Path::compile(path).unwrap().first(document, &Steps::of(700)).map(drop);
        assert_eq!(search("$..a..b", &deep), Ok(()));
        assert_eq!(search("$..a..a..a", &deep), Ok(()));
        assert_eq!(search("$..a..a..b", &deep), Err(StepsExhausted));
        let wide: Value = (0..50).map(|_| deep.clone()).collect();
        assert_eq!(search("$..a..a..b", &wide), Err(StepsExhausted));
        let commas = format!("${}", "[*,*]".repeat(60));
        assert_eq!(search(&format!("{commas}.b"), &deep), Err(StepsExhausted));
        assert_eq!(
            search(&format!("$[?@ == $.b]{}.b", "[*,*]".repeat(60)), &deep),
            Err(StepsExhausted)
        );
        let nested = "$..[?@[?@[?@[?@.x == @.y]]]]..[?@..x].z";
        assert_eq!(search(nested, &wide), Err(StepsExhausted));
        let text = format!("[{}]", "1,".repeat(500_000) + "{\"id\": 7}");
        let many: Value = serde_json::from_str(&text).unwrap();
        let found = Path::compile("$..id").unwrap().first(&many, &Steps::of(text.len()));
        assert_eq!(found, Ok(Some(&Value::from(7))));
    }
}
