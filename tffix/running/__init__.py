"""Many files: prefilter, process pool, atomic write."""
