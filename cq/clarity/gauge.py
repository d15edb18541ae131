"""A gauge of the probability that a person asks back, as HTML without scripts."""

from __future__ import annotations


def gauge_html(p_unclear: float, threshold: float, is_clear: bool) -> str:
    """A bar of `p_unclear`, in [0, 1], with a mark at the threshold."""
    verdict, colour = ("clear", "#1d7a3e") if is_clear else ("unclear", "#c4621a")
    return (
        f"<div><b>{verdict}</b>: a person asks back with {p_unclear:.0%}; threshold {threshold:.0%}</div>"
        '<div style="position: relative; width: 300px; height: 10px; margin: 4px 0; background: #8883">'
        f'<div style="width: {100 * p_unclear:.1f}%; height: 100%; background: {colour}"></div>'
        f'<div style="position: absolute; left: {100 * threshold:.1f}%; top: -3px; width: 2px; height: 16px; '
        'background: currentColor"></div></div>'
    )
