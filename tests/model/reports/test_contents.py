"""What a report holds: its order, its names of files, what it warns of, and that it is complete in itself."""

import csv
import html
import io
import json
import math
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from demo_file import demo_file
from generated import generated_collection
from small import small_collection
from sweeps import swept

from jurybox import results
from jurybox.cli.commands import Jurybox
from jurybox.errors import Refused
from jurybox.figures import Figure, csv_of, differences_by_unit
from jurybox.formats.names import readable_name
from jurybox.measures import measure
from jurybox.reports.contents import collection_report, document_of
from jurybox.reports.document import Document, Paragraph, Plate, References, Section, html_of, latex_table, plain_name
from jurybox.reports.participants import participants
from jurybox.reports.source import ReportChoices, ReportSource, source_of
from jurybox.reports.writing import write_report
from jurybox.results import writing
from jurybox.results.frame import make_frame
from jurybox.scoring import usual_measures

DEMOS = ("community", "series", *swept(["validation"]))
FEW = ReportChoices(draws=20)


def numbers_of(figure: Figure, form: str) -> bytes:
    return f"{form} {csv_of(figure)}".encode()


@pytest.fixture(scope="module", params=DEMOS)
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReportSource]:
    path = demo_file(tmp_path_factory.mktemp("demo") / "c.jury", request.param)
    with results.opened(path) as state:
        yield source_of(state, results.scoreboard(state))


@pytest.fixture(scope="module")
def files(source: ReportSource) -> dict[str, bytes]:
    return collection_report(source, numbers_of, FEW)


