"""Records of what a run measured and concluded: one type for each thing, from the judge to the page.

All are frozen dataclasses, and texts for people are Messages.

# Layout

- `measurement`: counts and times of one span, with `machine_use` beside them; `doubt`: reason to distrust them.
- `answer`: answer of a method for one start; `answer_metric`: metric of an answer that is no rate.
- `user_minutes`: minutes of a load of users, by operation.
- `alarm`: an alarm of a study and its firings; `injection`: a problem made on purpose, its occurrences and effects.
- `littles_law`: check of the users of a trial by Little's law.
- `trial`: one plateau with its verdict; `trend`: trend of a metric over a soak.
- `finding`: fact or hypothesis on a trial, with its evidence; `error_kind`: kind of failed calls.
- `database_activity`: what one database did over an interval: statements, sessions, locks, plans.
- `ranking`, `comparison` and `overhead`: results of several variants, or of levels of a feature, over their starts;
  `metric`: what they compare.
- `run`: facts on a run; `memory_need`: memory that a service needs.
- `tone`: colour in which a state or an outcome is drawn.
- `json_form`: records as JSON and back, by the fields of their classes.
"""
