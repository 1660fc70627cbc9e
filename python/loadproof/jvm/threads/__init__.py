"""Thread dumps: deadlocks, which thread waits for which, and locks and pools that many threads wait for.

# Layout

- `dump_files` reads files into a `dump`. `dump_formats` tells the formats apart: `text` of HotSpot, `dump_to_file_text`
  and `dump_to_file_json` of `Thread.dump_to_file`, `thread_info_text` and `thread_info_json` of tools that write the
  contents of a `thread_info`.
- `lock_graph` finds which thread waits for which in one dump. `pool_waits` finds threads that wait for an item of a
  pool. `dumps` combines several dumps.
- `report` is the whole report, as `loadproof threads --json` prints it. `document` lays it out for people, with the
  stacks joined into a `flame_graph`.
- `causes`: findings on trials in which threads were blocked.
- `command` is the verb `loadproof threads`.
"""
