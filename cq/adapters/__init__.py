"""Adapters: the builder's decisions in other people's agents. Each module needs the extra that it names."""
