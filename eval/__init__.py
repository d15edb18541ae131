"""The measurements behind the project's claims. `python -m eval` lists them."""
