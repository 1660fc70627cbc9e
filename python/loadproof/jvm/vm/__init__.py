"""A running VM: its memory, collections, threads and locks over some seconds.

# Layout

- `reading` holds the counters of a VM at one instant. `live_set`, `heap_use` and `collection_rates` compare one reading
  with the next.
- `flags` asks a VM for its version and flags, `native_memory` for its memory by purpose. `thread_groups` tells threads
  of the VM from threads of the service.
- `watch` watches a VM for some seconds. `heap_requests` sends the requests that stop it, and `lock_times` has it record
  the waits at each lock.
- `figures` computes the metrics. `diagnosis` makes the `report` that `loadproof diagnose --json` prints. `document`
  lays it out for people.
- `command` is the verb `loadproof diagnose`.
"""
