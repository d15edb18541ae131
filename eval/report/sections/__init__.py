"""The sections of the report of `eval.report.all`, one file a question."""
