"""What an import loses where bad lines are skipped: by table and person, before anything is stored."""

from jurybox.collection.findings import Loss
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.judgments import LEFT_OUT
from jurybox.language import trf
from jurybox.lists import comma_list


def losses_of(find: Finder) -> tuple[Loss, ...]:
    """Return how many rows of each table, and of what each person said, are left out, or would be.

    Where bad lines are skipped, it is said; a warning if that is all of a person's.
    """
    lost, said = find.left_out.copy(), find.left_out.copy()
    for table, name, count, contrary in find.db.execute(
        "SELECT s.source, k.name, count(*), sum(s.there = ?) FROM said s "
        "JOIN known_assessor k ON k.id = s.assessor GROUP BY s.source, k.name",
        (LEFT_OUT,),
    ):
        lost[table, name] += contrary
        said[table, name] += count
    losses = tuple(Loss(*key, count, said[key]) for key, count in sorted(lost.items()) if count)
    if losses and find.staging.skip_bad_lines:
        message = trf("lines-lost", "Skipping bad lines leaves out {listed}.", listed=comma_list(map(str, losses)))
        is_all = any(one.name and one.lost == one.said for one in losses)
        find.findings.add(message, severity="warning" if is_all else "note")
    return losses
