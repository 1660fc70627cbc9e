//! Parts of replies, found.

use std::borrow::Cow;
use std::cell::OnceCell;

use loadproof_protocol::http1::{Content, Keep};
use regex::bytes::Regex;
use serde_json::Value;

use crate::demand::Found;
use crate::json_path::{Path, Steps, StepsExhausted};
use crate::pattern::compile_regex;
use crate::{SetCookie, SubjectSpec};

/// A part of a reply, compiled.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Header(String),
    Json(Path),
    Regex(Regex),
    Cookie(String),
    Body,
    Size,
    Time,
}

/// Deepest nesting of a JSON body: that of its parser, which reads by recursion.
const MOST_DEPTH: usize = 127;

/// Why a part cannot be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It needs more of the body than is there.
    NotWhole,
    /// The body is nested too deep, or takes too many steps.
    Unbounded,
}

impl From<StepsExhausted> for Unread {
    fn from(_: StepsExhausted) -> Self {
        Self::Unbounded
    }
}

/// A reply whose body is read as JSON once, when it is first asked for.
pub(crate) struct Answer<'a> {
    content: Content<'a>,
    service_ns: u64,
    /// Seconds since 1970, for cookies that expire.
    now_s: u64,
    json: OnceCell<Result<Option<Value>, Unread>>,
    steps: Steps,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(content: Content<'a>, service_ns: u64, now_s: u64) -> Self {
        Self {
            content,
            service_ns,
            now_s,
            json: OnceCell::new(),
            steps: Steps::of(content.body.len()),
        }
    }

    /// Cookies as the reply sets them, in its order.
    pub(crate) fn cookies(&self) -> impl Iterator<Item = SetCookie<'a>> + use<'a> {
        self.content.header("set-cookie").filter_map(SetCookie::parse)
    }

    fn body(&self) -> Result<&'a [u8], Unread> {
        self.content.is_whole().then_some(self.content.body).ok_or(Unread::NotWhole)
    }

    /// The body as JSON; None where it is none.
    fn document(&self) -> Result<Option<&Value>, Unread> {
        let body = self.body()?;
        let document = self.json.get_or_init(|| match serde_json::from_slice(body) {
            Ok(document) => Ok(Some(document)),
            Err(_) if is_deep(body) => Err(Unread::Unbounded),
            Err(_) => Ok(None),
        });
        document.as_ref().map(Option::as_ref).map_err(|unread| *unread)
    }
}

impl Subject {
    /// # Errors
    /// A sentence that names what is wrong.
    pub(crate) fn compile(spec: &SubjectSpec) -> Result<Self, String> {
        Ok(match spec {
            SubjectSpec::Header(name) if name.is_empty() => return Err("the name of a header is empty".into()),
            SubjectSpec::Cookie(name) if name.is_empty() => return Err("the name of a cookie is empty".into()),
            SubjectSpec::Header(name) => Self::Header(name.clone()),
            SubjectSpec::Json(path) => {
                Self::Json(Path::compile(path).map_err(|fault| format!("the JSON path {path:?} {fault}"))?)
            }
            SubjectSpec::Regex(pattern) => Self::Regex(compile_regex(pattern)?),
            SubjectSpec::Cookie(name) => Self::Cookie(name.clone()),
            SubjectSpec::Body => Self::Body,
            SubjectSpec::Size => Self::Size,
            SubjectSpec::Time => Self::Time,
        })
    }

    /// How much of a reply is needed to find it.
    pub(crate) fn keep(&self) -> Keep {
        match self {
            Self::Header(_) | Self::Cookie(_) | Self::Size => Keep::Head,
            Self::Json(_) | Self::Regex(_) | Self::Body => Keep::Whole,
            Self::Time => Keep::Nothing,
        }
    }

    /// What of a reply it is; None where the reply has none.
    ///
    /// # Errors
    /// [`Unread`] when it stands in the body, and not all of that was kept or it takes too long to look for.
    pub(crate) fn find<'reply>(&self, answer: &'reply Answer<'_>) -> Result<Option<Found<'reply>>, Unread> {
        let content = &answer.content;
        Ok(match self {
            Self::Header(name) => content.header(name).next().map(borrowed),
            Self::Cookie(name) => {
                // The last of a name is the one that a session would keep.
                let set = answer.cookies().filter(|cookie| cookie.name == name.as_bytes()).last();
                set.filter(|cookie| !cookie.is_expired(answer.now_s))
                    .map(|cookie| borrowed(cookie.value))
            }
            Self::Body => Some(borrowed(answer.body()?)),
            Self::Size => Some(Found::Number(content.body_bytes as f64)),
            Self::Time => Some(Found::Number(answer.service_ns as f64 / 1e6)),
            Self::Regex(pattern) => {
                let captures = pattern.captures(answer.body()?);
                captures.and_then(|groups| {
                    let group = if groups.len() > 1 { groups.get(1) } else { groups.get(0) };
                    group.map(|group| borrowed(group.as_bytes()))
                })
            }
            Self::Json(path) => {
                let document = answer.document()?;
                let first = document.map(|document| path.first(document, &answer.steps)).transpose()?;
                first.flatten().map(|value| match value {
                    Value::String(text) => borrowed(text.as_bytes()),
                    other => Found::Text(Cow::Owned(other.to_string().into_bytes())),
                })
            }
        })
    }
}

fn borrowed(text: &[u8]) -> Found<'_> {
    Found::Text(Cow::Borrowed(text))
}

/// Whether a body opens more brackets than a parser of JSON goes into.
fn is_deep(body: &[u8]) -> bool {
    let (mut depth, mut is_text, mut escaped) = (0usize, false, false);
    body.iter().any(|byte| {
        match (is_text, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => is_text = !is_text,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MOST_DEPTH
    })
}
