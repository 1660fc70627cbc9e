"""`python -m loadproof`."""

from loadproof.cli.main import main

if __name__ == "__main__":
    main()
