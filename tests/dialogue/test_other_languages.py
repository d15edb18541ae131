"""Orders in other languages are refused: of none of them is a command read."""

from __future__ import annotations

import pytest

import cq

WORLD = [(0, 63, 0, "red"), (0, 64, 0, "red"), (3, 63, 3, "blue")]
ORDERS = {
    "Chinese": "在蓝色方块旁边建一座红塔",
    "Czech": "Postav červenou věž vedle modrého bloku",
    "Danish": "Byg et rødt tårn ved siden af den blå blok",
    "Dutch": "Bouw een rode toren naast het blauwe blok",
    "Finnish": "Rakenna punainen torni sinisen palikan viereen",
    "French": "Construis une tour rouge à côté du bloc bleu",
    "German": "Baue einen roten Turm neben dem blauen Block",
    "Hungarian": "Építs egy piros tornyot a kék kocka mellé",
    "Italian": "Costruisci una torre rossa accanto al blocco blu",
    "Japanese": "青いブロックの隣に赤い塔を建てて",
    "Polish": "Zbuduj czerwoną wieżę obok niebieskiego klocka",
    "Portuguese": "Construa uma torre vermelha ao lado do bloco azul",
    "Romanian": "Construiește un turn roșu lângă blocul albastru",
    "Russian": "Построй красную башню рядом с синим блоком",
    "Spanish": "Construye una torre roja al lado del bloque azul",
    "Swahili": "Jenga mnara mwekundu karibu na buluu",
    "Swedish": "Bygg ett rött torn bredvid det blå blocket",
    "Turkish": "Mavi bloğun yanına kırmızı bir kule inşa et",
}


@pytest.mark.parametrize("language", ORDERS)
def test_an_order_in_another_language_is_refused(language):
    turn = cq.ask(ORDERS[language], WORLD)
    assert turn.action == "refuse"
    assert turn.build is None
    assert not turn.clarity.in_domain
