"""The API at /api/v1/: thin views over the table service and the reads, for programs."""
