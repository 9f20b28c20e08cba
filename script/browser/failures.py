"""Failures that do not stop the run."""
failures = []
