"""What the stands promise in `stands/README.md`, checked on their built binaries."""
