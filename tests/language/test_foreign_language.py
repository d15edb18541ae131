"""Texts that are not English are told from those that are, and nothing is built from them."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.language.foreign_language import is_english

FOREIGN = [
    "Baue eine rote Mauer neben dem Turm",
    "Entferne den roten Block",
    "Placez trois blocs rouges au nord de la tour",
    "Pon un bloque rojo encima de la torre azul",
    "Metti un blocco rosso sopra la torre",
    "Coloque um bloco vermelho em cima da torre azul",
    "Zet een rood blok op de toren",
    "Zbuduj wieżę na środku i obok mur",
    "Lägg ett rött block på tornet",
    "Kırmızı kulenin yanına iki mavi blok koy",
    "Поставь красный блок на башню",
    "在塔上放一个红色方块",
    "赤いブロックを塔の上に置いて",
    "ضع مكعبا أحمر على البرج",
]


def test_no_recorded_instruction_is_taken_for_another_language(singleturn):
    assert [text for text in singleturn["instruction"] if not is_english(text)] == []


@pytest.mark.parametrize("text", FOREIGN)
def test_other_languages_are_refused(text, towers):
    assert not is_english(text)
    turn = cq.ask(text, towers)
    assert turn.action == "refuse"
    assert "English" in turn.reasons[0]
    assert not any("is read as" in reason for reason in turn.reasons)


def test_nothing_is_built_from_another_language(towers):
    world = cq.World.parse(towers)
    with pytest.warns(
        UserWarning, match="nothing is built for 'Entferne den roten Block'.*say it in English"
    ):
        foreign, english = cq.build([FOREIGN[1], "Remove the two blue blocks"], world)
    assert np.array_equal(foreign.grid, world.grid)
    assert (foreign.actions, foreign.confidence) == ((), 0.0)
    assert np.allclose(foreign.plan.sum(axis=0), 1)
    assert len(english.actions) == 2


@pytest.mark.parametrize(
    "text", ["Put un block on la tower", "Place a block, por favor", "la la la", "?", "7"]
)
def test_a_foreign_word_alone_is_no_other_language(text):
    assert is_english(text)
