"""The network's view of an instruction: token vectors from two layers of the frozen encoder.

The lowest layer identifies the token; the middle layer adds its meaning in context. The frozen encoder
transfers its training on many millions of sentences to a few thousand training rows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.types import Floats

TokenVectors = npt.NDArray[np.float16]


def token_layers(depth: int) -> tuple[int, int]:
    """The layers of an encoder of `depth` layers whose states are concatenated; 0 is the embedding layer.
    Raises `InputError` for an encoder of fewer than two layers.
    """
    if depth < 2:
        raise InputError(
            f"the encoder has {depth} layers; the builder reads the lowest and the middle: give 2 or more"
        )
    return (0, depth // 2)


class TokenEmbedder:
    """Texts → token vectors. It caches the vectors of the last `cache_size` texts, because training embeds
    each text many times. With `half_precision` the encoder computes in bfloat16, which is 1.7 times as fast
    and changes a vector by 0.002 on average.
    """

    def __init__(self, backbone: Backbone, cache_size: int = 0, half_precision: bool = False) -> None:
        self._backbone, self._cache_size, self._half_precision = backbone, cache_size, half_precision
        self._layers = token_layers(backbone.depth)
        self._cache: OrderedDict[str, TokenVectors] = OrderedDict()

    def digest(self) -> str:
        """The encoder's digest: networks trained on different encoders need different cache keys."""
        return self._backbone.encoder.digest()

    @property
    def width(self) -> int:
        """The length of one token's vector."""
        return len(self._layers) * self._backbone.width

    def embed(self, texts: Sequence[str]) -> list[TokenVectors]:
        """For each text the vectors (tokens, width) of its tokens.

        Each layer's part of a vector is standardized to mean 0 and standard deviation 1.
        """
        import torch

        known = {text: self._cache[text] for text in texts if text in self._cache}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        with torch.autocast("cpu", torch.bfloat16, enabled=self._half_precision):
            vectors = self._backbone.encode_tokens(new, self._layers)
        for text, encoded in zip(new, vectors, strict=True):
            known[text] = self._cache[text] = _standardized(encoded.states)
        while len(self._cache) > self._cache_size:
            self._cache.popitem(last=False)
        return [known[text] for text in texts]


def _standardized(states: Floats) -> TokenVectors:
    # The first and the last token only mark the ends of the text.
    states = states[1:-1]
    spread = states.std(-1, keepdims=True) + 1e-6
    scaled: TokenVectors = ((states - states.mean(-1, keepdims=True)) / spread).astype(np.float16)
    return scaled.reshape(len(states), -1)
