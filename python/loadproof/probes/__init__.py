"""Probes that read once a second beside the load: processes, control groups, the machine, pages and databases.

# Layout

- `prober` reads all probes in one `rhythm`. The quick probes share one thread (`lane`), each slow probe has its own.
- `probe` is the interface of a probe, and `reading` its output; `chosen` selects the probes of a study.
- One file per source: `process_probe`, `control_group_probe`, `host_probe`, `generator_probe`,
  `node_probe` (another machine by its node_exporter),
  `prometheus_probe` (`prometheus_page` gets a page, `prometheus_text` parses it, `live_set_metrics` finds the live set
  in it), `mariadb_probe`, `redis_probe`; `loadproof.postgres.probe` is that of PostgreSQL.
- Garbage collections by a page: `collection_metrics`; `page_figure` is one metric of a page. `loadproof.jvm.probe`
  is the probe of a Java VM.
- Memory and context switches of processes: `process_memory` (finds heaps of Java VMs by `jvm.probe.heap_places`)
  and `switch_rate`. `counter_group`: counters that are read and reset together.
- `runtime_facts`: facts on the runtime of a service, read before any load (`go_build`: the Go version).
"""
