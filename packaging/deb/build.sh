#!/usr/bin/env bash
# Makes the Debian package from the frozen folder:  packaging/deb/build.sh FROZEN [OUT]
#
# FROZEN is the folder dist/jurybox that packaging/freeze/build.py makes, built on the oldest system that is to run it
# (Debian 12). Needs dpkg-deb, nothing else; no root. Prints the path and size of the package.
set -euo pipefail
frozen=$(cd "${1:?is the frozen folder, dist/jurybox}" && pwd)
out=$(mkdir -p "${2:-.}" && cd "${2:-.}" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
version=$(cat "$frozen/VERSION")
arch=$(dpkg --print-architecture)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
chmod 755 "$room"

install -d "$room/usr/lib" "$room/usr/bin" "$room/usr/share/doc/jurybox" "$room/DEBIAN"
cp -a "$frozen" "$room/usr/lib/jurybox"
rm "$room/usr/lib/jurybox/install.sh"
cp -a "$frozen/share/." "$room/usr/share/"
rm -r "$room/usr/lib/jurybox/share"
ln -s ../lib/jurybox/jurybox "$room/usr/bin/jurybox"
ln -s ../lib/jurybox/jurybox-window "$room/usr/bin/jurybox-window"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Jurybox\n\n'
    printf 'Files: *\nCopyright: The Jurybox authors\nLicense: MIT\n'
    sed -e '1,/^$/d' -e 's/^$/./' -e 's/^/ /' "$root/LICENSE"
    printf '\nComment: Licenses of the libraries inside are in /usr/lib/jurybox/licenses.\n'
} >"$room/usr/share/doc/jurybox/copyright"
gzip -9n <"$root/packaging/CHANGELOG.md" >"$room/usr/share/doc/jurybox/changelog.gz"
find "$room/usr" -type d -exec chmod 755 {} +
find "$room/usr" -type f -exec chmod u=rw,go=r {} +
chmod 755 "$room/usr/lib/jurybox/jurybox"

# What the frozen folder does not hold: the C library, OpenGL's and EGL's loaders, which belong to the machine's driver.
cat >"$room/DEBIAN/control" <<END
Package: jurybox
Version: $version
Architecture: $arch
Maintainer: The Jurybox authors <jurybox@example.org>
Installed-Size: $(du -sk "$room/usr" | cut -f1)
Depends: libc6 (>= 2.36), libegl1, libgl1
Recommends: shared-mime-info, desktop-file-utils, hicolor-icon-theme
Suggests: fonts-noto-cjk
Section: science
Priority: optional
Description: judge the answers of question-answering systems
 A jury in a box: one offline window in which people judge the answers of
 question-answering systems and watch run scores, ROC space and precision-recall
 space move with every key.
 .
 It brings its own Python and libraries and needs no network.
END
(cd "$room" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$room/DEBIAN/md5sums"
package=$out/jurybox_${version}_$arch.deb
dpkg-deb --root-owner-group -Zxz --build "$room" "$package" >/dev/null
du -h "$package"
