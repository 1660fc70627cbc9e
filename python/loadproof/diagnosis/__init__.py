"""Diagnosis of a runtime by its logs of garbage collections, its dumps of threads and of its heap, and its counters.

# Layout

- `jvm_text` is the front end for every text of a JVM. `plain_bytes` unpacks and decodes the bytes. `line_envelopes`
  removes what containers, loggers and terminals put around the lines.
- `log_parts` finds the files of one log. `line_clock` reads the time of a line, and `gc_lines` its event.
- `collector_log` follows one log from its first line to its last, in bounded memory. It fills `pause_times`,
  `heap_use`, `live_set` and `collection_order`, and `log_stretches` with all of it over time.
- `gc_logs` computes the metrics of a log, and `log_remarks` its remarks. `log_comparison` compares two logs.
  `gc_report` is the whole report, as `loadproof gc --json` prints it.
- `foreign_formats` names the formats that no reader here reads.
- `dump_files` reads thread dumps into a `thread_dump`. `dump_formats` tells their formats apart: `thread_text` of
  HotSpot, `thread_json` and `dump_to_file_text` of `Thread.dump_to_file`, `thread_info_text` and `thread_info_json` of
  tools that write the contents of a `thread_info`.
- `lock_graph` finds which thread waits for which in one dump. `pool_waits` finds threads that wait for an item of a
  pool. `thread_dumps` combines several dumps. `thread_report` is the whole report, as `loadproof threads --json`
  prints it.
- `heap_file` reads a heap dump into a `heap_dump`. `heap_suspects` finds what keeps much of the heap, `heap_growth`
  what grows from dump to dump. `heap_dumps` combines several dumps. `heap_report` is the whole report, as
  `loadproof heap --json` prints it.
- `vm_reading` holds the counters of a running VM at one instant. `vm_live_set`, `vm_heap_use` and `vm_collections`
  compare one reading with the next. `followed_log` reads the log of collections while the VM writes it.
- `vm_flags` asks a running VM for its version and flags, `native_memory` for its memory by purpose. `vm_threads` tells
  threads of the VM from threads of the service.
- `vm_watch` watches a running VM for some seconds. `heap_requests` sends the requests that stop it, and `lock_times`
  has it record the waits at each lock. `vm_figures` computes the metrics. `running_vm` makes the `vm_report` that
  `loadproof diagnose --json` prints.
"""
