"""The command line as a user meets it: real processes, real sockets, real files."""
