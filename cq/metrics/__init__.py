"""The metrics of the three questions (when to ask, what to ask, what to build), one module per family.

`reference` has the grid metrics in a slow, literal form.
"""

from cq.metrics.bootstrap import Interval, bootstrap_interval
from cq.metrics.builds import CorpusF1, changed_f1, corpus_changed_f1, f1_by_skill, grid_f1
from cq.metrics.cascaded import Cascade, SessionStep, cascaded
from cq.metrics.classification import (
    TRACK_BINS,
    average_precision,
    balanced_accuracy,
    expected_calibration_error,
    macro_f1,
    roc_auc,
    track_bin,
)
from cq.metrics.instruction import action_sequence_accuracy, changed_cell_accuracy, whole_world_accuracy
from cq.metrics.intersection import argmax_intersection, maximal_intersection
from cq.metrics.net_actions import micro_f1, net_action_counts, net_action_f1
from cq.metrics.ranking import mean_reciprocal_rank, recall_at_k, reciprocal_rank
from cq.metrics.reward import reward
from cq.metrics.skills import SKILLS, skills

__all__ = [
    "SKILLS",
    "TRACK_BINS",
    "Cascade",
    "CorpusF1",
    "Interval",
    "SessionStep",
    "action_sequence_accuracy",
    "argmax_intersection",
    "average_precision",
    "balanced_accuracy",
    "bootstrap_interval",
    "cascaded",
    "changed_cell_accuracy",
    "changed_f1",
    "corpus_changed_f1",
    "expected_calibration_error",
    "f1_by_skill",
    "grid_f1",
    "macro_f1",
    "maximal_intersection",
    "mean_reciprocal_rank",
    "micro_f1",
    "net_action_counts",
    "net_action_f1",
    "recall_at_k",
    "reciprocal_rank",
    "reward",
    "roc_auc",
    "skills",
    "track_bin",
    "whole_world_accuracy",
]
