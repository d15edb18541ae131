"""Recordings as data sets, and the folds that figures are reported on."""

from cq.data.folds import FOLDS, fold, normalise
from cq.data.report import LoadReport
from cq.data.schema import features, rows_with, stack_grids
from cq.data.singleturn import load_question_bank, load_report, load_singleturn
from cq.data.statistics import statistics

__all__ = [
    "FOLDS",
    "LoadReport",
    "features",
    "fold",
    "load_question_bank",
    "load_report",
    "load_singleturn",
    "normalise",
    "rows_with",
    "stack_grids",
    "statistics",
]
