"""From what was resolved to the plan that the engine takes as JSON."""
