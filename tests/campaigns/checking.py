"""Reads all that commands print of a campaign and compares it with what it should be."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from campaigns import commands, screens
from campaigns.figures import Compared, Figures
from campaigns.organizer import FOUND, Organizer, as_json
from campaigns.should import NO_MEAN, PAIRS, People, Should
from oracle.counted import CLOSE
from oracle.panels import Panel
from oracle.tables import Row, Tables
from oracle_organizer.plain_units import PlainUnits
from person import Person

SCHEMES = ("validation", "quality", "correctness", "match", "importance", "question-quality")
LABEL_GOLDS = (
    "adjudicated+strict",
    "adjudicated+lenient",
    "majority+strict",
    "majority+lenient",
    "assessor:Ana+strict",
)
FOUR = 4
"""Members of the panel that GA wants."""
RANKED_GOLDS = ("GAW", "LOO:Ben", "UFA", "UFBA", "BA")


def golds_of(organizer: Organizer, tables: Tables) -> list[str]:
    """Return gold standards to look at: two of labels, and of ranked questions two more."""
    panel = Panel(tables, "GA")
    fours = any(len(panel.members(subject)) == FOUR for subject in tables.answers)
    found = [organizer.lot.choice(LABEL_GOLDS[:2]), organizer.lot.choice(LABEL_GOLDS[2:])]
    if any(row["kind"] == "ranked" for row in tables.questions.values()):
        found += ["GA"] if fours and len(panel.people) == FOUR else []
        found += organizer.lot.sample(RANKED_GOLDS, 2)
    if organizer.campaign.with_key:
        found.append("assessor:key+strict")
    return found


def check_commands(organizer: Organizer, compared: Compared) -> Tables:
    """Compare what commands print with what the exported tables say; return the tables."""
    path, tables = organizer.path, organizer.tables()
    for gold in golds_of(organizer, tables):
        check_scores(organizer, Should(tables, gold), compared)
    people = People(tables, imported=organizer.campaign.way == "imported")
    for scheme in SCHEMES:
        right = people.agreement(scheme)
        if right["items", scheme]:
            compared.compare("agreement", commands.agreement(path, scheme), right, whole=True)
            compared.wrong += commands.hasty_intervals(path, scheme, people.questions_of(scheme))
    shown = commands.disagreements(path, "majority+strict")
    compared.compare("disagreements", shown, people.disagreements(), whole=True)
    compared.compare("progress", commands.progress(path), people.progress(), whole=True)
    return tables


def check_scores(organizer: Organizer, should: Should, compared: Compared) -> None:
    """Compare scores, counts and comparisons under one gold standard."""
    path, gold, right = organizer.path, should.gold, should.scores()
    page = as_json("score", path, "--gold", gold)
    shown = commands.told_scores(page)
    known = {key[1] for key in right}
    # A column of a kind of question that the collection has none of rests on nothing and says nothing.
    shown = {key: number for key, number in shown.items() if key[1] in known or number not in (None, 0)}
    compared.compare(f"score {gold}", shown, right, whole=False)
    of_csv = {key: one for key, one in commands.score_values(path, gold).items() if key[1] in known}
    compared.compare(f"score csv {gold}", of_csv, right, whole=False)
    means = {key: number for key, number in commands.unit_means(path, gold).items() if key[1] not in NO_MEAN}
    compared.compare(f"units {gold}", means, right, whole=False)
    compared.wrong += [f"{gold}: {text}" for text in commands.bounds_that_miss(page)]
    found = sorted({key[1] for key in shown} - {"by-type"})
    names = organizer.lot.sample(found, min(2, len(found)))
    compared.compare(
        f"compare {gold}",
        commands.comparisons(path, gold, should.tables.runs, names),
        differences(should, right, names),
        whole=False,
    )
    if should.patterns() and not gold.startswith(("adjudicated", "majority", "assessor")):
        compared.compare(f"levels {gold}", commands.patterns(path, gold), should.patterns(), whole=True)


def differences(should: Should, right: Figures, names: list[str]) -> Figures:
    """Return the differences of every two runs, and the units that each of them wins."""
    found: Figures = {}
    for name in names:
        kind = should.kind_of(name)
        plain = PlainUnits(should.tables, should.gold, str(kind), name) if name not in NO_MEAN else None
        for a, b in list(combinations(should.tables.runs, 2))[:PAIRS]:
            one, other = right["value", name, a], right["value", name, b]
            found["difference", name, a, b] = None
            if isinstance(one, Fraction | float) and isinstance(other, Fraction | float):
                found["difference", name, a, b] = one - other
            if plain is not None:
                found |= {(part, name, a, b): count for part, count in outcomes(plain, a, b).items()}
    return found


def outcomes(plain: PlainUnits, a: str, b: str) -> dict[str, int]:
    """Return how many units each of two runs wins, and ties."""
    pairs = [(plain.score_of(a, [unit]), plain.score_of(b, [unit])) for unit in plain.units]
    apart = [float(one - other) for one, other in pairs if one is not None and other is not None]
    return {
        "wins": sum(each > CLOSE for each in apart),
        "losses": sum(each < -CLOSE for each in apart),
        "ties": sum(abs(each) <= CLOSE for each in apart),
    }


def check_screens(person: Person, organizer: Organizer, tables: Tables, compared: Compared) -> None:
    """Compare what the window shows under the collection's own gold standard with what it should."""
    gold = as_json("score", organizer.path)["gold"].split(";")[0]
    should = Should(tables, gold)
    right = should.scores()
    names = sorted({key[1] for key in right})
    for name in names:
        right |= should.ranks(name)
    for shown in screens.scores_desk(person, names):
        compared.compare("Scores", shown, right, whole=False)
    people = People(tables, imported=organizer.campaign.way == "imported")
    progress = people.progress()
    campaign = {key: number for key, number in screens.campaign_desk(person).items() if key in progress}
    compared.compare("Campaign", campaign, progress, whole=False)
    is_open = screens.shows_open_only(person)
    disputed = people.disputed(settled=not is_open)
    compared.compare("Disagreements", screens.disagreements_desk(person), disputed, whole=True)
    now = screens.scores_now(person, tables.runs)
    compared.compare("now", now, right, whole=False)
    scheme = as_json("agreement", organizer.path, "--draws", "0")["scheme"]
    agreement = people.agreement(scheme)
    compared.compare("Agreement", screens.agreement_page(person, scheme), agreement, whole=False)
    right |= should.decided()
    for pictured in screens.spaces_desk(person):
        compared.compare("Spaces", pictured, right, whole=False)