class Page(HTMLParser):
    """The elements of a page that are open, the addresses it names, and its sections."""

    EMPTY = frozenset(("meta", "img", "br"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.heads: list[str] = []
        self.bold: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.heads.append(data)
        if self.open[-2:] == ["td", "b"]:
            self.bold.append(data)


@pytest.mark.sweep
def test_a_page_is_whole_needs_no_network_and_reads_like_a_paper(source: ReportSource, files: dict[str, bytes]) -> None:
    page = Page(files["report.html"].decode())
    assert page.open == []
    assert all(one.startswith(("#part-", "data:image/svg+xml;base64,")) for one in page.addresses)
    heads = [head for head in page.heads if head != "Studies"]
    assert heads == ["What was judged", "Results", "Judging", "All tables", "Methods"]
    text = files["report.html"].decode()
    assert re.search(r"</h2>\s*<details>\s*<summary>Show", text)
    assert '<th scope="col">run</th>' in text
    assert f'<th scope="row">{source.board.name_of(0)}</th>' in text
    official = usual_measures(source.board)[0]
    first, *_ = [table for table in document_of(source, [official], FEW).sections[1].parts if hasattr(table, "attrs")]
    assert first.attrs["caption"] == f"Runs by {official}"
    best = writing.shown(first).best
    assert best
    assert all(first["rank"].iloc[row] == 1 for row, _ in best)
    assert {writing.shown(first).rows[row][column] for row, column in best} <= set(page.bold)


def test_every_table_and_picture_has_a_file_of_its_own_that_latex_takes_in(
    source: ReportSource, files: dict[str, bytes]
) -> None:
    measures = usual_measures(source.board)
    document = document_of(source, measures, FEW)
    names = [table.attrs["name"] for table in document.tables]
    assert len(names) == len(set(names))
    latex = files["report.tex"].decode()
    assert {f"tables/{name}.tex" for name in names} == set(re.findall(r"\\input\{(.*?)\}", latex))
    plates = re.findall(r"\\drawn\{(.*?)\}", latex)
    assert plates == [f"figures/{plate.name}" for plate in document.plates]
    assert {f"{plate}.{form}" for plate in plates for form in ("svg", "pdf")} <= files.keys()
    assert {f"tables/{name}.{form}" for name in names for form in ("csv", "md", "tex")} <= files.keys()


def test_latex_has_labels_captions_and_the_papers_of_its_measures(
    source: ReportSource, files: dict[str, bytes]
) -> None:
    latex = files["report.tex"].decode()
    for name, content in files.items():
        if name.startswith("tables/") and name.endswith(".tex"):
            table = content.decode()
            assert f"\\label{{tab:{name[7:-4]}}}" in table
            assert table.count("\\begin{tabular}") + table.count("\\begin{longtable}") == 1
    measures = usual_measures(source.board)
    cited = re.findall(r"\\bibitem\{.*?\} (.*? \d{4})\.", latex)
    assert cited == sorted(cited)
    for one in measures:
        assert any(name in one.paper for name in cited) == bool(one.paper)
    said = " ".join([*(one.paper for one in measures), latex])
    assert all(said.count(name) > 1 for name in cited)
    assert re.findall(r"\\label\{fig:(.*?)\}", latex) == re.findall(r"\{figures/(.*?)\}", latex)


def test_long_tables_go_over_pages_in_latex() -> None:
    rows = [(f"r{at}", "x" * 90, at / 60) for at in range(60)]
    long = latex_table(make_frame("t", "Many", ("run", "text", "F1"), rows, (0, 1), ("A note.",)))
    assert long.count("\\midrule") == 2
    assert "\\endfirsthead" in long
    assert re.search(r"\{l>\{\\raggedright\\arraybackslash\}p\{0\.\d+\\textwidth\}r\}", long)
    assert "{array,booktabs,longtable}" in long
    assert "A note." in long
    short = latex_table(make_frame("t", "Few", ("run", "F1"), [("a", 0.5)]))
    assert "\\begin{table}" in short
    assert "longtable" not in short


@pytest.mark.sweep
def test_the_same_collection_gives_the_same_bytes(source: ReportSource, files: dict[str, bytes]) -> None:
    assert collection_report(source, numbers_of, FEW) == files


def test_each_participant_sees_their_own_runs_and_nobody_elses(source: ReportSource, files: dict[str, bytes]) -> None:
    board, catalog = source.board, source.board.collection.catalog
    teams = {run.team or run.name for run in catalog.runs if run.origin != "baseline"}
    pages = {name: content for name, content in files.items() if name.endswith(".zip")}
    assert len(pages) == len(teams)
    for team in teams:
        own = {run.name for run in catalog.runs if (run.team or run.name) == team}
        others = {run.name for run in catalog.runs if run.origin != "baseline"} - own
        packed = zipfile.ZipFile(io.BytesIO(pages[f"participants/{readable_name(team)}.zip"]))
        assert packed.read("report.html") == files[f"participants/{readable_name(team)}.html"]
        assert {"report.html", "scores.csv", "judgments.csv"} <= set(packed.namelist())
        for name in packed.namelist():
            text = packed.read(name).decode()
            assert not [other for other in others if re.search(rf"\b{re.escape(other)}\b", text)], name
        rows = packed.read("scores.csv").decode().splitlines()[1:]
        told = {(row.split(",")[0], row.split(",")[1]): row.split(",")[2] for row in rows}
        for run in board.runs:
            if board.name_of(run) in own:
                for one in usual_measures(board):
                    value = board.score(one, run).value
                    assert told[board.name_of(run), str(one)] == ("" if value != value else str(value))
        given = packed.read("judgments.csv").decode()
        assert all(f"\n{name}," in given for name in own)


def test_participants_see_why_an_answer_counts_and_what_their_responses_hold(
    source: ReportSource, files: dict[str, bytes]
) -> None:
    board, material = source.board, source.board
    pages = {name: content for name, content in files.items() if name.endswith(".zip")}
    ledger, decided = material.collection.ledger, 0
    kinds = {question.kind for question in material.collection.catalog.questions}
    for content in pages.values():
        packed = zipfile.ZipFile(io.BytesIO(content))
        names = {name for name in packed.namelist() if name in {"nuggets.csv", "instances.csv"}}
        of_kind = {"other": "nuggets.csv", "list": "instances.csv"}
        assert names == {of_kind[one] for one in kinds & of_kind.keys()}
        rows = list(csv.DictReader(io.StringIO(packed.read("judgments.csv").decode())))
        by_name = {name.rpartition("/")[2]: at for at, name in enumerate(source.names["answer"])}
        asked = {one.name: text for one, text in zip(material.collection.catalog.questions, source.asked, strict=True)}
        for row in rows:
            assert row["question text"] == asked[row["question"]]
            if row["answer"]:
                code = int(ledger.adjudications[by_name[row["answer"]]])
                assert row["adjudicated"] == (ledger.codes.word(code, "conflict") if code else "")
                decided += code != 0
        if "nuggets.csv" in names:
            lines = list(csv.DictReader(io.StringIO(packed.read("nuggets.csv").decode())))
            run = next(run for run in board.runs if board.name_of(run) in lines[0])
            question = board.unit_values(measure("F(3)")).units.tolist()[0]
            explained = board.explain(measure("F(3)"), run, question).table
            assert explained is not None
            mine = [line for line in lines if line["question"] == material.collection.catalog.questions[question].name]
            assert [(line["nugget"], line["importance"], line[board.name_of(run)]) for line in mine] == list(
                explained.rows
            )
    assert (decided > 0) == bool(ledger.adjudications.any())


@pytest.mark.sweep
def test_participants_are_given_the_guidelines_and_an_address(source: ReportSource) -> None:
    files = collection_report(source, numbers_of, ReportChoices(draws=20, contact="jury@example.org"))
    page = next(content for name, content in files.items() if re.match("participants/.*html", name)).decode()
    assert "write to jury@example.org and name question and answer" in page
    for text in source.board.collection.facts.guidelines.values():
        assert text in html.unescape(page)
    assert json.loads(files["report.json"])["contact"] == "jury@example.org"


def words_of(document: Document) -> str:
    return " ".join(part.text for section in document.sections for part in section.of(Paragraph))


def test_tests_that_cannot_find_anything_say_so_in_place_of_a_table_of_ones(source: ReportSource) -> None:
    board = source.board
    official = usual_measures(board)[0]
    document = document_of(source, [official], FEW)
    tables = {table.attrs["name"]: table for table in document.tables}
    ranked = next(table for name, table in tables.items() if name.startswith("scores-"))
    pairs = [table for name, table in tables.items() if name.startswith("pairs-")]
    units = {board.score(official, run).units for run in board.runs}
    is_hopeless = 2.0 ** (1 - max(units)) >= 0.05
    assert is_hopeless == (board.has_series and len(units) == 1)
    assert is_hopeless == ("no p-value can come below .125." in " ".join(ranked.attrs["notes"]))
    few_draws = not len(board.unit_values(official).units)
    assert (is_hopeless or few_draws) == (not pairs)
    assert few_draws == ("So few draws cannot tell" in words_of(document))
    assert is_hopeless == ("By series no two runs differ significantly" in words_of(document))
    for table in pairs:
        assert min(value for row in table.iloc[:, 1:].to_numpy() for value in row if value is not None) < 1
    assert "differ significantly" in words_of(document)


def test_pairs_that_are_open_are_rows_of_numbers(source: ReportSource, files: dict[str, bytes]) -> None:
    board = source.board
    for name, content in files.items():
        if not re.match(r"tables/open-.*\.csv", name):
            continue
        rows = list(csv.DictReader(io.StringIO(content.decode())))
        one = next(one for one in usual_measures(board) if f"open-{plain_name(str(one))}.csv" in name)
        runs = {board.name_of(run): run for run in board.runs}
        assert rows, name
        for row in rows[:5]:
            bounds = board.difference(one, runs[row["run"]], runs[row["other"]])
            assert float(row["low"]) == pytest.approx(bounds.low, abs=1e-9)
            assert float(row["high"]) == pytest.approx(bounds.high, abs=1e-9)
            assert bounds.low <= 1e-9
            assert bounds.high >= -1e-9


def test_formulas_are_those_of_the_questions_there_are(source: ReportSource) -> None:
    document = document_of(source, usual_measures(source.board), FEW)
    measures = next(table for table in document.tables if table.attrs["name"] == "measures")
    formulas = dict(zip(measures.index, measures["formula"], strict=True))
    kinds = {question.kind for question in source.board.collection.catalog.questions}
    for name in formulas.keys() & {"F1", "F(3)"}:
        assert ("nugget" in formulas[name] or "vital" in formulas[name]) == ("other" in kinds)
        assert ("yes" in formulas[name]) == ("validation" in kinds)


def test_levels_of_graded_answers_follow_from_patterns_that_are_listed(source: ReportSource) -> None:
    document = document_of(source, usual_measures(source.board)[:1], FEW)
    tables = {table.attrs["name"]: table for table in document.tables}
    assert ("levels-by-pattern" in tables) == source.board.has_graded
    if source.board.has_graded:
        counted = tables["levels-by-pattern"]["answers"]
        assert counted.sum() == source.board.collection.catalog.answer_count


def test_what_is_excluded_is_explained(source: ReportSource) -> None:
    board = source.board
    official = usual_measures(board)[0]
    is_left_out = any(board.score(official, run).left_out for run in board.runs)
    assert is_left_out == ("Excluded units" in words_of(document_of(source, [official], FEW)))


def test_what_rests_on_little_is_said_before_the_scores(tmp_path: Path) -> None:
    path = generated_collection(tmp_path / "c.jury", kind="ranked", questions=20, assessors=2, judged=0.4)
    with results.opened(path) as state:
        source = source_of(state, results.scoreboard(state, unjudged="wait"))
        document = document_of(source, [measure("nDCG")], FEW)
    assert [part.text for part in document.sections[1].of(Paragraph) if part.warns]


def test_nothing_judged_and_no_run_are_said(tmp_path: Path) -> None:
    from jurybox.collection.file import create

    path = tmp_path / "empty.jury"
    create(path)
    with results.opened(path) as state:
        files = collection_report(source_of(state, results.scoreboard(state)), numbers_of, FEW)
    page = files["report.html"].decode()
    assert "Not judged yet" in page
    assert "There is no run that could be scored." in page
    assert not [name for name in files if name.startswith("participants/")]


@pytest.mark.parametrize(("scores", "bold"), [((0.5, 0.5), []), ((0.5, 0.7), [1]), ((0.7, 0.7, 0.1), [0, 1])])
def test_best_scores_are_bold_unless_all_are_equal(scores: tuple[float, ...], bold: list[int]) -> None:
    rows = [(f"r{at}", score) for at, score in enumerate(scores)]
    frame = make_frame("t", "t", ("run", "F1"), [*rows, ("none", float("nan"))], best={"F1": "higher"})
    assert sorted(row for row, _ in writing.shown(frame).best) == bold
    assert writing.latex(frame).count("\\textbf") == writing.html(frame).count("<b>") == len(bold)
    lower = make_frame("t", "t", ("run", "F1"), [("a", 0.2), ("b", 0.1)], best={"F1": "lower"})
    assert writing.shown(lower).best == {(1, 1)}


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not here")
def test_the_latex_compiles_with_the_marks_of_others(tmp_path: Path) -> None:
    text = "50 % of_{x}\\~^ <&> #1 $2 †‡±≤…−×"
    table = make_frame("t", text, ("run", text), [(text, 0.5), ("b", 0.4)], notes=(text,), best={text: "higher"})
    document = Document(text, text, (Section(text, (Paragraph(text, warns=True), table)),))
    from jurybox.reports.writing import report_files

    write_report(tmp_path / "report", report_files(document, {}, {}, numbers_of))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"],
        cwd=tmp_path / "report",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def test_pictures_of_participants_have_the_same_scale(source: ReportSource) -> None:
    drawn: list[Figure] = []

    def draw(figure: Figure, _form: str) -> bytes:
        drawn.append(figure)
        return b""

    participants(source, usual_measures(source.board), draw)
    assert len(drawn) > 3
    assert len({(figure.y.low, figure.y.high) for figure in drawn}) == 1
    shown = [end for figure in drawn for bar in figure.bars for end in bar.y]
    assert drawn[0].y.low <= min(shown)
    assert max(shown) <= drawn[0].y.high
    assert all("better than the median" in figure.caption for figure in drawn)
    assert [line.name for line in drawn[0].references] == ["median"]


def invoke(*words: object) -> None:
    done = CliRunner().invoke(Jurybox("jurybox"), [str(word) for word in words])
    assert done.exit_code == 0, done.output


def packed_of(files: dict[str, bytes]) -> Iterator[zipfile.ZipFile]:
    for name, content in files.items():
        if name.endswith(".zip"):
            yield zipfile.ZipFile(io.BytesIO(content))


def rows_in(packed: zipfile.ZipFile, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(packed.read(name).decode())))


_NUMBER = re.compile(r"[\d.]+")


def test_participants_can_compute_their_scores_again(source: ReportSource, files: dict[str, bytes]) -> None:
    board = source.board
    for packed in packed_of(files):
        scores = {(row["run"], row["measure"]): row["score"] for row in rows_in(packed, "scores.csv")}
        whole = [row for row in rows_in(packed, "calculations.csv") if row["unit"] == "all"]
        assert {(row["run"], row["measure"]): row["score"] for row in whole} == scores
        for row in rows_in(packed, "calculations.csv"):
            formula, _, result = row["calculation"].rpartition(" = ")
            if ", with " in formula or not re.fullmatch(r"[\d.\s()+×÷]+", formula):
                continue
            value = eval(formula.replace("×", "*").replace("÷", "/"))
            assert value == pytest.approx(float(_NUMBER.findall(result)[0]), abs=2e-3)
            assert float(row["score"]) == pytest.approx(value, abs=2e-3)
        if board.has_graded:
            _ranked_scores_follow(packed)


def test_participants_see_the_scores_that_their_runs_gave(source: ReportSource, files: dict[str, bytes]) -> None:
    given = source.board.collection.catalog.responses
    told = sorted(
        float(row["score"])
        for packed in packed_of(files)
        for row in rows_in(packed, "judgments.csv")
        if row.get("score")
    )
    theirs = [run.origin != "baseline" for run in source.board.collection.catalog.runs]
    own = [score for run, score in zip(given.run.tolist(), given.score.tolist(), strict=True) if theirs[run]]
    assert told == sorted(score for score in own if not math.isnan(score))


def _ranked_scores_follow(packed: zipfile.ZipFile) -> None:
    """nDCG and nG@1 of every question from gains alone (Sakai et al. 2010, equations (3) and (4))."""
    ideal = {
        row["question"]: [float(gain) for gain in row["gains"].split()] for row in rows_in(packed, "ideal-gains.csv")
    }
    given: dict[tuple[str, str], dict[int, float]] = {}
    for row in rows_in(packed, "judgments.csv"):
        if row["rank"] and row["gain"]:
            given.setdefault((row["run"], row["question"]), {})[int(row["rank"])] = float(row["gain"])
    checked = 0
    for file, score in (("questions-ng-1.csv", _first), ("questions-ndcg.csv", _discounted)):
        for row in rows_in(packed, file):
            for run in row.keys() - {"question", "median", "best"}:
                gains = [gain for _, gain in sorted(given[run, row["question"]].items())]
                assert float(row[run]) == pytest.approx(score(gains, ideal[row["question"]]), abs=1e-9)
                checked += 1
    assert checked > 40


def _first(gains: list[float], ideal: list[float]) -> float:
    return gains[0] / ideal[0] if ideal[0] else 0.0


def _discounted(gains: list[float], ideal: list[float]) -> float:
    own, best = (
        math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(each, start=1)) for each in (gains, ideal)
    )
    return own / best if best else 0.0


