"""Alarms: rules over series and metrics of calls that fire, as alerting rules of Prometheus do, while a load lasts.

# Layout

- `rule`: a rule, and its text read into parts; `units`: a limit in the unit of what it limits.
- `state`: state machine of one rule: inactive, pending, firing or no data; `evaluation`: the rules of a trial, second
  by second, on `load_metrics` (calls by due second) and readings of probes; `value`: the text of a value.
- `spec` and `resolution`: alarms in a study file. `watch`: alarms while a trial runs. `result`: alarms of a run;
  `sections`: their part of a report.
- `command`: all of `loadproof alarms export`. `prometheus`: a rule as an expression, by names of `exporters`;
  `rule_file`: the file of alerting rules.
"""
