"""What a user writes: profiles, SLOs, durations, templates and targets; loading, checking, resolving."""
