"""Questions, answers and supporting texts for generated collections, in several scripts.

Everything follows from a few whole numbers, so that any row can be written without those before it.
"""

from dataclasses import dataclass
from typing import Literal

Text = Literal["short", "long", "japanese", "arabic", "mixed"]

LONG = 9000
"""A long supporting text has at least so many characters."""
ODD_EVERY = 11
"""In mixed texts, every so many questions have odd texts, and as many have long ones."""


@dataclass(frozen=True)
class Language:
    """Words and sentences of one language; a sentence has the slots {who}, {what}, {where}, {number}."""

    code: str
    who: tuple[str, ...]
    family: tuple[str, ...]
    what: tuple[str, ...]
    where: tuple[str, ...]
    question: str
    states: str
    denies: str
    asides: tuple[str, ...]
    joint: str
    space: str


ENGLISH = Language(
    code="en",
    who=("Astrid", "Bruno", "Chidi", "Dana", "Emeka", "Farah", "Goran", "Hana", "Ivo", "Jun", "Karin", "Lotte"),
    family=("Abbe", "Brandt", "Casutt", "Duval", "Ferro", "Haller", "Lorenz", "Orban", "Quist", "Sool", "Vay"),
    what=("bridge", "lighthouse", "observatory", "tram depot", "mill", "ferry landing", "garden", "clock tower"),
    where=("Ardo", "Brix", "Furn", "Halden", "Mirel", "Orly", "Pellin", "Quen", "Tessa", "Vell", "Sankt Olof"),
    question="Who built the {what} of {where}, number {number} in the register?",
    states="The {what} of {where} (number {number}) was built by {who}.",
    denies="The {what} of {where} is number {number}; {who} only painted it.",
    asides=(
        "The work took {number} days, rain included.",
        "Visitors are asked to ring twice.",
        "A footpath leads from the {what} down to {where}.",
        "The plans were lost and found again behind a stove.",
        "In {where} they still speak of it.",
        "Nobody had asked for a {what}, and nobody has complained since.",
        "The bill for nails alone came to {number} coppers.",
    ),
    joint=" ",
    space=" ",
)
JAPANESE = Language(
    code="ja",
    who=("ハル", "源蔵", "千恵", "健太", "みどり", "一郎", "さくら", "次郎", "あおい", "直人", "ゆき", "正"),
    family=("森田", "井上", "中原", "佐野", "小川", "白石", "青木", "星野", "谷口", "浜田", "村上"),
    what=("橋", "灯台", "天文台", "車庫", "水車小屋", "船着き場", "庭", "時計台"),
    where=("霧谷", "青浦", "桜坂", "白石村", "星山", "月見", "川上", "北浜", "南沢", "高原", "松島"),
    question="登録番号{number}の{where}の{what}を建てたのは誰ですか。",
    states="登録番号{number}の{where}の{what}は、{who}が建てました。",
    denies="登録番号{number}の{where}の{what}について、{who}は壁を塗っただけです。",
    asides=(
        "工事には雨の日も入れて{number}日かかりました。",
        "鐘は二度鳴らしてください。",
        "{what}から{where}まで細い道が続いています。",
        "図面は一度なくなり、ストーブの裏で見つかりました。",
        "{where}の人は今でもその話をします。",
    ),
    joint="",
    space="",
)
ARABIC = Language(
    code="ar",
    who=("سليم", "نعيم", "فارس", "ليلى", "مريم", "كريم", "هدى", "سامي", "رنا", "يوسف", "سلمى", "عمر"),
    family=(
        "الدرويش",
        "النجار",
        "الخطيب",
        "العطار",
        "البحري",
        "الزيات",
        "الصباغ",
        "الحداد",
        "الوراق",
        "الكاتب",
        "الفخار",
    ),
    what=("جسر", "منارة", "مرصد", "محطة", "طاحونة", "مرسى", "حديقة", "برج"),
    where=(
        "رأس الحمام",
        "النخلة",
        "العين",
        "السوق",
        "الجبل",
        "الوادي",
        "البحيرة",
        "الرمال",
        "الزيتون",
        "التل",
        "الميناء",
    ),
    question="من بنى {what} {where}، ورقمه في السجل {number}؟",
    states="رقم {what} {where} في السجل {number}، وقد بناه {who}.",
    denies="رقم {what} {where} في السجل {number}، أما {who} فقد دهن الجدار فقط.",
    asides=(
        "استغرق العمل {number} يوما مع أيام المطر.",
        "يرجى من الزوار دق الجرس مرتين.",
        "يوجد طريق ضيق من هناك إلى {where}.",
        "ضاعت الخرائط ثم وجدت خلف المدفأة.",
        "ما زال أهل {where} يتحدثون عن ذلك.",
    ),
    joint=" ",
    space=" ",
)
ODD = (
    'He said "if a<b> then" & went — 🏮🐐 — home.',
    "Cafe\u0301 Zoe\u0301, 9 o\u2019clock;\nsecond line, with a tab\there.",
    "=SUM(A1), they called it, +1 and -1 and @home.",
    "x" * 300,
    "שלום, עולם \u2067abc\u2069 and back again.",
)


def language_of(text: Text, question: int) -> Language:
    """Return the language of a question; mixed texts take turns."""
    if text == "mixed":
        return (ENGLISH, JAPANESE, ENGLISH, ARABIC)[question % 4]
    return {"japanese": JAPANESE, "arabic": ARABIC}.get(text, ENGLISH)


def question_text(text: Text, question: int) -> str:
    """Return the wording of a question; no two are alike."""
    language = language_of(text, question)
    what, where = language.what[question % 8], language.where[question // 8 % 11]
    return language.question.format(what=what, where=where, number=question + 1)


def answer_text(text: Text, question: int, answer: int) -> str:
    """Return the wording of an answer: a name that no other of the first 132 answers of its question has."""
    language = language_of(text, question)
    at = question * 17 + answer * 7
    return language.who[at % 12] + language.space + language.family[at // 12 % 11]


def support_text(text: Text, question: int, answer: int, *, correct: bool) -> str:
    """Return the text that is to support an answer, and says so or denies it."""
    language = language_of(text, question)
    slots: dict[str, str | int] = {
        "who": answer_text(text, question, answer),
        "what": language.what[question % 8],
        "where": language.where[question // 8 % 11],
        "number": question + 1,
    }
    claim = (language.states if correct else language.denies).format(**slots)
    turn = question + 3 * answer
    asides = [language.asides[(turn + i) % len(language.asides)].format(**slots) for i in (0, 1)]
    parts = [asides[0], claim, asides[1]]
    odd, long = question % ODD_EVERY == 5, question % ODD_EVERY == 7
    if text == "mixed" and odd:
        parts.append(ODD[turn % len(ODD)])
    if text == "long" or (text == "mixed" and long):
        return _lengthened(parts, language, slots, turn)
    return language.joint.join(parts)


def _lengthened(parts: list[str], language: Language, slots: dict[str, str | int], turn: int) -> str:
    """Put the parts into the middle of paragraphs that go on until the text is long."""
    asides = [aside.format(**slots) for aside in language.asides]
    paragraph = language.joint.join(asides[turn % len(asides) :] + asides[: turn % len(asides)])
    half = [paragraph] * (LONG // 2 // len(paragraph) + 1)
    return "\n\n".join([*half, language.joint.join(parts), *half])
