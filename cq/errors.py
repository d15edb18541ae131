"""The errors `cq` raises on purpose: each message names the offending value and the remedy."""


class CqError(Exception):
    """Base of every error raised on purpose; the CLI turns it into one line and exit code 2."""


class InputError(CqError, ValueError):
    """A value given by the user cannot be used as it is."""


class MissingFileError(CqError, FileNotFoundError):
    """A file, a data set, trained weights or the backbone is not where it should be."""


class DownloadError(MissingFileError):
    """A file could not be downloaded, or is not the one that was pinned."""


class NothingClassifiedError(CqError, RuntimeError):
    """`cq.rank(qbank)` was called where no instruction had been classified in this context."""
