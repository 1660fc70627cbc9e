"""Facts from the operating system: processes, processor times, control groups. Reads and names; decides nothing.

# Layout

- `process_identity`, `process_tree`, `process_files`: processes, told apart by their start time; `address_space`: the
  mappings of one; `runtime`: what runs in one; `own_processes`: which child processes of a run died or were stopped.
- `open_files`, `process_limits`: limits of this process, checked before a load, and the reserve of the controller;
  `connection_room`: connections that ports and memory allow; `exhausted_resource`: the resource that an error names,
  and one sentence for the user.
- `devices`: disks and network interfaces that are hardware.
- `host_counters`, `control_group`, `control_group_counters`, `kernel_file`: counters of the kernel; `memory_room`: how
  much memory there is for all that we start; `listeners`: who listens where, `servers`: who serves a target,
  `listening_service`: which of them are one service, `forking_server`: one with a process for each connection.
- `path_lookup` looks at paths that users name, `input_file` opens files that are read, `atomic_write` writes files:
  whole or not at all, regular files alone. No other module does so (tests/unit/test_file_access.py).
- `growth` of counters from reading to reading, `process_growth` of a set of processes that changes; `machine_account`
  and `pressure_account`: who used processors, disks and memory; `pressure_file`: for how long tasks waited for one;
  `java_counters`: what a Java VM shares; `java_attach` asks one. `thread_use`: what each thread of a process uses.
- `end_signals`: Ctrl-C, SIGTERM and SIGHUP, which end this process at once or by KeyboardInterrupt.
- `awake` keeps processors from sleeping; `commit`: the commit that a directory is at.
- `own_network`: whether an address is of this machine or a private network.
- `secret_mask` hides secrets in what is stored and shown, a `placed_secret` after its name alone; `credential_name` is
  the list of names of credentials, `credential_text` finds them in texts, `hidden_credentials` are such texts with
  stars. `yardstick`: how fast the machine is.
"""