def test_participants_are_told_rules_measures_and_files(source: ReportSource, files: dict[str, bytes]) -> None:
    board = source.board
    for packed in packed_of(files):
        page = html.unescape(packed.read("report.html").decode())
        assert f"Gold standard: {board.gold_text}. " in page
        assert "Judged from 20" in page
        assert all(one.title in page and one.paper in page for one in usual_measures(board))
        assert all(f">{name}<" in page for name in packed.namelist())


def test_participants_see_from_which_document_an_answer_is(source: ReportSource, files: dict[str, bytes]) -> None:
    documents = {one for one, _ in source.shown if one}
    supports = {text for _, text in source.shown if text}
    seen: set[str] = set()
    for packed in packed_of(files):
        rows = rows_in(packed, "judgments.csv")
        assert ("document" in rows[0]) == bool(documents)
        assert ("supporting text" in rows[0]) == bool(supports)
        seen |= {row["document"] for row in rows if documents} - {""}
    assert seen <= documents
    assert bool(seen) == bool(documents)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("京都大-Run1", "京都大-run1"),
        ("جامعة القاهرة", "جامعة-القاهرة"),
        ("../a/b:c*", "a-b-c"),
        ("Con", "run-con"),
        ("???", "run"),
        ("cafe\N{COMBINING ACUTE ACCENT}", "café"),
        ("x" * 300, "x" * 50),
    ],
)
def test_files_of_participants_keep_the_letters_of_any_script(name: str, file: str) -> None:
    assert readable_name(name) == file


