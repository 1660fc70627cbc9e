"""What `loadproof plan` assumes: services, the trials on them, and the calls that a profile gives."""
