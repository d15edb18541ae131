"""End-to-end jobs over `cq`, run from a clone as `python -m pipelines.NAME`."""

from importlib.util import find_spec


def check_extras(*modules: str) -> None:
    """Leave with one clear line where the extra `train` is not installed."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise SystemExit(f"{', '.join(missing)} not installed; run: pip install -e '.[train]'")


check_extras("tqdm")
