"""What to ask: question banks, and the two-stage ranker over them."""

from cq.ranking.bank import KINDS, QuestionBank, own_bank
from cq.ranking.ranker import RankedQuestion, Ranker

__all__ = ["KINDS", "QuestionBank", "RankedQuestion", "Ranker", "own_bank"]
