"""Recordings as data sets and as tasks, and the folds that figures are reported on."""

from cq.data.collection import MultiturnDataset, SingleturnDataset
from cq.data.download import SOURCES, fetch
from cq.data.feedback import feedback_summary, load_feedback
from cq.data.folds import FOLDS, fold, normalise
from cq.data.hub import to_hub_parquet
from cq.data.multiturn import load_multiturn, multiturn_report, turn_features
from cq.data.random_tasks import RandomTasks
from cq.data.report import LoadReport, MultiturnReport
from cq.data.schema import features, rows_with, stack_grids
from cq.data.session import Subtasks
from cq.data.singleturn import load_question_bank, load_report, load_singleturn
from cq.data.statistics import statistics
from cq.data.tape import actions, replay
from cq.data.task import Task
from cq.data.tasksets import CustomTasks, Tasks, TaskSet
from cq.data.unpack import unpack

__all__ = [
    "FOLDS",
    "SOURCES",
    "CustomTasks",
    "LoadReport",
    "MultiturnDataset",
    "MultiturnReport",
    "RandomTasks",
    "SingleturnDataset",
    "Subtasks",
    "Task",
    "TaskSet",
    "Tasks",
    "actions",
    "features",
    "feedback_summary",
    "fetch",
    "fold",
    "load_feedback",
    "load_multiturn",
    "load_question_bank",
    "load_report",
    "load_singleturn",
    "multiturn_report",
    "normalise",
    "replay",
    "rows_with",
    "stack_grids",
    "statistics",
    "to_hub_parquet",
    "turn_features",
    "unpack",
]
