"""What the operating system says: processes, processor times, control groups. Reads and names; decides nothing.

# Layout

- `process_identity`, `process_tree`, `process_files`: processes, told apart by their start time; `runtime`: what
  runs in one.
- `host_counters`, `control_group`, `control_group_counters`, `kernel_file`: counters of the kernel; `listeners`: who
  listens where, `servers`: who serves a target, `listening_service`: which of them are one service.
- `secret_mask` hides secrets in what is stored and shown; `yardstick`: how fast the machine is.
"""
