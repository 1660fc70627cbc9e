"""What a user writes: studies, profiles, SLOs, durations, templates and targets; loading, checking, resolving."""
