"""What the network reads of an instruction: its word pieces' vectors at some layers of the frozen encoder.

The lowest layer tells which word it is, upper ones what it means beside its neighbours. Frozen, they bring
to a few thousand rows what the encoder learned from many millions of sentences.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone

LAYERS = (0, 3)
Vectors = npt.NDArray[np.float16]


class WordReader:
    """Texts → vectors; of the last `remembered` texts they are kept, since training reads each many times."""

    def __init__(self, backbone: Backbone, remembered: int = 0) -> None:
        self._backbone, self._remembered = backbone, remembered
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    def digest(self) -> str:
        """Of the encoder that reads: networks that learned from another's vectors are others."""
        return self._backbone.encoder.digest()

    @property
    def width(self) -> int:
        """Length of one word piece's vector."""
        return len(LAYERS) * self._backbone.width

    def read(self, texts: Sequence[str]) -> list[Vectors]:
        """For each text vectors (w, width) of its word pieces; each layer's part has unit spread."""
        known = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        for text, encoded in zip(new, self._backbone.encode_tokens(new, LAYERS), strict=True):
            known[text] = self._known[text] = _scaled(encoded.states)
        while len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return [known[text] for text in texts]


def _scaled(states: npt.NDArray[np.float32]) -> Vectors:
    # The first and the last are end marks.
    states = states[1:-1]
    spread = states.std(-1, keepdims=True) + 1e-6
    scaled: Vectors = ((states - states.mean(-1, keepdims=True)) / spread).astype(np.float16)
    return scaled.reshape(len(states), -1)
