"""From what was resolved to the plan that the engine takes as JSON.

# Layout

- `engine_plan`: the one serializer, of profiles, trials and simulated services; a test holds it to the engine's parser.
- `endpoint`: the addresses that the target's name stands for; `handshake`: one TLS handshake with them.
- `settings`: how the load is made.
"""
