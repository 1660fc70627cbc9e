"""Reports that load generators print or write, read into the figures of a published table.

One module a tool: `jmeter_dashboard`, `k6_summary`, `gatling_report`, `wrk_report`, `hey_report` (hey and oha),
`apache_bench` and `vegeta_report`. `report_builder` collects figures and relations; `tool_report` finds the tool.
"""
