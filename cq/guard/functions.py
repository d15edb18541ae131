"""Plain functions behind a guard: they raise a question instead of acting on what nobody said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from inspect import getdoc
from typing import Any

from cq.errors import CqError, MissingFileError
from cq.guard.decision import Decision
from cq.guard.questions import Question
from cq.guard.tools import Tool
