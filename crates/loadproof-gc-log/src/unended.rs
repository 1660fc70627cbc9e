//! Collections and pauses whose end no line tells: that line is missing, or has a form that could not be read.

use crate::line::is_tagged_start;

/// Pauses lie within each other at most so deep: Serial runs a full collection within a young one.
const MOST_NESTED: usize = 3;
const MOST_COLLECTIONS: usize = 16;
/// Collections that may still go on where a log ends: one beside the service, and one that stops it.
const MOST_AT_END: usize = 2;
/// A number that falls back by more is of another VM.
const RESTART_FALL: u64 = 16;
const LONGEST_KEPT: usize = 200;

/// A line, by its number in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineOf {
    /// From 1.
    pub number: u64,
    /// Its first 200 bytes.
    pub text: Vec<u8>,
}

impl LineOf {
    fn new((number, line): (u64, &[u8])) -> Self {
        let text = line[..line.len().min(LONGEST_KEPT)].to_vec();
        Self { number, text }
    }
}

#[derive(Debug)]
struct Begun {
    collection: Option<u64>,
    name: Vec<u8>,
    is_tagged: bool,
    line: LineOf,
}

#[derive(Debug)]
struct Collection {
    number: u64,
    has_end: bool,
    line: LineOf,
}

/// Follows which pauses and collections have begun and not ended.
#[derive(Debug, Default)]
pub struct Unended {
    begun: Vec<Begun>,
    collections: Vec<Collection>,
    last: Option<(u64, bool)>,
    last_pause_line: u64,
    number: u64,
    first: Option<LineOf>,
}

impl Unended {
    /// A line is of this collection; `ends` it: a pause of it, or the whole of it, was read.
    pub(crate) fn collection(&mut self, collection: Option<u64>, ends: bool, at: (u64, &[u8])) {
        let Some(number) = collection else {
            return;
        };
        // Nearly each line is of the collection of the line before it.
        if self.last.is_some_and(|(last, has_end)| last == number && (has_end || !ends)) {
            return;
        }
        if self.collections.iter().any(|one| one.number > number + RESTART_FALL) {
            self.settle();
        }
        let is_first = self.last.is_none();
        let known = self.collections.iter_mut().find(|one| one.number == number);
        let has_end = if let Some(known) = known {
            known.has_end |= ends;
            known.has_end
        } else {
            if self.collections.len() == MOST_COLLECTIONS {
                let oldest = self.collections.remove(0);
                self.lose(!oldest.has_end, oldest.line);
            }
            // What a file begins with may have ended in the file before it.
            let has_end = ends || is_first;
            let line = LineOf::new(at);
            self.collections.push(Collection { number, has_end, line });
            has_end
        };
        self.last = Some((number, has_end));
    }

    /// A pause begins; false: it has begun before, so that this line is one whose end is lost.
    pub(crate) fn pause_began(&mut self, collection: Option<u64>, name: &[u8], at: (u64, &[u8])) -> bool {
        if self.begun.iter().any(|one| one.collection == collection && one.name == name) {
            return false;
        }
        if self.begun.len() == MOST_NESTED {
            let oldest = self.begun.remove(0);
            self.lose_pause(oldest);
        }
        self.begun.push(Begun {
            collection,
            name: name.to_vec(),
            is_tagged: is_tagged_start(at.1),
            line: LineOf::new(at),
        });
        true
    }

    /// A pause has ended, and how long it took was read.
    pub(crate) fn pause_ended(&mut self, collection: Option<u64>, name: &[u8], line: u64) {
        self.last_pause_line = line;
        self.begun.retain(|one| one.collection != collection || one.name != name);
    }

    /// A file or a VM has ended: what goes on just then has no end, and none is missing.
    pub(crate) fn settle(&mut self) {
        let has_pauses = self.last_pause_line > 0;
        let begun = std::mem::take(&mut self.begun);
        let goes_on_from = begun.len().saturating_sub(MOST_AT_END);
        for (place, one) in begun.into_iter().enumerate() {
            let is_last = place >= goes_on_from && one.line.number > self.last_pause_line;
            if !(is_last && (one.is_tagged || has_pauses)) {
                self.lose_pause(one);
            }
        }
        let mut collections = std::mem::take(&mut self.collections);
        collections.sort_by_key(|one| one.number);
        collections.truncate(collections.len().saturating_sub(MOST_AT_END));
        for one in collections {
            self.lose(!one.has_end, one.line);
        }
        self.last = None;
        self.last_pause_line = 0;
    }

    /// The number of all that was lost, and the first line of it.
    pub(crate) fn found(&self) -> (u64, Option<&LineOf>) {
        (self.number, self.first.as_ref())
    }

    /// A pause without an end stands for its collection.
    fn lose_pause(&mut self, pause: Begun) {
        if let Some(known) = self.collections.iter_mut().find(|one| Some(one.number) == pause.collection) {
            known.has_end = true;
        }
        self.lose(true, pause.line);
    }

    fn lose(&mut self, is_lost: bool, line: LineOf) {
        if is_lost {
            self.number += 1;
            self.first.get_or_insert(line);
        }
    }
}
