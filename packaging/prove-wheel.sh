#!/usr/bin/env bash
# Proves the wheel: builds it, installs it into an environment of its own in the folder named, and uses it from there.
# The check calls it: packaging/prove-wheel.sh FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
room=$1
python=$PWD/.venv/bin/python

"$python" -m pip wheel --quiet --no-deps --wheel-dir "$room/wheel" .
"$python" -m venv "$room/venv"
"$room/venv/bin/python" -m pip install --quiet --no-compile --only-binary=:all: --require-hashes -r requirements.lock
"$room/venv/bin/python" -m pip install --quiet --no-deps "$room"/wheel/jurybox-*.whl
diff -r assets "$room"/venv/lib/python3*/site-packages/jurybox/assets
cd "$room"
unset PYTHONPATH DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM
jurybox() { "$room/venv/bin/jurybox" "$@"; }
"$room/venv/bin/python" - <<'END'
from importlib import import_module
from jurybox_gui.shell.window import DESKS
for desk in DESKS.values():
    module, name = desk.split(":")
    getattr(import_module(module), name)
END
jurybox --version
commands=$(jurybox --help | sed -n '/^Commands:/,$s/^  \([a-z-]\+\) .*/\1/p')
for command in ${commands:?}; do jurybox "$command" --help >help; done
demos=$(jurybox demo --list --format csv | tail -n +2 | cut -d, -f1)
for demo in ${demos:?}; do
    jurybox demo "$demo" --no-window --to "$demo.jury"
    jurybox score "$demo.jury"
    for desk in start judge scores disagreements spaces studies campaign; do
        jurybox shot "$demo.jury" --desk "$desk" -o shot.png
    done
done
jurybox shot --desk start --keys F1 -o help.png
jurybox study stability series.jury --measure accuracy --trials 50
jurybox plot validation.jury roc -o roc.pdf
jurybox plot ave-2008-roc -o paper.svg
jurybox papers
jurybox report validation.jury -o report --draws 500
jurybox report validation.jury -o report --verify
