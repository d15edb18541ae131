"""Adapters: the builder's decisions in other agents. Each module needs the extra that it names."""
