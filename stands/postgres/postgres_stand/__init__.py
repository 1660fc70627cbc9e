"""The PostgreSQL of the status services: made once from a template, started, reset between starts of a service."""
