"""The actions of the Disagreements desk."""

from functools import partial

from jurybox.language import tr, tr_noop
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.registry import LABELS
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.desks.disagreements.desk import DisagreementsDesk
from jurybox_gui.desks.disagreements.people_list import PLACES
from jurybox_gui.desks.label_schemes import CANNOT_TELL, DIGITS, LETTERS, letters_beside, name_of_place

_MOVE, _SHOWN, _OUT = tr_noop("Move"), tr_noop("What is shown"), tr_noop("Export")


def _may_decide(desk: DisagreementsDesk) -> bool:
    return desk.adjudication.may_decide()


def _clear(desk: DisagreementsDesk) -> None:
    before = len(desk.bridge.session.ledger)
    desk.adjudication.decide("")
    if len(desk.bridge.session.ledger) == before:
        desk.nothing_done.emit(tr("There is no decision to clear here."))


def _may_give(desk: DisagreementsDesk, place: int) -> bool:
    return desk.side.may_choose_place(place) or desk.adjudication.may_give(place)


def _give(desk: DisagreementsDesk, place: int) -> None:
    if desk.side.choosing:
        desk.side.choose_place(place)
    else:
        desk.adjudication.give_place(place)


def _name_at(desk: DisagreementsDesk, place: int) -> str:
    name = "" if desk.side.choosing else desk.adjudication.name_at(place)
    return tr("Decide: {label}", label=name) if name else ""


def _name_by(desk: DisagreementsDesk, letter: str) -> str:
    name = desk.adjudication.name_by(letter)
    return tr("Decide: {label}", label=name) if name else ""


def _may_give_letter(desk: DisagreementsDesk, letter: str) -> bool:
    return desk.adjudication.may_letter(letter)


def _give_letter(desk: DisagreementsDesk, letter: str) -> None:
    desk.adjudication.give_letter(letter)


def _why_undecided(desk: DisagreementsDesk) -> str:
    why = desk.bridge.session.saving.read_only
    if why is not None:
        return why
    return _ONLY_LIST if desk.shows_agreement() else tr("No disagreement is chosen.")


def _why_no_rows(desk: DisagreementsDesk) -> str:
    if desk.shows_agreement():
        return _ONLY_LIST
    return tr("This works in the list of disagreements; {disagreements.close} goes back to it.")


def _why_no_label(desk: DisagreementsDesk) -> str:
    return tr("No label has this key here.") if _may_decide(desk) else _why_undecided(desk)


_ONLY_LIST = tr("Agreement is shown. {disagreements.agreement} shows the list of disagreements.")
_ONLY_AGREEMENT = tr("This works in the agreement tables; press {disagreements.agreement}.")
_NO_PERSON = tr("The table shown does not compare chosen assessors.")
_NO_SORTING = tr("Only a table of agreement can be sorted here: press {disagreements.agreement}.")
_NO_TABLE = tr("Only tables of agreement, or a question shown side by side, can be copied.")

action = ActionsOf[DisagreementsDesk](DisagreementsDesk.id)

