"""The codes that findings of imports have in the source, each with the sentence that it stands for."""

import ast
from collections.abc import Iterator
from pathlib import Path

MODEL = Path(__file__).resolve().parents[2] / "model" / "jurybox"


def codes() -> list[tuple[str, str]]:
    """Return each code with its sentence in English, or what makes one elsewhere; in order of the codes."""
    return sorted({pair for file in MODEL.rglob("*.py") for pair in codes_in(file.read_text("utf-8"))})


def codes_in(source: str) -> Iterator[tuple[str, str]]:
    """Yield the codes in a source."""
    for node in ast.walk(ast.parse(source)):
        function = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and function in {"trf", "trnf"}:
            yield ast.literal_eval(node.args[0]), ast.literal_eval(node.args[1])
        elif isinstance(node, ast.Call) and function == "Sentence":
            text, *code = node.args
            if code and isinstance(code[0], ast.Constant):  # else it is handed on
                yield str(code[0].value), f"({ast.unparse(text)})"
