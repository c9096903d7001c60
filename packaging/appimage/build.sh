#!/usr/bin/env bash
# Makes an AppImage from the frozen folder:  packaging/appimage/build.sh FROZEN [OUT]
#
# NOT TRIED: appimagetool is in no package of Debian, PyPI or npm; put it on the PATH (https://appimage.github.io). The
# folder that is handed to it is what the Debian package installs, which is tried (packaging/PACKAGES.md).
set -euo pipefail
frozen=$(cd "${1:?is the frozen folder, dist/jurybox}" && pwd)
out=$(mkdir -p "${2:-.}" && cd "${2:-.}" && pwd)
command -v appimagetool >/dev/null || { echo "appimagetool is not on the PATH: see https://appimage.github.io" >&2; exit 3; }
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
app=$room/Jurybox.AppDir

mkdir -p "$app/usr/lib" "$app/usr/bin"
cp -a "$frozen" "$app/usr/lib/jurybox"
cp -a "$frozen/share" "$app/usr/share"
cp "$frozen/share/applications/org.jurybox.Jurybox.desktop" "$app/"
cp "$frozen/share/icons/hicolor/scalable/apps/jurybox.svg" "$app/"
# The one file is the window and the command: with words that are a command it behaves like `jurybox`.
cat >"$app/AppRun" <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
case "${1:-}" in
    "" | /* | *.jury) exec "$here/usr/lib/jurybox/jurybox-window" "$@" ;;
    *) exec "$here/usr/lib/jurybox/jurybox" "$@" ;;
esac
END
chmod 755 "$app/AppRun"
ARCH=$(uname -m) appimagetool "$app" "$out/Jurybox-$(cat "$frozen/VERSION")-$(uname -m).AppImage"
