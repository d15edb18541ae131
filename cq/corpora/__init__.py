"""Clarification corpora of other domains: requests, whether a person would ask back, and the questions.

    corpus = cq.corpora.load("in3", "clarification_corpora.zip")    # a folder or a zip, unpacked nowhere
    corpus = cq.corpora.table("tickets.csv")                        # a table of your own

No corpus comes with the library: the loaders read files that you have, in the layout of their authors.
"""

from cq.corpora.catalogue import NAMES
from cq.corpora.corpus import Answer, Corpus, Detail, Request
from cq.corpora.files import ChangedFileWarning
from cq.corpora.load import load
from cq.corpora.table import table

__all__ = ["NAMES", "Answer", "ChangedFileWarning", "Corpus", "Detail", "Request", "load", "table"]
