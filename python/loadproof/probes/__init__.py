"""What is read beside the load, once a second: processes, control groups, the machine, pages and databases.

# Layout

- `prober` reads all of them; a quick one on its own thread, a slow one (`lane`) on a thread of its own, in their
  `rhythm`.
- `probe` is what one is and `reading` what it gives; `chosen` picks those of a study.
- One file a source: `process_probe`, `control_group_probe`, `java_probe` (with `java_vm`), `host_probe`,
  `generator_probe`, `prometheus_probe` (`prometheus_page` gets one, `prometheus_text` reads it, `live_set_metrics`
  finds what is alive in it), `postgres_probe` (`postgres_link` asks it `postgres_statements`), `mariadb_probe`,
  `redis_probe`.
- What collectors do by a page: `collection_metrics`; `page_figure` is what a page says of one figure. What a Java VM
  says is read by `loadproof.diagnosis`.
- Counters of processes: `process_memory`, which finds heaps of Java VMs by `java_heap`, `switch_rate`, and
  `counter_group`, those that are read and reset together.
- `runtime_facts`: what a runtime says of itself before any load (`go_build`).
"""
