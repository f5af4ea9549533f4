"""Who may do what: one table, and one test that walks it."""