def check_queue(person: Person, who: str, tables: Tables, compared: Compared) -> None:
    """Compare what somebody's own queue says is done with what they judged and set aside."""
    right = People(tables).progress()
    done = {("done", who): right["judged", who] + right["set_aside", who]}
    compared.compare("Judge", screens.queue(person, who), right | done, whole=False)


def check_report(organizer: Organizer, tables: Tables, compared: Compared) -> None:
    """Compare the tables of the report with what they should say."""
    folder = organizer.report()
    gold = as_json("score", organizer.path)["gold"].split(";")[0]
    should = Should(tables, gold)
    right = should.scores()
    for name in {key[1] for key in right}:
        right |= should.ranks(name)
    compared.compare("report", commands.report_scores(folder), right, whole=False)
    listed = as_json("left-out", organizer.path, status=(0, FOUND))["left_out"]
    out = Counter((one["question"], one["reason"]) for one in listed)
    compared.compare("report left-out", commands.report_left_out(folder), out, whole=True)
    said = Counter(("labels", row["assessor"]) for row in tables.of("judgments") if is_label(row))
    compared.compare("report judges", commands.report_judges(folder), said, whole=True)
    report = as_json("agreement", organizer.path, "--draws", "0")
    whole = {key: report[key] for key in commands.AGREEMENT.values()}
    for figure, value in commands.report_agreement(folder).items():
        compared.compare("report agreement", {(figure,): value}, {(figure,): whole[figure]}, whole=True)


def is_label(row: Row) -> bool:
    """Whether somebody judged an answer in a row of judgments, and for the first time."""
    return bool(row["label"] and row["answer"]) and (row.get("kind") or "judgment") == "judgment"


def nothing_is_lost(organizer: Organizer, tables: Tables) -> list[str]:
    """Return what somebody was to say of their work and the exported tables lack, and the other way round.

    What only withdrawn runs returned is nobody's work.
    """
    found = []
    given = {(row["assessor"], row["question"]) for row in tables.of("assignments")}
    for who in organizer.own:
        exported = {
            (row["question"], row["answer"]): row["label"] or row.get("state") or ""
            for row in tables.of("judgments")
            if row["assessor"] == who and row["answer"] and row.get("kind") != "repeat"
        }
        asked = {
            (row["question"], row["answer"]): row["label"] or row.get("state") or ""
            for row in organizer.campaign.script.of(who, "judgments")
            if row["answer"] and row.get("kind") != "repeat" and (not given or (who, row["question"]) in given)
        }
        answers = {
            (row["question"], row["answer"])
            for row in tables.of("assignments")
            if row["assessor"] == who and row.get("answer")
        }
        for subject, label in asked.items():
            is_asked = (not answers or subject in answers) and subject not in tables.unasked
            if is_asked and exported.get(subject, "") != label:
                found.append(f"{who} said {label} of {subject}; exported is {exported.get(subject)}")
        found += [
            f"{who} never said {exported[one]} of {one}" for one in exported if one not in asked and exported[one]
        ]
        found += groups_lost(organizer, tables, who)
    return found


def groups_lost(organizer: Organizer, tables: Tables, who: str) -> list[str]:
    """Return which answers somebody was to put into a group, or a known instance, and are not in it."""
    given = {(row["assessor"], row["question"]) for row in tables.of("assignments")}
    exported, asked = (
        {(row["question"], row["answer"]): row["group"] for row in rows if row.get("kind") != "adjudication"}
        for rows in (
            [row for row in tables.of("distinct") if row["assessor"] == who],
            organizer.campaign.script.of(who, "distinct"),
        )
    )
    return [
        f"{who} put {subject} into {group}; exported is {exported.get(subject)}"
        for subject, group in asked.items()
        if (not given or (who, subject[0]) in given) and exported.get(subject) != group
    ]
