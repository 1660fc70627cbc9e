//! Parts of replies, found.

use std::borrow::Cow;
use std::cell::OnceCell;

use loadproof_protocol::http1::{Content, Keep};
use regex::bytes::Regex;
use serde_json::Value;
use serde_json_path::JsonPath;

use crate::demand::Found;
use crate::pattern::{compile_json_path, compile_regex};
use crate::{SetCookie, SubjectSpec};

/// A part of a reply, compiled.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Header(String),
    Json(JsonPath),
    Regex(Regex),
    Cookie(String),
    Body,
    Size,
    Time,
}

/// A part needs more of the body than is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotWhole;

/// A reply whose body is read as JSON once, when it is first asked for.
pub(crate) struct Answer<'a> {
    content: Content<'a>,
    service_ns: u64,
    /// Seconds since 1970, for cookies that expire.
    now_s: u64,
    json: OnceCell<Option<Value>>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(content: Content<'a>, service_ns: u64, now_s: u64) -> Self {
        Self {
            content,
            service_ns,
            now_s,
            json: OnceCell::new(),
        }
    }

    /// Cookies as the reply sets them, in its order.
    pub(crate) fn cookies(&self) -> impl Iterator<Item = SetCookie<'a>> + use<'a> {
        self.content.header("set-cookie").filter_map(SetCookie::parse)
    }

    fn body(&self) -> Result<&'a [u8], NotWhole> {
        self.content.is_whole().then_some(self.content.body).ok_or(NotWhole)
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
            SubjectSpec::Json(path) => Self::Json(compile_json_path(path)?),
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
    /// [`NotWhole`] when it stands in the body and not all of that was kept.
    pub(crate) fn find<'reply>(&self, answer: &'reply Answer<'_>) -> Result<Option<Found<'reply>>, NotWhole> {
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
                let body = answer.body()?;
                let document = answer.json.get_or_init(|| serde_json::from_slice(body).ok());
                let first = document.as_ref().and_then(|document| path.query(document).first());
                first.map(|value| match value {
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
