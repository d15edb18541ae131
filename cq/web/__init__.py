"""The page and the HTTP API of `cq serve` (extra `web`)."""
