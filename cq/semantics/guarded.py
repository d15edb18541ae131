"""Turns an unexpected exception into a failure of the program that was read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cq.errors import CqError
from cq.semantics.choices import Failure
from cq.settings import is_strict

logger = logging.getLogger(__name__)


@contextmanager
def failing(about: Any) -> Iterator[None]:
    """Log an unexpected exception in the block, with the program it is `about`, and raise it as a `Failure`
    "impossible"; under `CQ_STRICT`, as in the tests, raise it unchanged.
    """
    try:
        yield
    except (Failure, CqError):
        raise
    except Exception as error:
        if is_strict():
            raise
        logger.exception("cannot carry out %r", about)
        raise Failure("impossible", "I cannot carry that out", about) from error
