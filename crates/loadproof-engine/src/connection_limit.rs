//! How many connections a shard may open.

/// Connections of a plan that writes no limit before growth is paced, and those of its saturating trials.
const UNPACED: usize = 1_000;

/// Most connections where neither the plan nor the machine sets a limit.
const MOST: usize = 1_000_000;

/// How many connections a shard may open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimit {
    /// Most connections that calls may have open.
    pub most: usize,
    /// Most connections that a saturating load opens of itself.
    pub saturating: usize,
    /// Connections from which on the time that opening takes is limited; None: it never is.
    pub paced_from: Option<usize>,
}

impl ConnectionLimit {
    /// The limit that a user wrote.
    pub const fn written(most: usize) -> Self {
        Self {
            most,
            saturating: most,
            paced_from: None,
        }
    }

    /// A limit that nobody wrote: as many as calls need, at most `room`, that of one of `shards`. A saturating load needs
    /// any number, so its own is fixed.
    pub fn by_need(room: Option<usize>, shards: usize, number: usize) -> Self {
        let most = share_of(room.unwrap_or(MOST), shards, number).max(1);
        let unpaced = share_of(UNPACED, shards, number).max(1);
        Self {
            most,
            saturating: unpaced.min(most),
            paced_from: Some(unpaced),
        }
    }

    /// The share of shard `number` of a limit over all `shards`, written or by need.
    pub fn of_shard(written: Option<usize>, room: Option<usize>, shards: usize, number: usize) -> Self {
        written.map_or_else(
            || Self::by_need(room, shards, number),
            |most| Self::written(share_of(most, shards, number)),
        )
    }
}

impl From<usize> for ConnectionLimit {
    fn from(most: usize) -> Self {
        Self::written(most)
    }
}

/// The first shards take one connection more when the number does not divide.
fn share_of(connections: usize, shards: usize, number: usize) -> usize {
    (connections + shards - 1 - number) / shards
}

#[cfg(test)]
mod tests {
    use super::ConnectionLimit;

    #[test]
    fn shards_share_all_connections() {
        let shares = |written, room| (0..3).map(move |number| ConnectionLimit::of_shard(written, room, 3, number));
        assert_eq!(shares(Some(10), Some(5)).map(|limit| limit.most).sum::<usize>(), 10);
        assert_eq!(shares(None, Some(5_000)).map(|limit| limit.most).sum::<usize>(), 5_000);
        assert_eq!(shares(None, Some(5_000)).map(|limit| limit.saturating).sum::<usize>(), 1_000);
        assert_eq!(shares(None, Some(30)).map(|limit| limit.saturating).sum::<usize>(), 30);
        assert!(shares(None, Some(1)).all(|limit| limit.most == 1));
        assert_eq!(ConnectionLimit::from(7), ConnectionLimit::written(7));
    }
}
