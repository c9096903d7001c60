"""People who judge in the real window, with the label keys alone."""

from collections.abc import Callable
from pathlib import Path

from campaigns.generated import Campaign
from campaigns.organizer import Judging, Names
from person import Person

KEYS = {"A": "A", "B": "B", "C": "C", "correct": "1", "inexact": "X", "unsupported": "U", "incorrect": "W"}
OF_VALIDATION = {"correct": "1", "incorrect": "2"}


def with_keys(come: Callable[..., Person]) -> Judging:
    """Return a way to judge: open one's own file and press keys, down the queue until nothing is left."""

    def judge(path: Path, who: str, campaign: Campaign) -> None:
        answer = Names(path).answer
        wanted = {
            answer[row["question"], row["answer"]]: row["label"]
            for row in campaign.script.of(who, "judgments")
            if row["label"] and not row.get("kind") and (row["question"], row["answer"]) in answer
        }
        keys = OF_VALIDATION if campaign.kind == "validation" else KEYS
        person = come(path, assessor=who)
        for _ in range(2 * len(answer)):
            here = person.desk.queue_cursor.answer if wanted else None
            if here is None:
                break
            person.press(keys[wanted.pop(here)] if here in wanted else "Down")
        assert not wanted, "the keys lead to every answer"
        person.close()

    return judge
