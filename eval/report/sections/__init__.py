"""The sections of the report of `eval.report.write`, one file per question."""
