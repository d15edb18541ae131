"""Question banks, and the ranker over them."""

from cq.ranking.bank import QuestionBank, bundled_bank
from cq.ranking.ranker import QuestionRanker, RankedQuestion

__all__ = ["QuestionBank", "QuestionRanker", "RankedQuestion", "bundled_bank"]
