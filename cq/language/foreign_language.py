"""Texts in other languages: the models know English alone, and build nonsense from others."""

from __future__ import annotations

import re
import unicodedata

NOT_ENGLISH = "this does not look like English; say it in English"

# Frequent words of each language. Those that are English too ("die", "one", "a") are left out.
_FUNCTION_WORDS = frozenset(
    # German
    """der das den dem ein eine einen einem einer und auf neben unter über vier fünf stein steine blöcke roten
    rote rotes roter blaue blauen grüne gelbe gelben ist nicht mit von nach links rechts baue bau setze lege
    stelle entferne bitte turm mauer
    le la les une deux trois quatre cinq du au aux sur sous dans avec et bloc blocs rouge bleu vert jaune
    construis construisez placez placer mets mettez enlevez enlève retirez mur à côté
    el los las un una unos dos tres cuatro cinco sobre encima debajo junto bloque bloques rojo roja azul verde
    amarillo pon coloca construye quita torre pared y con del al
    il lo gli uno due quattro cinque sopra sotto accanto blocco blocchi rosso giallo metti costruisci rimuovi
    della dello e di
    o os um uma dois quatro bloco blocos vermelho amarelo coloque construa remova em acima
    het een en op naast boven twee drie vier vijf blok blokken rood rode blauwe groene bouw zet plaats
    verwijder van muur toren
    jeden jedna dwa trzy czerwony niebieski zielony klocek klocki zbuduj umieść na obok wieża
    ve bir iki üç kırmızı mavi yeşil sarı blok koy yap yanına üzerine
    ett en på och röd rött blå blått lägg sätt bygg bredvid tornet väggen
    satu dua tiga merah biru hijau kuning balok letakkan bangun di atas dan""".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 2
"""Different words of another language that show it."""

_SHARE = 0.4
"""The least share of such words in a text of another language."""


def is_english(text: str) -> bool:
    """Whether a text may be English: not if most of its letters are of another script, or if much of it is
    frequent words of another language.
    """
    letters = [letter for letter in text if letter.isalpha()]
    if 2 * sum(map(_is_latin, letters)) < len(letters):
        return False
    words = [word.casefold() for word in _WORD.findall(unicodedata.normalize("NFC", text))]
    foreign = [word for word in words if word in _FUNCTION_WORDS]
    return len(set(foreign)) < _FEWEST or len(foreign) < _SHARE * len(words)


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN"))
