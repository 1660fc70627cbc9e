"""What a runtime says of itself: its logs of garbage collections, its dumps of threads and of its heap, its counters.

# Layout

- `jvm_text` is the front end of every text of a JVM: `plain_bytes` unpacks and decodes the bytes, `line_envelopes`
  takes away what containers, loggers and terminals put around the lines.
- `log_parts` finds which files are one log; `line_clock` their times, and `gc_lines` what a line
  says happened.
- `collector_log` follows one log from its first line to its last. What it gathers takes a bounded room: `pause_times`,
  `heap_use`, `live_set`, `collection_order`, and all of it over time in `log_stretches`.
- `gc_logs` makes the figures of it; `log_remarks` says what stands out, and `log_comparison` holds two logs against
  each other. `gc_report` is all that is said, as `loadproof gc --json` prints it.
- `foreign_formats` names what no reader here reads.
- `dump_files` reads thread dumps into a `thread_dump`, and `dump_formats` tells their formats apart: `thread_text` of
  HotSpot, `thread_json` and `dump_to_file_text` of `Thread.dump_to_file`, `thread_info_text` and `thread_info_json` of
  tools that write what a `thread_info` holds. `lock_graph` finds who waits for whom in one, `pool_waits` who waits for
  a thing of a pool; `thread_dumps` puts several together. `thread_report` is all that is said, as
  `loadproof threads --json` prints it.
- `heap_file` reads a dump of a heap into a `heap_dump`; `heap_suspects` finds what keeps much of it, `heap_growth` what
  grows from one to the next; `heap_dumps` puts several together. `heap_report` is all that is said, as
  `loadproof heap --json` prints it.
- Of a VM that runs: `vm_reading` is what its counters say at one instant, `vm_live_set`, `vm_heap_use` and
  `vm_collections` what they say from one to the next; `followed_log` reads on what it writes of its collections;
  `vm_flags` is what it says of itself when it is asked; `vm_threads` tells its own threads from those of the service,
  `native_memory` its memory by what it is for.
- `vm_watch` looks at one for some seconds, `heap_requests` asks for what it stands still for, `lock_times` has it
  record how long its threads wait at each lock, `vm_figures` makes the figures of it, and `running_vm` the `vm_report`
  that `loadproof diagnose --json` prints.
"""
