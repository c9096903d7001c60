#!/usr/bin/env bash
# Makes the disk image for macOS, on a Mac:  packaging/macos/dmg.sh BUILD [OUT]
#
# BUILD is the folder that was given to packaging/freeze/build.py: its dist/Jurybox.app declares .jury files as its own.
# NOT TRIED: no Mac was at hand. Without a signature macOS asks before the first start (right click, Open); with
# SIGN="Developer ID Application: ..." in the environment the program is signed, and `xcrun notarytool submit` follows.
set -euo pipefail
build=$(cd "${1:?is the folder that packaging/freeze/build.py was given}" && pwd)
out=$(mkdir -p "${2:-.}" && cd "${2:-.}" && pwd)
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$(dirname "${BASH_SOURCE[0]}")/../../model/jurybox/__init__.py")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

cp -R "$build/dist/Jurybox.app" "$room/"
ln -s /Applications "$room/Applications"
if [ -n "${SIGN:-}" ]; then
    codesign --force --deep --options runtime --timestamp --sign "$SIGN" "$room/Jurybox.app"
fi
hdiutil create -volname Jurybox -srcfolder "$room" -format UDZO -ov "$out/jurybox-$version-macos-$(uname -m).dmg"
