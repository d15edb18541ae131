"""The grammar of building instructions: verbs by what they do, nouns, adjectives, words before a landmark."""

from __future__ import annotations

import re

from cq.language.lexicon import NUMBERS
from cq.language.obstacles.wording import COLOUR

VERBS = {
    "remove": r"remov\w*|destroy\w*|destruct\w*|break\w*|broke|brake|delet\w*|tak(?:e|es|ing)|clear(?:ing|"
    r"ed)?|eliminat\w*|"
    r"eras\w+|demolish\w*|knock\w*|tear|tore|pull\w*|rid|wip(?:e|ing)|dismantl\w*|smash\w*|chop\w*|cut|"
    r"discard\w*|"
    r"throw\w*|strip|subtract|scrap|lose|loses|dig|pick|minus|rub|crush|"
    r"(?:must|should|can|to) go(?= away|$| ?,| please| now| first)|"
    r"go away|gone|vanish\w*|disappear\w*",
    "make": r"plac(?:e|es|ed|ing)|puts?|putting|build\w*|built|add(?:s|ed|ing)?|creat\w+|stack(?:s|ed|"
    r"ing)?(?! of)|lay(?:ing)?|sets?|"
    r"setting|construct\w*|pile(?! of)|mak(?:e|es|ing)|insert\w*|erect\w*|form(?:ing)?|arrang\w*|"
    r"position(?:ing)?(?! of)|draw(?:s|ing)?|sketch\w*|"
    r"hang|stand|stick|attach\w*|drop|install\w*|give|goes|go(?= on)|belongs?|want|need|like|use|using|"
    r"start|begin|sit|"
    r"leave(?= a (?:gap|space))|raise(?= an?)|extrude|grow",
    "change": r"replac\w*|swap\w*|exchang\w*|trade|chang\w*|turn(?:ing)?|convert\w*|paint\w*|recolou?r\w*|"
    r"dye|transform\w*|substitut\w*|"
    r"switch\w*|become|colour(?= the| all| each| every| it)",
    "move": r"mov(?:e|es|ed|ing)|shift\w*|slid(?:e|ing)|relocat\w*|push\w*|lift\w*|transfer\w*|carry|"
    r"rotat\w*|flip\w*|spin",
    "extend": r"extend\w*|lengthen\w*|heighten\w*|raise|widen\w*|shorten\w*|lower(?= the)|connect\w*|"
    r"join\w*|link\w*|cover\w*|"
    r"surround\w*|enclos\w*|border|crown|cap(?= the| each)|^top(?= the| each)|fill(?:ing)?|finish|"
    r"complet(?:e|ing)(?! \w+ \w*\s?(?:of|row|line))|copy|"
    r"mirror\w*|duplicat\w*|replicat\w*|repeat\w*|halve|double|frame|plug|close(?= the| both| up)|"
    r"continu\w*|encircl\w*|plug",
    "keep": r"keep\w*|leav(?:e|es|ing)|spare|stays?|remain(?:s|ed)?|except|but(?= (?:the|for|its|one|not))|"
    r"apart from|besides",
    "look": r"go(?:ing)? to|find|locat\w+|look\w*(?= at)|see|notice|there (?:is|are)|using the|starting|"
    r"you see",
}
VERB = re.compile("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in VERBS.items()))

UNIT = r"blocks?|box(?:es)?|cubes?|bricks?|ones?|pieces?"
TOWER = r"towers?|columns?|pillars?|stacks?|piles?|posts?|poles?"
ROW = r"rows?|lines?|beams?"
WALL = r"walls?|barriers?|fences?"
AREA = r"squares?|rectangles?|rings?|floors?(?= of)|platforms?|carpets?"
HOLE = r"holes?|gaps?"
ARCH = r"arch(?:es)?|bridges?|gates?|stair(?:s|cases?)?|pyramids?|cross(?:es)?"
THING = (
    r"structures?|figures?|shapes?|buildings?|objects?|constructions?|formations?|letters?|bars?|things?|"
    r"legs?|arms?|roofs?|heads?|feet|foot|tables?|chairs?|houses?|bodies|body"
)
FAMILIES = {
    "unit": UNIT,
    "tower": TOWER,
    "row": ROW,
    "wall": WALL,
    "area": AREA,
    "hole": HOLE,
    "arch": ARCH,
    "thing": THING,
}
NOUN = "|".join(FAMILIES.values())

NUMBER = rf"\d+(?:\.\d+)?|{'|'.join(NUMBERS)}"
SIDE = r"(?:north|south|east|west)(?:east|west)?(?:ern)?(?:\s?-?most)?"
ADJECTIVE = (
    rf"{SIDE}|single|lone|solitary|only|more|other|existing|remaining|new|additional|extra|further|"
    rf"consecutive|adjacent|"
    r"neighbou?ring|middle|central|centre|vertical|horizontal|diagonal|floating|hanging|hovering|flying|"
    r"tall|long|big|large|"
    r"small|short|high|low|little|huge|great|giant|wide|flat|straight|solid|hollow|whole|entire|complete|"
    r"full|very|"
    r"highest|tallest|topmost|uppermost|top|upper|lowest|shortest|longest|largest|biggest|smallest|bottom|"
    r"lower|bottommost|base|"
    r"leftmost|rightmost|left|right|far|front|back|rear|outer|inner|outermost|innermost|closest|nearest|"
    r"furthest|farthest|taller|"
    r"shorter|higher|longer|larger|bigger|smaller|dark|light|first|second|third|fourth|fifth|sixth|seventh|eighth|"
    r"ninth|tenth|eleventh|twelfth|\d+(?:st|nd|rd|th)|last|"
    r"next|corner|end|edge|"
    r"same|identical|equal|similar|different|matching|standing|isolated|separate|stacked|coloured|opposite|"
    r"empty|"
    r"\d+x\d+(?:x\d+)?|ground|original|current|normal|regular|simple|nice|random|newly|newest|"
    r"block(?= (?:tower|column|pillar|row|line|wall|stack|pile|square|structure|building|figure|shape|arch|"
    r"bridge)s?\b)"
)
DETERMINER = (
    r"the|an?|another|each|every|all|any|both|that|this|those|these|same|its|your|my|some|no|of|either"
)
MOST_DETERMINERS = 8
_COUNT = rf"{NUMBER}|few|several|some|many"
# Each word must fit one place alone: else the time grows with the fourth power of the words that fit two.
MENTION = re.compile(
    rf"\b(?P<part>(?:(?:any|every|each|just|only|exactly) )?"
    rf"(?:{NUMBER}|each|any|some|either|none|all|both|most|half|rest|part|few|several|many) of )?"
    rf"(?P<determiner>(?:(?:{DETERMINER}) ){{0,{MOST_DETERMINERS}}})"
    rf"(?:(?P<fraction>\w+ and a half|half an?|minus (?:{NUMBER})) )?"
    rf"(?P<adjectives>|(?:(?:{ADJECTIVE}) )+?(?=(?:{_COUNT}) ))"  # Those before a number.
    rf"(?:(?P<number>{_COUNT}) )?"
    rf"(?P<more>(?:(?:{ADJECTIVE}) )*)"
    rf"(?:(?P<colours>(?:{COLOUR})(?:(?: ?, ?| and | or | ?& ?|"
    rf" ?/ ?)(?:and )?(?:{COLOUR}))*)(?P<late>(?: (?:{ADJECTIVE}|coloured))*)"
    rf"(?: (?P<noun>{NOUN}))?|(?P<bare>{NOUN}))\b"
)
ANCHOR = re.compile(
    r"\b(?:on|onto|upon|atop|above|below|under|underneath|beneath|over|beside|besides|behind|near|between|"
    r"from|off|to|touching|"
    r"against|around|round|inside|into|in|at|along|through|within|across|next to|in front of|connect\w*|"
    r"out of|past|towards?|by|"
    r"(?:left|right|top|side|sides|bottom|front|back|end|ends|edge|base|middle|centre|height|layer|level|"
    r"half|rest|corner|corners|tip|face|"
    r"north|south|east|west)\w* of|directly|"
    r"(?:directly |immediately |just |right )?(?:north|south|east|west|northeast|northwest|southeast|"
    r"southwest) of)"
    r"(?: (?:the )?(?:very )?(?:top|side|sides|end|ends|edge|bottom|left|right|front|back|each|centre|"
    r"middle|north|south|east|west|"
    r"tip|base|height|spot|place|place|position|level|corner|\w+ side|\w+ end|\w+ edge) of)*$"
)
AND = ("and", ",", ", and", "or", "&", "as well as", "and also")
MEASURED = re.compile(
    r" (?:in )?(?:high(?:er)?|tall(?:er)?|long(?:er)?|wide(?:r)?|deep|thick|away from|apart|further|farther|"
    r"shorter|lower|height|length|width)\b"
)
