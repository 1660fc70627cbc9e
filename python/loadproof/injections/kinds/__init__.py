"""Kinds of injections: how each problem is made on a start of a stand, and undone.

# Layout

- `registry`: a line for each kind, which finds its class when it is asked for.
- `command`: a command of the study; `call`: an HTTP call; `stop` and `kill`: processes of a service; `pressure`: load
  of `stress-ng` in the control group of a service.
- `slowdown`: longer service times of a simulated service, in virtual time alone.
- `failure`: the error of an injection, and the words for it.
"""