def test_two_participants_never_share_a_file(tmp_path: Path) -> None:
    runs = [tmp_path / f"{at}.run" for at in range(3)]
    for path, name in zip(runs, ("京都大-run1", "京都大:RUN1", "京都大/run1"), strict=True):
        path.write_text(f"q1 Q0 doc-7 1 9 {name}\n", encoding="utf-8")
    (tmp_path / "qrels.txt").write_text("q1 0 doc-7 1\n", encoding="utf-8")
    path = tmp_path / "c.jury"
    invoke("new", path)
    invoke("import", path, *runs)
    invoke("import", path, tmp_path / "qrels.txt", "--assessor", "Ada", "--labels", "0..3")
    with results.opened(path) as state:
        files = collection_report(source_of(state, results.scoreboard(state)), numbers_of, FEW)
    pages = {name for name in files if name.startswith("participants/") and name.endswith(".html")}
    ends = "", "-2", "-3"
    assert pages == {f"participants/京都大-run1{end}.html" for end in ends}


def test_disputed_answers_without_a_text_are_named(tmp_path: Path) -> None:
    runs, qrels = tmp_path / "mine.run", tmp_path / "qrels.txt"
    runs.write_text("q1 Q0 doc-7 1 9 mine\nq1 Q0 doc-8 2 8 mine\n", encoding="utf-8")
    qrels.write_text("q1 0 doc-7 1\nq1 0 doc-8 0\n", encoding="utf-8")
    other = tmp_path / "other.txt"
    other.write_text("q1 0 doc-7 3\nq1 0 doc-8 0\n", encoding="utf-8")
    path = tmp_path / "c.jury"
    invoke("new", path)
    invoke("import", path, runs)
    invoke("import", path, qrels, "--assessor", "Ada", "--labels", "0..3")
    invoke("import", path, other, "--assessor", "Ben", "--labels", "0..3")
    with results.opened(path) as state:
        source = source_of(state, results.scoreboard(state))
        files = collection_report(source, numbers_of, FEW)
        document = document_of(source, [measure("nDCG")], FEW)
    text, (judges,) = words_of(document), [one for one in document.tables if one.attrs["name"] == "judges"]
    assert judges.index.tolist() == ["Ada", "Ben"]
    assert "Nothing was judged yet" not in text
    page = files["participants/mine.html"].decode()
    assert "lowest" not in page
    disputed = page[page.index("Answers about which judges differ") :]
    disputed = disputed[: disputed.index("</table>")]
    assert "doc-7" in disputed
    assert "doc-8" not in disputed
    assert "question text" not in disputed
    assert "Gains of levels: L0 0, L1 1, L2 2, L3 3. Relevant: L1 and above." in text
    assert "the lower of the two in the middle" in text


