"""Connected components of cells: groups that are joined face to face."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def label_components(mask: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """The component of each cell of `mask` (three axes, non-zero for a block), numbered from 1; 0 for air.

    Two blocks are neighbours if they share a face (6-neighbourhood), of whatever colour.
    """
    # Here, not above: `import cq` loads no SciPy.
    from scipy import ndimage

    labels: npt.NDArray[np.int32] = ndimage.label(mask)[0]
    return labels
