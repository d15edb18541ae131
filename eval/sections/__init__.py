"""The sections of the report of `eval.all`, one file a question."""
