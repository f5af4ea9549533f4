"""The web pages: thin views over the table service and the reads."""
