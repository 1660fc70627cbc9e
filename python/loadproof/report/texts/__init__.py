"""The texts of reports in other languages: one catalogue for each family of messages."""
