"""Systems under test: started, checked for readiness, stopped."""
