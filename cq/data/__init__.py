"""Recordings as data sets and as tasks, and the folds of all quality figures."""

from cq.data.folds import FOLDS, fold, normalise
from cq.data.iglu.collection import MultiturnDataset, SingleturnDataset
from cq.data.iglu.feedback import feedback_summary, load_feedback
from cq.data.iglu.human_evaluation import HumanEvaluation, game_features, load_human_evaluation
from cq.data.iglu.multiturn import load_multiturn, multiturn_report, turn_features
from cq.data.iglu.singleturn import load_question_bank, load_report, load_singleturn
from cq.data.iglu.tape import actions, replay
from cq.data.minecraft.dialogues import load_minecraft, minecraft_report, segment_features
from cq.data.minecraft.discourse import (
    DiscourseReport,
    discourse_features,
    discourse_report,
    load_minecraft_discourse,
)
from cq.data.minecraft.questions import clarification_questions, question_answer_pairs, question_features
from cq.data.minecraft.sessions import SpokenInstruction, minecraft_sessions, minecraft_tasks
from cq.data.report import HumanEvaluationReport, LoadReport, MinecraftReport, MultiturnReport
from cq.data.schema import features, rows_with, stack_grids
from cq.data.statistics import statistics
from cq.data.storage.archive import unpack
from cq.data.storage.hub import to_hub_parquet
from cq.data.storage.sources import SOURCES, fetch
from cq.data.tasks.random_tasks import RandomTasks
from cq.data.tasks.subtasks import Subtasks
from cq.data.tasks.task import Task
from cq.data.tasks.task_sets import CustomTasks, Tasks, TaskSet

__all__ = [
    "FOLDS",
    "SOURCES",
    "CustomTasks",
    "DiscourseReport",
    "HumanEvaluation",
    "HumanEvaluationReport",
    "LoadReport",
    "MinecraftReport",
    "MultiturnDataset",
    "MultiturnReport",
    "RandomTasks",
    "SingleturnDataset",
    "SpokenInstruction",
    "Subtasks",
    "Task",
    "TaskSet",
    "Tasks",
    "actions",
    "clarification_questions",
    "discourse_features",
    "discourse_report",
    "features",
    "feedback_summary",
    "fetch",
    "fold",
    "game_features",
    "load_feedback",
    "load_human_evaluation",
    "load_minecraft",
    "load_minecraft_discourse",
    "load_multiturn",
    "load_question_bank",
    "load_report",
    "load_singleturn",
    "minecraft_report",
    "minecraft_sessions",
    "minecraft_tasks",
    "multiturn_report",
    "normalise",
    "question_answer_pairs",
    "question_features",
    "replay",
    "rows_with",
    "segment_features",
    "stack_grids",
    "statistics",
    "to_hub_parquet",
    "turn_features",
    "unpack",
]