def test_tables_have_no_columns_without_anything(source: ReportSource) -> None:
    document = document_of(source, usual_measures(source.board)[:1], FEW)
    tables = {table.attrs["name"]: table for table in document.tables}
    assert "calibration" not in tables["quality"].columns
    assert "with others" in tables["quality"].columns
    assert not [note for note in tables["quality"].attrs["notes"] if note.startswith("With themselves")]
    for name, table in tables.items():
        if name.startswith("assessors"):
            assert any(table["unusual"]) == ("Unusual: no assessor." not in table.attrs["notes"])


def test_names_in_formulas_and_values_of_options_are_explained(source: ReportSource) -> None:
    document = document_of(source, usual_measures(source.board), FEW)
    measures = next(table for table in document.tables if table.attrs["name"] == "measures")
    formulas = dict(zip(measures.index, measures["formula"], strict=True))
    note = " ".join(measures.attrs["notes"])
    assert not [formula for formula in formulas.values() if "_" in formula]
    if "F(3)" in formulas:
        assert formulas["F(3)"].endswith("b = 3, allowance = 100")
        assert "length: characters of the response, without white space" in note
        assert "R: relevant" not in note
    if "F1" in formulas:
        assert formulas["F1"].endswith("b = 1")
        assert "silent correct: correct answers without a decision" in note
    if "AUC" in formulas:
        assert "pairs:" not in note
    if "Q" in formulas:
        assert formulas["Q"].endswith("β = 1")
        assert "R: relevant answers of the question" in note


