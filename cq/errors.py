"""The errors that `cq` raises on purpose. Each message names the offending value and the remedy."""


class CqError(Exception):
    """Base of every error raised on purpose; the CLI turns it into one line and exit code 2."""


class InputError(CqError, ValueError):
    """A value given by the user cannot be used as it is."""


class MissingFileError(CqError, FileNotFoundError):
    """A file, a data set, trained weights or the backbone is missing."""


class DownloadError(MissingFileError):
    """A file could not be downloaded, or its digest is not the pinned one."""


class NothingClassifiedError(CqError, RuntimeError):
    """`cq.rank(qbank)` was called before any instruction was classified in this context."""
