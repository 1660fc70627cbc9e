"""Kinds of injections: how each problem is made on a start of a stand, and undone.

# Layout

- `registry`: a line for each kind, which finds its class when it is asked for.
- `command`: a command of the study; `call`: an HTTP call; `stop` and `kill`: processes of a service; `pressure`: load
  of `stress-ng` in the control group of a service.
- `sql`: sessions of a PostgreSQL database. `sql_statement`: what a rollback undoes; `sql_client`: the process that has
  the sessions, as the controller sees it; `sql_sessions`: that process; `sql_order`: what both say to each other;
  `sql_space`: file systems that the sessions may fill; `sql_termination`: sessions found and ended from outside, also
  after the death of the controller.
- `network`: faults of a link.
- `slowdown`: longer service times of a simulated service, in virtual time alone.
- `failure`: the error of an injection, and the words for it.
"""
