"""What went wrong without ending the walk."""
failures = []
