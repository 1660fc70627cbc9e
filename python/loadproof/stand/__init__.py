"""Systems under test: started, checked for readiness, limited, stopped; nothing outlives its run.

# Layout

- `stand` is all services of one start (`stand_place` where it runs, `free_ports`, `scratch_directory`),
  `stand_service` one of them, `running_service` one while it runs; `readiness` waits until it answers, `own_addresses`
  says whether it is ours that does.
- `supervisor` is the small process that starts one service and ends its tree (`supervised_process` is its handle,
  `supervised_command` what it is told); `service_group` and `group_removal` are its control group, `placement` its
  processors, `death` its end,
  `service_failure` what is told of one that did not start, `own_process_failure` of a supervisor that died.
- `link` is the process of a link, a service that passes connections on with faults of a network; `link_control` gives
  its orders.
- `feature_switch` switches a feature of services that are up, in its `toggle_place`, by commands or an `http_call`;
  `undo` is what a supervisor does where the controller no longer can.
- `lease` names what a killed run leaves behind, for the next one to clear. `bounded_log` and `last_lines` keep what
  services say.
"""
