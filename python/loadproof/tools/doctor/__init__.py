"""A look at the machine before anybody trusts a number from it (`loadproof doctor`). Reads and times.

Changes nothing but what dead runs left behind, which it clears first.

# Layout

- `check`: what one look found, with its cure, and the verdict over all of them.
- `machine`: processors and clock; `limits`: what this user and this kernel allow. Both are looked at once.
- `wake_ups`: sleep states, timers, stalls, by `sleeper`, a program that sleeps and tells how late it woke.
- `minute`: all else that takes time, and `examine`, the whole look.
- `command` is the verb, which prints it.
"""
