#!/usr/bin/env bash
# Makes the pictures of the README and of the help, each of a desk of a demo after some keys: packaging/make-pictures.sh [FOLDER]
# With a FOLDER, those of the help go to FOLDER/help. Needs the environment that run.py makes. Look at the pictures before you
# commit them: some orders are random for each copy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=$(realpath "${1:-packaging/pictures}")
help=assets/help
if [[ $# -gt 0 ]]; then help=$out/help; mkdir -p "$help"; fi
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

help_picture() { # NAME DEMO DESK KEYS: small, with few colors, in each language and theme, each of a fresh copy of the demo
    local language theme file copy
    for language in en es ja; do
        for theme in light dark; do
            file=$help$([[ $language != en ]] && echo "/$language" || true)/$1$([[ $theme == dark ]] && echo -dark || true).png
            copy=$room/$1-$theme-$language/$2.jury
            mkdir -p "$(dirname "$file")"
            JURYBOX_LANGUAGE=$language python3 run.py demo "$2" --no-window --to "$copy"
            JURYBOX_LANGUAGE=$language python3 run.py shot "$copy" --desk "$3" --size 960x600 --keys "$4" --theme "$theme" -o "$file"
            QT_QPA_PLATFORM=offscreen .venv/bin/python packaging/help_picture.py "$file"
        done
    done
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
help_picture judge community judge "$(again 9 F12)"
help_picture scores community scores "$(again 60 F12)"
help_picture campaign community campaign "$(again 30 F12)"
help_picture nuggets series nuggets "$(again 3 Space)$(again 11 Shift+Right)1 $(again 9 F12)"
help_picture disagreements community disagreements "Shift+G $(again 30 F12)Home $(again 30 F12)"
