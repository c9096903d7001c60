"""What an import loses where bad lines are skipped: said by table and person, before anything is stored."""

from jurybox.collection.findings import shown
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.judgments import LEFT_OUT
from jurybox.collection.table_words import counted_rows
from jurybox.language import tr, trf
from jurybox.lists import comma_list


def tell_losses(find: Finder) -> None:
    """Say how many rows of each table, and of what each person said, are left out: a warning if that is all of it."""
    if not find.staging.skip_bad_lines:
        return
    lost = find.staging.left_out.copy()
    kept = dict[tuple[str, str], int]()
    for table, name, count, contrary in find.db.execute(
        "SELECT s.source, k.name, count(*), sum(s.there = ?) FROM said s "
        "JOIN known_assessor k ON k.id = s.assessor GROUP BY s.source, k.name",
        (LEFT_OUT,),
    ):
        lost[table, name] += contrary
        kept[table, name] = count - contrary
    parts = []
    for (table, name), count in sorted(lost.items()):
        rows = counted_rows(count, table)
        if count and name:
            rows = counted_rows(count + kept.get((table, name), 0), table)
            parts.append(tr("{count:,} of {rows} by {name}", count=count, rows=rows, name=shown(name)))
        elif count:
            parts.append(rows)
    is_all = any(count and name and not kept.get((table, name)) for (table, name), count in lost.items())
    if parts:
        find.findings.add(
            trf("lines-lost", "Skipping bad lines leaves out {listed}.", listed=comma_list(parts)),
            severity="warning" if is_all else "note",
        )
