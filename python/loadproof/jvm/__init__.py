"""Readers of what a JVM tells: logs of collections, heap dumps, thread dumps, and the counters of a running VM.

A feature is a folder: `gc`, `heap`, `threads` and `vm` each have the reader, the report and the verb.

# Layout

- `gc` reads logs of garbage collections (`loadproof gc`), `heap` heap dumps (`loadproof heap`), `threads` thread dumps
  (`loadproof threads`). None of the three knows another one.
- `vm` watches a running VM (`loadproof diagnose`). It uses all three.
- `probe` reads the VM of a service once a second beside the load.
- `text` is the front end for every text of a JVM. `plain_bytes` unpacks and decodes the bytes. `line_envelopes` removes
  what containers, loggers and terminals put around the lines.
- `foreign_formats` names the formats that no reader here reads.
- `remark` is the type of a remark in each of the reports.
- `causes`: findings from dumps that were taken after a trial.

The name of a module tells its role, and the role tells what it may import. `command` is the verb. `document` is the
report for people, with `heap.tree` and `threads.flame_graph` as parts of it. `causes` are rules on trials. The folder
`probe` is a probe. All others are readers: they know nothing of a run.
"""
