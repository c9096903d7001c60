"""Words of Qt's own dialogs that its translations lack, in the language in force."""

from PySide6.QtCore import QTranslator

from jurybox.language import tr

_WORDS = {
    ("QFileDialog", "&Look in:"): tr("&Look in:"),  # not shown
    ("QFileDialog", "Files of &type:"): tr("Files of &type:"),  # not shown
    ("QAbstractFileIconProvider", "Folder"): tr("Folder"),
    ("QAbstractFileIconProvider", "Drive"): tr("Drive"),
}


class MissingQtWords(QTranslator):
    """Translates what Qt's own translator, which is asked before, does not; the rest stays as it is."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        del disambiguation, n
        return _WORDS.get((context, source), source)
