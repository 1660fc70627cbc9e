//! What a reply said, as far as it was kept.

/// How much of a reply is kept until its call is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    /// Nothing is needed; the begin is given where it costs nothing.
    #[default]
    Nothing,
    /// The head.
    Head,
    /// The head and the body.
    Whole,
}

/// What the reply to a request may be, and how much of it is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// The method is HEAD: the reply has no body whatever its header says.
    pub head_only: bool,
    /// How much of it is kept.
    pub keep: Keep,
}

/// A reply as far as it was kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content<'a> {
    /// Status line and headers with their line ends, up to the empty line.
    pub head: &'a [u8],
    /// The body without framing.
    pub body: &'a [u8],
    /// Bytes that the body had, kept or not.
    pub body_bytes: u64,
}

impl<'a> Content<'a> {
    /// Whether the body is there in full.
    pub fn is_whole(&self) -> bool {
        self.body.len() as u64 == self.body_bytes
    }

    /// The values of a header, by its name in any case, in their order.
    ///
    /// ```
    /// use loadproof_protocol::http1::Content;
    /// let content = Content { head: b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n", ..Content::default() };
    /// let cookies: Vec<&[u8]> = content.header("set-cookie").collect();
    /// assert_eq!(cookies, [b"a=1", b"b=2"]);
    /// ```
    pub fn header<'name>(&self, name: &'name str) -> impl Iterator<Item = &'a [u8]> + use<'a, 'name> {
        let lines = self.head.split(|byte| *byte == b'\n').skip(1);
        lines.filter_map(move |line| {
            let colon = line.iter().position(|byte| *byte == b':')?;
            let matches = line[..colon].eq_ignore_ascii_case(name.as_bytes());
            matches.then(|| line[colon + 1..].trim_ascii())
        })
    }
}
