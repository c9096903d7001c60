"""Pages of the help in a terminal."""

from typing import Any

from jurybox.help import page, pages


def test_all_pages_are_listed(run: Any) -> None:
    rows = [line.split(maxsplit=1) for line in run("help").out.splitlines()[1:]]
    assert rows == [[each.name, each.title] for each in pages()]


def test_a_page_is_printed_without_the_comments_about_keys(run: Any) -> None:
    told, found = run("help", "judging").out, page("judging")
    assert found is not None
    assert "<!--" in found.text
    assert "<!--" not in told
    assert told.startswith("# Judging\n\n## Judge an answer\n")
    assert "(`L`, then `Down`), and press `P` to group them. One group" in told
    assert told.endswith(found.text[-80:])
    assert run("help", "judging.md").out == told


def test_a_page_that_does_not_exist_is_refused_with_the_names_of_all(run: Any) -> None:
    told = run("help", "judge").refusal
    assert told.startswith("There is no help page 'judge'. The pages are: first-steps, judging, keys,")
