"""The vote book: what an audience is shown, and one vote per phone and answer, changeable until the next.

Pure Python without a network. The window shows and closes ballots, the page's thread joins phones and enters
votes; a lock serializes both. The book issues the ids of phones, so that nobody can invent a phone.
"""

import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, NoReturn

from jurybox.audience.verdict import VoteCount
from jurybox.label_schemes import LabelScheme
from jurybox.language import tr

Phase = Literal["waiting", "open", "closed", "ended"]
Reason = Literal[
    "late", "closed", "unknown phone", "unknown label", "too many phones", "too fast", "malformed", "too large"
]

LONGEST_TEXT = 4_000
"""Characters of a question, an answer and a text that phones get; the whole text is on the stage."""
CUT = " …"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for one address and for all together.

    `phones`: in total; `per_address`: phones at one address, since several may share a connection; `rate`,
    `burst`: requests per second of one address, and how many at once, for each of its phones; `addresses`:
    how many are remembered; `idle`: seconds after which a silent phone is not counted as present, and may
    lose its place to another at its address.
    """

    phones: int = 500
    per_address: int = 4
    rate: float = 5.0
    burst: int = 20
    addresses: int = 4_096
    idle: float = 40.0


@dataclass(frozen=True, slots=True)
class Ballot:
    """What an audience votes on. `key`: the answer; its votes are kept while others are shown.

    `text`: the supporting text, "" where there is none. All are plain text.
    """

    key: int
    question: str
    answer: str
    scheme: LabelScheme
    text: str = ""


class VoteRefused(Exception):  # noqa: N818 - as Refused: the name begins the sentence
    """A vote, or a phone, that the book does not accept; `reason` is counted for the demonstrator."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason: Reason = reason


@dataclass(slots=True)
class _Phone:
    """A place in the room: where it came from, when it came and was last heard of, and whether it ever voted."""

    address: str
    came: float
    seen: float
    has_voted: bool = False

    def may_go(self, now: float, idle: float) -> bool:
        """Return whether its place can be given to another: it is gone, or has only been looking on for a while."""
        return now - self.seen > idle or (not self.has_voted and now - self.came > idle)


@dataclass(slots=True)
class _Bucket:
    """The requests left to an address, and when that was computed."""

    left: float
    at: float


@dataclass(frozen=True, slots=True)
class PhoneView:
    """What one phone may see: the ballot and its own vote, but nobody else's.

    `version` grows with every change of what is shown; `round` names the showing that a vote is for.
    """

    version: int
    phase: Phase
    round: int
    ballot: Ballot | None
    mine: str | None


@dataclass(frozen=True, slots=True)
class Count:
    """What the demonstrator sees: phones present, the votes for the answer shown, and refusals by reason."""

    phones: int
    tally: VoteCount | None
    refused: Counter[Reason] = field(default_factory=Counter)

    @property
    def votes(self) -> int:
        """How many votes there are for what is shown."""
        return self.tally.votes if self.tally else 0


