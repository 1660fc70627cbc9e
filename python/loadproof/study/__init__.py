"""From a study file to a frozen study; all its faults at once, with file and line.

# Layout

- Written: `*_spec`, whose scalars (`written`) read themselves; `yaml_document` and `spec_file` read a file as one of
  them and gather faults in a `fault_log`.
- Resolved: `*_resolution` looks at what spans more than one key (names, presets, files, secrets) and makes `study`,
  `stand_settings`, `toggle_settings`, `simulated_service` and the profile of `model`; `method_section` reads what is
  written for one method, of `method_scalars`; `twins` are one variant twice.
- What is resolved besides: `methods`, `diagnosis_settings`, `probe_settings`, `simulated_stand`, `slo_set`,
  `made_feeders`.
- Texts with gaps: `template` of requests, `stand_template` of commands, `secret`; `gap_use` and `stand_texts` check
  them. `typed_secret` finds the secrets that were written out.
- Of a load without a profile: `url_request` is what is sent to a URL, `curl_line` reads it off a command of curl:
  `shell_words` are its words (`shell_lexer`, of `bash_words` and `windows_words`), `curl_options` all options of curl
  with what becomes of each, `curl_reading` takes them; `curl_url`, `curl_data` and `curl_form` read their values.
- `toggle_step`: a URL or command that is run while services are up, of switches and injections.
- Checks of one thing each: `request`, `expectation`, `flow_ends`, `database_url`; of files: `text_file`, `csv_file`,
  `authority_file`.
- `load_study`, `load`: the ways in; `study_source` is what a study was read from, and `parameters` are the names of
  options in Python.
"""