def test_papers_of_the_statistics_are_among_the_references(source: ReportSource) -> None:
    document = document_of(source, usual_measures(source.board), FEW)
    cited = {name for section in document.sections for part in section.of(References) for name, _ in part.papers}
    assert {"Efron 1987", "Holm 1979", "Gwet 2008", "Fleiss 1971"} <= cited
    has_ranks = any(plate.name == "critical-difference" for plate in document.plates)
    assert ("Demsar 2006" in cited) == has_ranks


def test_many_units_are_a_curve_in_the_picture_of_a_participant() -> None:
    names = [f"q{at}" for at in range(1500)]
    drawn = differences_by_unit(names, [at / 1500 for at in range(1500)], 0, "mine", "nDCG", unit="question")
    assert not drawn.bars
    (curve,) = drawn.curves
    assert curve.names[0] == "q1499"
    assert curve.y.tolist() == sorted(curve.y.tolist(), reverse=True)
    few = differences_by_unit(names[:50], [0.5] * 50, 0, "mine", "nDCG", unit="question")
    assert len(few.bars) == 50
    assert not few.curves


def test_units_that_no_page_should_hold_are_in_the_zip_alone(tmp_path: Path) -> None:
    many = {"kind": "validation", "questions": 170, "runs": 2, "assessors": 1}
    path = generated_collection(tmp_path / "v.jury", judged=1.0, correct=0.4, **many)
    with results.opened(path) as state:
        source = source_of(state, results.scoreboard(state))
        files = participants(source, [measure("accuracy")], numbers_of)
    packed = next(packed_of(files))
    page, rows = packed.read("report.html").decode(), rows_in(packed, "answers-accuracy.csv")
    assert len(rows) > 1000
    assert f"The scores of {len(rows):,} answers are in answers-accuracy.csv." in page
    assert rows[-1]["answer"] not in page


