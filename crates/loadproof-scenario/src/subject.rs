//! Parts of replies, found.

use std::borrow::Cow;
use std::cell::OnceCell;

use loadproof_protocol::http1::{Content, EncodingFault, Keep, MOST_WHOLE_BYTES};
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

/// Mark at the start of a text in UTF-8.
const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
/// Charsets whose letters are no bytes of ASCII.
const WIDE_CHARSETS: [&[u8]; 3] = [b"charset=utf-16", b"charset=\"utf-16", b"charset=utf-32"];
/// Deepest nesting of a JSON body: that of its parser, which reads by recursion.
const MOST_DEPTH: usize = 127;

/// Why a part cannot be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It needs more of the body than is there.
    NotWhole,
    /// The body is nested too deep, or takes too many steps.
    Unbounded,
    /// The body has an encoding that is not supported.
    UnsupportedEncoding,
    /// The body is not what its encoding says.
    CorruptEncoding,
    /// The body is not UTF-8.
    UnsupportedCharset,
}

impl From<EncodingFault> for Unread {
    fn from(fault: EncodingFault) -> Self {
        match fault {
            EncodingFault::TooLarge => Self::NotWhole,
            EncodingFault::Unsupported => Self::UnsupportedEncoding,
            EncodingFault::Corrupt => Self::CorruptEncoding,
        }
    }
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
    text: OnceCell<Result<Cow<'a, [u8]>, Unread>>,
    json: OnceCell<Result<Option<Value>, Unread>>,
    steps: OnceCell<Steps>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(content: Content<'a>, service_ns: u64, now_s: u64) -> Self {
        Self {
            content,
            service_ns,
            now_s,
            text: OnceCell::new(),
            json: OnceCell::new(),
            steps: OnceCell::new(),
        }
    }

    /// Cookies as the reply sets them, in its order.
    pub(crate) fn cookies(&self) -> impl Iterator<Item = SetCookie<'a>> + use<'a> {
        self.content.header("set-cookie").filter_map(SetCookie::parse)
    }

    /// The body as text: without its `Content-Encoding` and its mark of UTF-8.
    fn text(&self) -> Result<&[u8], Unread> {
        let text = self.text.get_or_init(|| {
            if !self.content.is_whole() {
                return Err(Unread::NotWhole);
            }
            let body = self.content.decoded_body(MOST_WHOLE_BYTES)?;
            if is_wide(&self.content, &body) {
                return Err(Unread::UnsupportedCharset);
            }
            Ok(body)
        });
        let text = text.as_ref().map_err(|unread| *unread)?;
        Ok(text.strip_prefix(UTF_8_MARK).unwrap_or(text))
    }

    /// True if the body is text in another charset than UTF-8, so that letters outside ASCII cannot be found in it.
    pub(crate) fn is_other_charset(&self) -> bool {
        self.text().is_ok_and(is_other_charset)
    }

    fn steps(&self) -> &Steps {
        self.steps.get_or_init(|| Steps::of(self.text().map_or(0, <[u8]>::len)))
    }

    /// The body as JSON; None where it is none.
    fn document(&self) -> Result<Option<&Value>, Unread> {
        let body = self.text()?;
        let document = self.json.get_or_init(|| match serde_json::from_slice(body) {
            Ok(document) => Ok(Some(document)),
            Err(_) if is_deep(body) => Err(Unread::Unbounded),
            Err(_) if is_other_charset(body) => Err(Unread::UnsupportedCharset),
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

    /// True if it is text of the body that is read as bytes.
    pub(crate) fn is_body_text(&self) -> bool {
        matches!(self, Self::Body | Self::Regex(_))
    }

    /// True if it looks for letters outside ASCII.
    pub(crate) fn seeks_non_ascii(&self) -> bool {
        matches!(self, Self::Regex(pattern) if !pattern.as_str().is_ascii())
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
            Self::Body => Some(borrowed(answer.text()?)),
            Self::Size => Some(Found::Number(content.body_bytes as f64)),
            Self::Time => Some(Found::Number(answer.service_ns as f64 / 1e6)),
            Self::Regex(pattern) => {
                let captures = pattern.captures(answer.text()?);
                captures.and_then(|groups| {
                    let group = if groups.len() > 1 { groups.get(1) } else { groups.get(0) };
                    group.map(|group| borrowed(group.as_bytes()))
                })
            }
            Self::Json(path) => {
                let document = answer.document()?;
                let first = document.map(|document| path.first(document, answer.steps())).transpose()?;
                first.flatten().map(|value| match value {
                    Value::String(text) => borrowed(text.as_bytes()),
                    other => Found::Text(Cow::Owned(other.to_string().into_bytes())),
                })
            }
        })
    }
}

/// True if a body is in UTF-16 or UTF-32 by its type or its mark.
fn is_wide(content: &Content<'_>, body: &[u8]) -> bool {
    let is_declared = content.header("content-type").any(|value| {
        let value = value.to_ascii_lowercase();
        WIDE_CHARSETS
            .iter()
            .any(|charset| memchr::memmem::find(&value, charset).is_some())
    });
    is_declared || body.starts_with(&[0xff, 0xfe]) || body.starts_with(&[0xfe, 0xff])
}

/// True if what should be JSON is in another charset: not UTF-8, or UTF-16 or UTF-32 by the zero bytes of its first letters
/// (RFC 4627, section 3).
fn is_other_charset(body: &[u8]) -> bool {
    let begin = &body[..body.len().min(4)];
    begin.contains(&0) || std::str::from_utf8(body).is_err()
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
