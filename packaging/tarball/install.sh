#!/bin/sh
# Gives this folder a place in the menus of one person, and .jury files a program that opens them; needs no root.
#
#   ./install.sh             after unpacking, and again after the folder was moved
#   ./install.sh --remove    takes it out of the menus; the folder and all collections stay
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
id=org.jurybox.Jurybox

refresh() { # the indexes that desktops read; each desktop has the tools it needs
    if command -v update-desktop-database >/dev/null; then update-desktop-database "$data/applications"; fi
    if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime"; fi
}

if [ "${1:-}" = --remove ]; then
    (cd "$here/share" && find . -type f) | while read -r file; do rm -f "$data/$file"; done
    rm -f "$bin/jurybox" "$bin/jurybox-window"
    refresh
    echo "Jurybox is no longer in the menus. Delete $here to remove it altogether."
    exit
fi
(cd "$here/share" && find . -type f) | while read -r file; do
    mkdir -p "$data/$(dirname "$file")"
    cp "$here/share/$file" "$data/$file"
done
mkdir -p "$bin"
ln -sf "$here/jurybox" "$bin/jurybox"
ln -sf "$here/jurybox-window" "$bin/jurybox-window"
# A desktop does not look into ~/.local/bin, so the entry names the program by its place.
sed -i -e "s|^Exec=jurybox-window|Exec=\"$here/jurybox-window\"|" -e "s|^TryExec=.*|TryExec=$here/jurybox-window|" \
    "$data/applications/$id.desktop"
refresh
echo "Jurybox is in the menus, and the command is $bin/jurybox."
