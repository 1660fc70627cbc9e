//! A text with gaps for values of variables and feeders.

/// Most fresh rows that one gap may ask for.
const MOST_VALUES: usize = 1000;

/// A text with `${variable}`, `${feeder}`, `${feeder*10}`, `${feeder.column}` and `${feeder.column*10}` gaps; `$${` stands for `${`.
///
/// ```
/// use loadproof_scenario::{Part, Template};
/// let template = Template::parse("/status/${ids.id}").unwrap();
/// assert_eq!(template.parts()[1], Part::Gap { name: "ids".into(), column: Some("id".into()), count: None });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text as it is.
    Text(String),
    /// A place for a value.
    Gap {
        /// Name of the variable or feeder.
        name: String,
        /// Column, for feeders with rows.
        column: Option<String>,
        /// `*n`: that many fresh rows of a CSV column or numbers of a range, joined by commas; none: the one that is held.
        count: Option<usize>,
    },
}

/// A text that is not a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// A `${` that never ends.
    #[error("`${{` without `}}` in {0:?}")]
    Unclosed(String),
    /// A gap that is not name, column and count.
    #[error("`${{{0}}}` is not a gap: write `${{variable}}`, `${{feeder}}`, `${{feeder.column}}` or `${{feeder.column*10}}`")]
    NotAGap(String),
}

impl Template {
    /// Parses a text.
    ///
    /// # Errors
    /// [`TemplateError`] naming the gap that is wrong.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("${") {
            if rest[..start].ends_with('$') {
                literal.push_str(&rest[..start - 1]);
                literal.push_str("${");
                rest = &rest[start + 2..];
                continue;
            }
            literal.push_str(&rest[..start]);
            let inside = &rest[start + 2..];
            let end = inside.find('}').ok_or_else(|| TemplateError::Unclosed(text.to_owned()))?;
            if !literal.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut literal)));
            }
            parts.push(parse_gap(&inside[..end])?);
            rest = &inside[end + 1..];
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(Part::Text(literal));
        }
        Ok(Self { parts })
    }

    /// The pieces in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}

fn parse_gap(inside: &str) -> Result<Part, TemplateError> {
    let wrong = || TemplateError::NotAGap(inside.to_owned());
    let (reference, count) = match inside.split_once('*') {
        Some((reference, digits)) => {
            let count = digits
                .trim()
                .parse()
                .ok()
                .filter(|count| (1..=MOST_VALUES).contains(count))
                .ok_or_else(wrong)?;
            (reference, Some(count))
        }
        None => (inside, None),
    };
    let (name, column) = match reference.trim().split_once('.') {
        Some((name, column)) => (name, Some(column)),
        None => (reference.trim(), None),
    };
    let is_name = |text: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
    };
    if !is_name(name) || column.is_some_and(|column| !is_name(column)) {
        return Err(wrong());
    }
    Ok(Part::Gap {
        name: name.to_owned(),
        column: column.map(str::to_owned),
        count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gap(name: &str, column: Option<&str>, count: Option<usize>) -> Part {
        Part::Gap {
            name: name.into(),
            column: column.map(Into::into),
            count,
        }
    }

    #[test]
    fn texts_and_gaps_alternate() {
        let template = Template::parse(r#"{"a": "${new_id}", "b": [${ids.id * 3}], "c": "$${no}"}"#).unwrap();
        assert_eq!(
            template.parts(),
            [
                Part::Text(r#"{"a": ""#.into()),
                gap("new_id", None, None),
                Part::Text(r#"", "b": ["#.into()),
                gap("ids", Some("id"), Some(3)),
                Part::Text(r#"], "c": "${no}"}"#.into()),
            ]
        );
    }

    #[test]
    fn wrong_gaps_are_named() {
        for text in [
            "${",
            "${}",
            "${a b}",
            "${a.b*0}",
            "${a.b*1001}",
            "${a.b*x}",
            "${a*0}",
            "${a*2*2}",
            "${a.b.c}",
        ] {
            assert!(Template::parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_text_without_gaps_stays_as_it_is(text in "[^$]{0,80}") {
            let template = Template::parse(&text).unwrap();
            let expected: Vec<Part> = if text.is_empty() { vec![] } else { vec![Part::Text(text)] };
            prop_assert_eq!(template.parts(), expected);
        }

        #[test]
        fn any_text_parses_or_is_an_error(text in "[$\\{\\}a.*0-9]{0,40}") {
            let _ = Template::parse(&text);
        }
    }
}
