"""Hostile inputs and injected faults: nothing may be silently wrong, end in a traceback, or hang."""