def test_pairs_of_the_first_measure_are_tested_once(source: ReportSource, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    once = results.p_values

    def counted(board: object, one: object, **how: int) -> object:
        asked.append(one)
        return once(board, one, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(results, "p_values", counted)
    measures = usual_measures(source.board)[:2]
    document_of(source, measures, FEW)
    assert len(asked) == len(set(map(str, asked)))


def test_columns_of_short_texts_are_not_broken_on_a_narrow_page() -> None:
    rows = [("r1", "962 of 1,022", "x" * 40, "some more words here", 0.5)]
    table = make_frame("t", "Some", ("run", "rests on", "text", "why", "F1"), rows, (0, 1, 2, 3))
    page = html_of(Document("A", "b", (Section("C", (table,)),)), no_picture_of)
    assert '<td class="s">962 of 1,022</td>' in page
    assert '<td class="t">xxx' in page
    assert "<td>some more words here</td>" in page
    assert "td.n, td.s { white-space: nowrap }" in page


def no_picture_of(figure: Figure, form: str) -> bytes:
    raise AssertionError(f"{figure.title} is drawn as {form}")


def test_a_report_has_its_name_only_when_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that refuses in the middle leaves no new report, and an old one with whole files."""
    folder = tmp_path / "report"
    old = {"a.csv": b"old", "b.csv": b"old", "report.json": b'{"files": {}}'}
    sync, left = os.fsync, 3

    def refuse(descriptor: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(Refused, match=r"No space left on device\. The collection is safe\."):
        write_report(folder, old)
    assert not list(tmp_path.iterdir())
    write_report(folder, old)
    left = 3  # the second file: each takes one for itself and one for its name
    with pytest.raises(Refused, match="No space left"):
        write_report(folder, dict.fromkeys(old, b"new"))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == old | {"a.csv": b"new"}
    write_report(folder, {"a.csv": b"newer", "report.json": b"{}"})
    assert (folder / "a.csv").read_bytes() == b"newer"


def test_a_measure_without_scores_has_a_sentence_and_neither_table_nor_picture(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "new.jury")
    with results.opened(path) as state:
        source = source_of(state, results.scoreboard(state))
        measures = usual_measures(source.board)
        document = document_of(source, measures, FEW)
    said = [part.text for section in document.sections for part in section.of(Paragraph)]
    tables = {table.attrs["name"] for section in document.sections for table in section.tables}
    for one in measures:
        assert f"No run has a score by {one} yet." in said
        assert not {f"{kind}-{plain_name(str(one))}" for kind in ("scores", "pairs", "open")} & tables
    assert not [plate.name for section in document.sections for plate in section.of(Plate)]
