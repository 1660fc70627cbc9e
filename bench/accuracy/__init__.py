"""The ground-truth conformance suite: servers whose truth is known, measured over real sockets, beside its peers."""
