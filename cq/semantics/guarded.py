"""One place where an exception that nobody expected, out of words, becomes a failure of what was read."""

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
    """In the block, an unexpected exception is logged with what it is about, and raised as a `Failure`: what
    was read cannot be carried out. It is raised as it is under `CQ_STRICT`, as in the tests.
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
