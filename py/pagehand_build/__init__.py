"""What ``build.py`` does, one room per part. Imports only the standard library."""
