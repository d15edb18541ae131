"""End-to-end jobs over `cq`, run from a clone as `python -m pipelines.NAME`."""

from cq.cli.extras import require_extra

require_extra("train", "tqdm")
