//! What the text of a JSON path says of its cost; that it is a path at all is for its parser to say.

/// The segments of a path that compiles: whether each descends; brackets, a name or `*`.
pub(super) fn split(path: &str) -> Vec<(bool, &str)> {
    let mut segments = Vec::new();
    let mut rest = path.trim_start().strip_prefix('$').unwrap_or_default().trim_start();
    while !rest.is_empty() {
        let below = rest.strip_prefix("..");
        let text = below.or_else(|| rest.strip_prefix('.')).unwrap_or(rest);
        let end = if text.starts_with('[') {
            Brackets::end(text)
        } else {
            text.find(|letter: char| letter == '.' || letter == '[' || letter.is_whitespace())
        };
        let (segment, after) = text.split_at(end.unwrap_or(text.len()));
        segments.push((below.is_some(), segment));
        rest = after.trim_start();
    }
    segments
}

/// What stands in the brackets of a segment, outside quotes.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    pub(super) deepest: usize,
    /// Selectors side by side.
    pub(super) selectors: u64,
    /// Paths in filters.
    pub(super) queries: u64,
    /// Descendant segments in filters.
    pub(super) descents: usize,
    /// A filter has a path with several selectors in one bracket.
    pub(super) lists: bool,
    /// A filter calls `match` or `search`.
    pub(super) matches: bool,
    /// A filter has a path from the root.
    pub(super) at_root: bool,
    /// There are wildcards, slices or filters in a filter.
    pub(super) looks_wide: bool,
    /// A filter looks at more than a few values below the one that it tests.
    pub(super) looks_below: bool,
}

impl Brackets {
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self {
            selectors: 1,
            ..Self::default()
        };
        let mut open = Vec::new();
        let (mut filters, mut before, mut compares) = (0, ' ', false);
        let mut word = String::new();
        for (_, letter) in unquoted(text) {
            match letter {
                '[' | '(' => {
                    found.matches |= letter == '(' && matches!(word.as_str(), "match" | "search");
                    open.push(letter);
                    found.deepest = found.deepest.max(open.len());
                }
                ']' | ')' => drop(open.pop()),
                ',' if open.len() == 1 => found.selectors += 1,
                ',' => found.lists |= open.last() == Some(&'['),
                '?' => {
                    filters += 1;
                    found.looks_wide |= filters > 1;
                }
                '*' | ':' => found.looks_wide |= filters > 0,
                '.' if before == '.' => found.descents += usize::from(filters > 0),
                '@' | '$' => {
                    found.queries += 1;
                    found.at_root |= letter == '$' && filters > 0;
                    found.looks_below |= compares;
                }
                _ => {}
            }
            if letter.is_alphanumeric() || letter == '_' {
                word.push(letter);
            } else if !letter.is_whitespace() {
                word.clear();
            }
            if !letter.is_whitespace() {
                compares = matches!(letter, '=' | '<' | '>');
                before = letter;
            }
        }
        found.looks_below |= found.looks_wide || found.descents > 0;
        found
    }

    /// Where the first of them ends.
    fn end(text: &str) -> Option<usize> {
        let mut depth = 0usize;
        for (at, letter) in unquoted(text) {
            match letter {
                '[' | '(' => depth += 1,
                ']' | ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Some(at + letter.len_utf8());
            }
        }
        None
    }
}

/// The letters of a path outside quotes, with their places.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut quote = None;
    let mut escaped = false;
    text.char_indices().filter(move |(_, letter)| match (quote, *letter) {
        (Some(_), _) if escaped => {
            escaped = false;
            false
        }
        (Some(_), '\\') => {
            escaped = true;
            false
        }
        (Some(open), letter) => {
            if open == letter {
                quote = None;
            }
            false
        }
        (None, '\'' | '"') => {
            quote = Some(*letter);
            false
        }
        (None, _) => true,
    })
}
