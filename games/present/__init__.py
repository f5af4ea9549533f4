"""What the pages show: rule set, view, legal moves and events in; texts, figures and drawings out."""
