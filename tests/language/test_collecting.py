"""The garbage collector rests while a text is read, and is as it was afterwards."""

import gc

import pytest

from cq.language.collecting import uncollected


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_as_it_was(enabled):
    during = []

    @uncollected
    def fail():
        during.append(gc.isenabled())
        raise ValueError("stopped")

    was = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        with pytest.raises(ValueError, match="stopped"):
            fail()
        assert during == [False]
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was else gc.disable)()
