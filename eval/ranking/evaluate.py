"""What to ask: baselines, stages, and the track's protocol.

Every ranking is judged out of fold over the row's candidates. Intervals are 95 % bootstraps over groups of
equal instructions. A question counts as seen if a row of the training folds has the same question text. The
last line follows the official evaluator instead: every row ranks one list of all questions that people asked,
repeats included. Trained models are kept in `--work`, so that a killed run resumes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tqdm import tqdm

from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.index import QuestionIndex
from cq.ranking.reading import Anchors
from cq.ranking.training.examples import encode_examples, ranking_examples
from cq.ranking.training.linear import RankingTrainingConfig, out_of_fold_logits, rank_candidates
from cq.world import World
from eval.options import RANKING_WORK, Data, Out, Samples, Work
from eval.output import show
from eval.ranking.baselines import baselines
from eval.ranking.out_of_fold import out_of_fold_fusion, track_label, track_rankings
from eval.ranking.scores import Rankings, Scores, ranking_scores


def main(data: Data = None, samples: Samples = 1000, work: Work = RANKING_WORK, out: Out = None) -> None:
    examples = ranking_examples(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    backbone = Backbone.load()
    anchors = Anchors.fit(backbone, bank.questions)
    index = QuestionIndex(bank.questions, anchors)
    store = CheckpointStore(work)
    encoded = encode_examples(examples, bank, index, backbone)
    table: dict[str, Scores] = {}

    def add(name: str, rankings: Rankings, positives: Sequence[str] | None = None) -> None:
        table[name] = ranking_scores(examples, bank, rankings, samples, positives)
        tqdm.write(f"  {name}: {table[name]['MRR']}")

    for name, rankings in baselines(examples, bank, backbone).items():
        add(name, rankings)
    in_empty_world = [replace(example, world=World.parse()) for example in examples]
    blind = encode_examples(in_empty_world, bank, index, backbone)
    logits = out_of_fold_logits(blind, RankingTrainingConfig(), store)
    add("linear model without the world", rank_candidates(examples, logits))
    fusion = out_of_fold_fusion(examples, bank, encoded, backbone, store)
    add("linear model alone", rank_candidates(examples, fusion.linear))
    add("cross-encoder alone", rank_candidates(examples, fusion.cross))
    add("cross-encoder + linear model (cq)", rank_candidates(examples, fusion.logits()))
    add(track_label(len(examples)), *track_rankings(examples, bank, encoded, anchors, fusion, store))
    pool = round(sum(len(one.candidates) for one in examples) / len(examples))
    show({f"What to ask, {len(examples):,} rows, pools of {pool}": table}, out)
