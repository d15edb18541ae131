"""What to ask: question banks, and the two-stage ranker over them."""

from cq.ranking.bank import KINDS, QuestionBank, own_bank
from cq.ranking.ranker import Fusion, RankedQuestion, Ranker

__all__ = ["KINDS", "Fusion", "QuestionBank", "RankedQuestion", "Ranker", "own_bank"]
