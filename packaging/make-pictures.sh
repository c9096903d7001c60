#!/usr/bin/env bash
# Makes the pictures of the README anew, each of a desk of a demo after some keys: packaging/make-pictures.sh [FOLDER]
# Needs the environment that run.py makes. Look at what it made: the order of some things is drawn for each copy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=$(realpath "${1:-packaging/pictures}")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export XDG_CONFIG_HOME=$room XDG_DATA_HOME=$room

again() { # TIMES WORDS: the words so many times; F12 does nothing, and gives what is computed time
    local n
    for ((n = 0; n < $1; n++)); do printf '%s ' "$2"; done
}

picture() { # NAME DEMO DESK KEYS
    python3 run.py shot "$room/$2.jury" --desk "$3" --keys "$4" -o "$out/$1.png"
}

on_stage() { # NAME DEMO KEYS: the story of a demo, after some keys
    python3 run.py shot "$room/$2.jury" --stage --story --size 1280x720 --keys "$3" -o "$out/$1.png"
}

for demo in community series validation; do
    python3 run.py demo "$demo" --no-window --to "$room/$demo.jury"
done
picture judge community judge "Ctrl+F b i r d Space s i t Return Escape $(again 9 F12)"
picture scores community scores "$(again 60 F12)"
picture studies community studies "R $(again 60 F12)"
picture spaces validation spaces "$(again 30 F12)"
picture nuggets series nuggets "$(again 3 Space)$(again 11 Shift+Right)1 $(again 9 F12)"
on_stage stage validation "N N N N N N"
