"""Servers whose truth is known, measured over real sockets."""
