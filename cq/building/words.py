"""What the network reads of an instruction: its word pieces' vectors at some layers of the frozen encoder.

The lowest layer tells which word it is, upper ones what it means beside its neighbours. Frozen, they bring
to a few thousand rows what the encoder learned from many millions of sentences.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
import numpy.typing as npt

from cq.backbone import Backbone

LAYERS = (0, 3, 6)
LONGEST = 64
"""Word pieces read of an instruction."""

Vectors = npt.NDArray[np.float16]


class WordReader:
    """Texts → vectors; of the last `remembered` texts they are kept, since training reads each many times."""

    def __init__(self, backbone: Backbone, remembered: int = 0) -> None:
        self._backbone, self._remembered = backbone, remembered
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def width(self) -> int:
        """Length of one word piece's vector."""
        return len(LAYERS) * self._backbone.width

    def read(self, text: str) -> Vectors:
        """Vectors (w, width) of at most `LONGEST` word pieces, each layer's part of unit spread."""
        if text not in self._known:
            self._known[text] = self._vectors(text)
            if len(self._known) > max(1, self._remembered):
                self._known.popitem(last=False)
        return self._known[text]

    def _vectors(self, text: str) -> Vectors:
        (_, states), *_ = self._backbone.encode_tokens([text], LAYERS)
        # The first and the last are end marks.
        states = states[1:-1][:LONGEST]
        spread = states.std(-1, keepdims=True) + 1e-6
        scaled: Vectors = ((states - states.mean(-1, keepdims=True)) / spread).astype(np.float16)
        return scaled.reshape(len(states), -1)