_BY_DIGITS: tuple[Action[DisagreementsDesk], ...] = tuple(
    action(
        f"give.{place + 1}",
        tr("Decide: {label}", label=name_of_place(place)),
        DIGITS[place],
        do=partial(_give, place=place),
        when=partial(_may_give, place=place),
        named=partial(_name_at, place=place),
        why_not=_why_no_label,
        group=LABELS,
        row=tr_noop("Decide, left to right"),
        palette=False,
    )
    for place in range(PLACES)
)
_OTHERS: tuple[Action[DisagreementsDesk], ...] = (
    action(
        "type",
        tr("Type a decision"),
        "Shift+Return",
        do=lambda desk: desk.detail.scale.begin(),
        when=lambda desk: desk.adjudication.may_type(),
        group=LABELS,
    ),
    action(
        "type_below",
        tr("Type a decision below 0"),
        "-",
        do=lambda desk: desk.detail.scale.begin("-"),
        when=lambda desk: desk.adjudication.may_type_below(),
        group=LABELS,
        palette=False,
    ),
    action(
        "majority",
        tr("Accept the majority"),
        "Return",
        do=lambda desk: desk.adjudication.give_majority(),
        when=_may_decide,
        group=LABELS,
    ),
    action(
        "clear",
        tr("Clear the decision"),
        shares=Shared.CLEAR,
        do=_clear,
        when=_may_decide,
        why_not=_why_undecided,
        group=LABELS,
    ),
    action(
        "undo",
        tr("Undo the last step"),
        shares=Shared.UNDO,
        do=lambda desk: desk.adjudication.undo(),
        when=lambda desk: desk.bridge.session.can_undo,
        why_not=tr("There is nothing to undo."),
        group=LABELS,
    ),
    action(
        "note",
        tr("Write a note"),
        shares=Shared.NOTE,
        do=lambda desk: desk.adjudication.ask_note(),
        when=_may_decide,
        why_not=_why_undecided,
        group=LABELS,
    ),
    action(
        "back",
        tr("Send back to an assessor…"),
        "Shift+S",
        do=lambda desk: desk.adjudication.send_back(),
        when=_may_decide,
        why_not=_why_undecided,
        group=LABELS,
    ),
    action("leave", tr("Leave"), "Esc", do=DisagreementsDesk.leave, group=LABELS),
    action(
        "side",
        tr("Show side by side, or the list"),
        "Shift+Right",
        do=DisagreementsDesk.toggle_side,
        when=DisagreementsDesk.may_toggle_side,
        why_not=_why_undecided,
        group=_MOVE,
    ),
    action(
        "accept",
        tr("Accept a whole column"),
        "Ctrl+Return",
        do=lambda desk: desk.side.start_choosing(),
        when=lambda desk: desk.shows_side() and desk.side.may_accept(),
        why_not=tr("Only a question shown side by side has columns to accept."),
        group=LABELS,
    ),
    action(
        "accept_now",
        tr("Accept the column shown"),
        "Return",
        do=lambda desk: desk.side.accept_now(),
        when=lambda desk: desk.shows_side() and desk.side.may_accept_now(),
        group=LABELS,
        palette=False,
        first=True,
    ),
    action(
        "replace",
        tr("Replace earlier decisions"),
        "Shift+Return",
        do=lambda desk: desk.side.toggle_replacing(),
        when=lambda desk: desk.shows_side() and desk.side.may_replace(),
        group=LABELS,
        palette=False,
        first=True,
    ),
    action(
        "next",
        tr("Next open disagreement"),
        shares=Shared.NEXT,
        do=DisagreementsDesk.next_open,
        when=DisagreementsDesk.shows_list,
        why_not=_ONLY_LIST,
        group=_MOVE,
    ),
    action(
        "up",
        tr("Row above"),
        "Up",
        do=lambda desk: desk.step(-1),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("Row above, below"),
        repeat=True,
    ),
    action(
        "down",
        tr("Row below"),
        "Down",
        do=lambda desk: desk.step(1),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("Row above, below"),
        repeat=True,
    ),
    action(
        "open",
        tr("Open the question side by side"),
        "Right",
        do=lambda desk: desk.open_question(opened=True),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("Open a question, or back to the list"),
    ),
    action(
        "close",
        tr("Back to the list"),
        "Left",
        do=lambda desk: desk.open_question(opened=False),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("Open a question, or back to the list"),
    ),
    action(
        "first",
        tr("First row"),
        "Home",
        do=lambda desk: desk.go_to_end(last=False),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("First, last row"),
    ),
    action(
        "last",
        tr("Last row"),
        "End",
        do=lambda desk: desk.go_to_end(last=True),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("First, last row"),
    ),
    action(
        "page_down",
        tr("Scroll the text down"),
        "PgDown",
        do=lambda desk: desk.detail.pane.scroll_page(1),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("Scroll the text"),
        repeat=True,
    ),
    action(
        "page_up",
        tr("Scroll the text up"),
        "PgUp",
        do=lambda desk: desk.detail.pane.scroll_page(-1),
        when=DisagreementsDesk.shows_list,
        group=_MOVE,
        row=tr_noop("Scroll the text"),
        repeat=True,
    ),
    action(
        "judge",
        tr("Show this answer on Judge"),
        "Shift+J",
        do=DisagreementsDesk.to_judge,
        when=DisagreementsDesk.may_show_on_judge,
        why_not=tr("No answer is chosen."),
        group=_MOVE,
    ),
    action(
        "order",
        tr("Choose the order"),
        shares=Shared.ORDER,
        do=lambda desk: desk.tools.order.showPopup(),
        when=DisagreementsDesk.shows_rows,
        why_not=_why_no_rows,
        group=_SHOWN,
    ),
    action(
        "again",
        tr("Sort again"),
        "Shift+O",
        do=DisagreementsDesk.arrange,
        when=DisagreementsDesk.shows_rows,
        why_not=_why_no_rows,
        group=_SHOWN,
    ),
    action(
        "measure",
        tr("Choose the measure"),
        shares=Shared.MEASURE,
        do=lambda desk: desk.tools.measure.showPopup(),
        when=DisagreementsDesk.shows_list,
        why_not=_ONLY_LIST,
        group=_SHOWN,
    ),
    action(
        "gold",
        tr("Choose the gold standard"),
        shares=Shared.GOLD,
        do=lambda desk: desk.tools.gold.showPopup(),
        group=_SHOWN,
    ),
    action(
        "adjudicated",
        tr("Switch to Adjudicated"),
        "Shift+G",
        do=DisagreementsDesk.switch_to_adjudicated,
        when=DisagreementsDesk.may_switch_to_adjudicated,
        why_not=tr("Decisions already count under this gold standard."),
        group=_SHOWN,
    ),
    action(
        "questions",
        tr("Choose the questions"),
        shares=Shared.QUESTIONS,
        do=DisagreementsDesk.choose_questions,
        group=_SHOWN,
    ),
    action("more", tr("Show more choices"), do=DisagreementsDesk.toggle_more, group=_SHOWN),
    action(
        "find",
        tr("Find questions by name or words"),
        shares=Shared.FIND,
        do=lambda desk: desk.tools.search.setFocus(),
        when=DisagreementsDesk.shows_rows,
        why_not=_why_no_rows,
        group=_SHOWN,
    ),
    action(
        "state",
        tr("Filter by state"),
        shares=Shared.FILTER,
        do=lambda desk: desk.tools.state.showPopup(),
        when=DisagreementsDesk.shows_rows,
        why_not=_why_no_rows,
        group=_SHOWN,
    ),
    action(
        "what",
        tr("Filter by kind"),
        "Shift+F",
        do=DisagreementsDesk.choose_what,
        when=DisagreementsDesk.shows_rows,
        why_not=_why_no_rows,
        group=_SHOWN,
    ),
    action(
        "one",
        tr("Only where one assessor differs from others"),
        "P",
        do=DisagreementsDesk.choose_one,
        when=DisagreementsDesk.may_choose_one,
        why_not=_NO_PERSON,
        group=_SHOWN,
        row=tr_noop("Filter by assessors"),
    ),
    action(
        "other",
        tr("Only where somebody differs from this assessor"),
        "Shift+P",
        do=DisagreementsDesk.choose_other,
        when=DisagreementsDesk.may_choose_other,
        why_not=_NO_PERSON,
        group=_SHOWN,
        row=tr_noop("Filter by assessors"),
    ),
    action(
        "agreement",
        tr("Show agreement, or the list"),
        words=("kappa", "alpha", "Krippendorff", "Fleiss", "AC1", "Dawid-Skene"),
        shares=Shared.TABLES,
        do=DisagreementsDesk.toggle_agreement,
        group=_SHOWN,
    ),
    action(
        "part",
        tr("Next table of agreement"),
        "Shift+T",
        do=lambda desk: desk.agreement.next_part(),
        when=DisagreementsDesk.shows_agreement,
        why_not=_ONLY_AGREEMENT,
        group=_SHOWN,
    ),
    action(
        "scheme",
        tr("Agreement on other labels"),
        "Shift+L",
        do=lambda desk: desk.agreement.next_scheme(),
        when=DisagreementsDesk.shows_agreement,
        why_not=_ONLY_AGREEMENT,
        group=_SHOWN,
    ),
    action(
        "exclude",
        tr("Exclude the chosen assessor"),
        "Shift+X",
        do=DisagreementsDesk.exclude_chosen,
        when=DisagreementsDesk.may_exclude,
        why_not=tr("Choose an assessor in the tables of agreement first."),
        group=_SHOWN,
    ),
    action(
        "sort",
        tr("Sort the table by the next column"),
        "V",
        do=lambda desk: desk.page.sort_by_next(),
        when=DisagreementsDesk.may_sort_agreement,
        why_not=_NO_SORTING,
        group=_SHOWN,
        row=tr_noop("Sort the table"),
    ),
    action(
        "reverse",
        tr("Sort the table in reverse"),
        "Shift+V",
        do=lambda desk: desk.page.sort_the_other_way(),
        when=DisagreementsDesk.may_sort_agreement,
        why_not=_NO_SORTING,
        group=_SHOWN,
        row=tr_noop("Sort the table"),
    ),
    action(
        "copy",
        tr("Copy tables, unrounded"),
        "Ctrl+Shift+C",
        do=lambda desk: desk.table_export.copy("text"),
        when=DisagreementsDesk.may_copy,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
    action(
        "copy_picture",
        tr("Copy the matrix of agreement as a picture"),
        do=DisagreementsDesk.copy_picture,
        when=DisagreementsDesk.may_copy_picture,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
    action(
        "latex",
        tr("Copy tables as LaTeX"),
        "Ctrl+Shift+L",
        do=lambda desk: desk.table_export.copy("latex"),
        when=DisagreementsDesk.may_copy,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
    action(
        "markdown",
        tr("Copy tables as Markdown"),
        "Ctrl+Shift+M",
        do=lambda desk: desk.table_export.copy("markdown"),
        when=DisagreementsDesk.may_copy,
        why_not=_NO_TABLE,
        group=_OUT,
    ),
    action(
        "export",
        tr("Export list or tables…"),
        shares=Shared.EXPORT,
        do=lambda desk: desk.table_export.export(),
        when=DisagreementsDesk.may_export,
        why_not=tr("There is no table to export yet."),
        group=_OUT,
    ),
)
_BY_LETTERS: tuple[Action[DisagreementsDesk], ...] = tuple(
    action(
        f"letter.{letter.lower()}",
        tr("Decide: {label}", label=CANNOT_TELL.name if letter == CANNOT_TELL.letter else letter),
        *([] if letter == CANNOT_TELL.letter else [letter]),
        shares=Shared.CANNOT_TELL if letter == CANNOT_TELL.letter else None,
        do=partial(_give_letter, letter=letter),
        when=partial(_may_give_letter, letter=letter),
        named=partial(_name_by, letter=letter),
        why_not=_why_no_label,
        group=LABELS,
        row=tr_noop("Decide, by letters"),
        palette=False,
        yields=letter not in LETTERS,
    )
    for letter in letters_beside(_OTHERS)
)

ACTIONS = (*_BY_DIGITS, *_BY_LETTERS, *_OTHERS)
"""The actions of the desk, in the order of its sheet of keys."""