class VoteBook:
    """Shows ballots one after the other and holds the votes for each."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits or Limits()
        self._clock = clock
        self._lock = Lock()
        self._phase: Phase = "waiting"
        self._version = 1
        self._round = 0
        self._ballot: Ballot | None = None
        self._votes: dict[int, dict[str, str]] = {}
        self._phones: dict[str, _Phone] = {}
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._refused: Counter[Reason] = Counter()
        self._listeners: list[Callable[[], None]] = []

    # The demonstrator's side

    def show(self, ballot: Ballot) -> int:
        """Show a ballot and take votes for it; return its round. The previous ballot is over.

        An answer that is shown again keeps its votes. A ballot that is already shown stays.
        """
        with self._lock:
            if self._phase == "ended":
                return self._round
            if ballot == self._ballot and self._phase == "open":
                return self._round
            self._round += 1
            kept = self._votes.setdefault(ballot.key, {})
            words = ballot.scheme.words
            self._votes[ballot.key] = {phone: word for phone, word in kept.items() if word in words}
            self._ballot = ballot
            number = self._round
            self._go("open")
        self._tell()
        return number

    def close(self) -> None:
        """Take no more votes for the answer shown: its label was entered."""
        self._end("closed", of=("open",))

    def pause(self) -> None:
        """Show nothing to vote on, for instance while the stage has no answer."""
        self._end("waiting", of=("open", "closed"))

    def end(self) -> None:
        """Tell every phone that the vote is over; nothing is accepted any more."""
        self._end("ended", of=("waiting", "open", "closed"))

    def start_over(self) -> None:
        """Drop all votes and show nothing; phones stay."""
        with self._lock:
            if self._phase == "ended":
                return
            self._votes.clear()
            self._ballot = None
            self._go("waiting")
        self._tell()

    def clear(self, key: int) -> None:
        """Drop the votes for an answer, so that the audience votes on it again."""
        with self._lock:
            self._votes[key] = {}
            if self._ballot is not None and self._ballot.key == key and self._phase in {"open", "closed"}:
                self._round += 1
                self._go("open")
        self._tell()

    def count(self) -> Count:
        """Return what the demonstrator now sees."""
        now = self._clock()
        with self._lock:
            phones = sum(now - phone.seen <= self.limits.idle for phone in self._phones.values())
            tally = None
            if self._ballot is not None and self._phase in {"open", "closed"}:
                given = Counter(self._votes[self._ballot.key].values())
                tally = VoteCount.of(self._ballot.scheme, given)
            return Count(phones, tally, Counter(self._refused))

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call `listener()`, on the thread of the change, when what phones see has changed."""
        self._listeners.append(listener)

    def _end(self, phase: Phase, of: tuple[Phase, ...]) -> None:
        with self._lock:
            if self._phase not in of:
                return
            if phase != "closed":
                self._ballot = None
            self._go(phase)
        self._tell()

    def _go(self, phase: Phase) -> None:
        self._phase = phase
        self._version += 1

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    # The phones' side

    @property
    def version(self) -> int:
        """A number that grows when what phones see changes; votes do not change it."""
        return self._version

    @property
    def is_over(self) -> bool:
        """Whether the vote has ended."""
        return self._phase == "ended"

    def admit(self, address: str) -> None:
        """Count a request of an address. VoteRefused if it makes too many."""
        limits, now = self.limits, self._clock()
        most = float(limits.burst * limits.per_address)
        with self._lock:
            bucket = self._buckets.pop(address, None) or _Bucket(most, now)
            bucket.left = min(most, bucket.left + (now - bucket.at) * limits.rate * limits.per_address)
            bucket.at = now
            self._buckets[address] = bucket
            while len(self._buckets) > limits.addresses:
                self._buckets.popitem(last=False)
            if bucket.left < 1:
                self._refuse("too fast", tr("Too many requests. Wait a moment."))
            bucket.left -= 1

    def join(self, address: str) -> str:
        """Return the id of a new phone at an address.

        If the address has its maximum of phones, the one silent longest loses its place and its votes, if it
        has been gone for a while. In a full room a phone that is gone, or has never voted, makes place: else one
        computer with many addresses could keep everybody out without voting. Raises VoteRefused otherwise.
        """
        now = self._clock()
        with self._lock:
            here = [(phone.seen, name) for name, phone in self._phones.items() if phone.address == address]
            if len(here) >= self.limits.per_address:
                seen, oldest = min(here)
                if now - seen <= self.limits.idle:
                    self._refuse("too many phones", tr("Too many phones share your connection."))
                self._forget(oldest)
            if len(self._phones) >= self.limits.phones:
                idle = self.limits.idle
                leaving = [(p.has_voted, p.came, at) for at, p in self._phones.items() if p.may_go(now, idle)]
                if not leaving:
                    self._refuse("too many phones", tr("The room is full."))
                self._forget(min(leaving)[-1])
            name = secrets.token_urlsafe(12)
            self._phones[name] = _Phone(address, now, now)
            return name

    def view(self, phone: str | None = None) -> PhoneView:
        """Return what a phone, or one without a name yet, may see. VoteRefused for an unknown name."""
        with self._lock:
            if phone is not None:
                self._known(phone)
            ballot = self._ballot
            mine = self._votes[ballot.key].get(phone) if ballot and phone is not None else None
            return PhoneView(self._version, self._phase, self._round, ballot, mine)

    def vote(self, phone: str, number: int, label: str) -> str:
        """Enter a vote for the ballot of a round; return the label that now counts.

        The same vote sent twice is one vote; another label replaces the one before. Raises VoteRefused for a
        round that is over or closed, a label that is not in the scheme, and a phone that the book does not
        know.
        """
        with self._lock:
            voter = self._known(phone)
            ballot = self._ballot
            if ballot is None or number != self._round:
                self._refuse("late", tr("That answer is over."))
            if self._phase != "open":
                self._refuse("closed", tr("Voting on this answer is closed."))
            if label not in ballot.scheme.words:
                self._refuse("unknown label", tr("That is not a label of this question."))
            self._votes[ballot.key][phone] = label
            voter.has_voted = True
            return label

    def refuse(self, reason: Reason, sentence: str) -> VoteRefused:
        """Count a refusal of the page itself, and return the error to raise."""
        with self._lock:
            self._refused[reason] += 1
        return VoteRefused(reason, sentence)

    def _known(self, name: str) -> _Phone:
        phone = self._phones.get(name)
        if phone is None:
            self._refuse("unknown phone", tr("This page is too old. Load it again."))
        phone.seen = self._clock()
        return phone

    def _forget(self, name: str) -> None:
        del self._phones[name]
        for votes in self._votes.values():
            votes.pop(name, None)

    def _refuse(self, reason: Reason, sentence: str) -> NoReturn:
        self._refused[reason] += 1
        raise VoteRefused(reason, sentence)


def cut(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text as phones get it, cut after this many characters with a mark at the end."""
    return text if len(text) <= longest else text[:longest].rstrip() + CUT
