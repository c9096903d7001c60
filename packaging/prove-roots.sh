#!/usr/bin/env bash
# Proves the two commands of the README in clean, minimal Debian and Ubuntu systems. Run as root, from anywhere:
#
#   packaging/prove-roots.sh [PROOF...]       PROOF: root-bookworm user-bookworm wheels-bookworm root-trixie ...
#
# Each proof starts from a fresh copy of a debootstrap minbase system that holds python3 and nothing else, and takes
# the committed state of this checkout. Needs debootstrap and bc, and Xvfb for the proof of a display. Variables:
#   MIRROR     Debian mirror                                                (default http://deb.debian.org/debian)
#   UBUNTU_MIRROR, UBUNTU_KEYRING   the same for proofs of noble            (Debian: package ubuntu-archive-keyring)
#   ROOTS      where the systems are kept, about 2 GB each while in use     (default /var/tmp/jurybox-roots);
#              also what apt-get and pip downloaded there; both check the digests of what they find again
#   FROZEN     the frozen folder, for frozen-bookworm and the like
#   DEB        the Debian package, for deb-bookworm and the like: installed, judged in with real keys, removed
#   LEND       files and folders of this machine that the systems also see  (such as a pip.conf)
#   LEND_ENV   variables to hand into them                                  (such as "PIP_INDEX_URL")
# Certificates that PIP_CERT or SSL_CERT_FILE name here are lent too. Exit status 77: no bare system can be made here.
set -euo pipefail

MIRROR=${MIRROR:-http://deb.debian.org/debian}
UBUNTU_MIRROR=${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
UBUNTU_KEYRING=${UBUNTU_KEYRING:-/usr/share/keyrings/ubuntu-archive-keyring.gpg}
ROOTS=${ROOTS:-/var/tmp/jurybox-roots}
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
FOLDER='/srv/a b ü/jurybox' # a space and a letter outside ASCII, on purpose
QT_PACKAGES='libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0'
CERTIFICATES=${PIP_CERT:-${SSL_CERT_FILE:-}} # of a proxy that inspects TLS
WORK=$ROOTS/work-$$ # of this run alone: several may go on side by side
LENT=/opt/lent-certificates.crt
mkdir -p "$ROOTS"

fresh() { # SUITE: a new copy of the bare system of SUITE, with the committed tree in FOLDER; its path in $root
    local base=$ROOTS/$1-base from
    [ -e "$base/.complete" ] || {
        rm -rf "$base"
        case $1 in # debootstrap knows no newer Ubuntu by name; all of them go by the recipe called gutsy
            noble) from=("--components=main,universe" --keyring="$UBUNTU_KEYRING" "$1" "$base" "$UBUNTU_MIRROR" gutsy) ;;
            *) from=("$1" "$base" "$MIRROR") ;;
        esac
        debootstrap --variant=minbase --include=python3 "${from[@]}" >"$ROOTS/$1.log" 2>&1 || {
            echo "$1: no bare system could be made; $ROOTS/$1.log says why." >&2
            exit 77
        }
        touch "$base/.complete"
    }
    root=$WORK
    forget
    cp -a "$base" "$root"
    mkdir -p "$root$FOLDER"
    git -C "$HERE" archive HEAD | tar -x -C "$root$FOLDER"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    [ -z "$CERTIFICATES" ] || install -D -m 644 "$CERTIFICATES" "$root$LENT"
    mount -t proc proc "$root/proc" || exit 77
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" # as every running system has
    mkdir -p "$ROOTS/pip" "$root/root/.cache/pip"
    mount --bind "$ROOTS/pip" "$root/root/.cache/pip" # wheels that were downloaded; their hashes are checked each time
    debs=$ROOTS/$1-debs # as links, since apt-get locks the folder that it looks in
    mkdir -p "$debs"
    cp -ln "$debs"/*.deb "$root/var/cache/apt/archives/" 2>/dev/null || true
    local lent
    for lent in ${LEND:-}; do
        if [ -d "$lent" ]; then
            mkdir -p "$root$lent" && mount --bind -o ro "$lent" "$root$lent"
        else
            mkdir -p "$(dirname "$root$lent")" && cp -L "$lent" "$root$lent"
        fi
    done
}

forget() { # ends what still runs in the copy in use, unmounts and deletes it
    local process
    jobs -p | xargs --no-run-if-empty kill 2>/dev/null || true
    for process in /proc/[0-9]*; do
        [[ $(readlink "$process/root") != "$WORK" ]] || kill -KILL "${process#/proc/}" 2>/dev/null || true
    done
    wait
    [ -z "${debs:-}" ] || cp -ln "$WORK"/var/cache/apt/archives/*.deb "$debs/" 2>/dev/null || true
    awk -v top="$WORK/" 'index($2, top) == 1 { print $2 }' /proc/mounts | sort -r | xargs --no-run-if-empty umount
    rm -rf --one-file-system "$WORK"
}
trap forget EXIT

inside() { # COMMAND...: in the copy, in FOLDER, with a bare environment, as root or as $as
    local pass=() name
    for name in ${LEND_ENV:-}; do pass+=("$name=${!name}"); done
    [ -z "${CI:-}" ] || pass+=("CI=$CI") # Hypothesis then takes the same examples everywhere
    [ -z "$CERTIFICATES" ] || pass+=("PIP_CERT=$LENT" "SSL_CERT_FILE=$LENT")
    # shellcheck disable=SC2016  # the inner shell expands them
    ${cut:+unshare -n} chroot ${as:+--userspec="$as"} "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        HOME="${home:-/root}" "${pass[@]}" sh -c 'cd "$0" && exec "$@"' "$FOLDER" "$@"
}

timed() { # LABEL WANTED_STATUS COMMAND...: runs it inside, checks its exit status, prints the time it took
    local label=$1 wanted=$2 start status=0
    shift 2
    start=$(date +%s.%N)
    inside "$@" >"$ROOTS/$proof.$label.log" 2>&1 || status=$?
    printf '%-16s %-22s %6.1f s  status %d\n' "$proof" "$label" "$(echo "$(date +%s.%N) - $start" | bc)" "$status"
    [ "$status" -eq "$wanted" ] || { tail -n 40 "$ROOTS/$proof.$label.log"; exit 1; }
}

says() { # LABEL TEXT: the log of that step holds this text
    grep -qF -- "$2" "$ROOTS/$proof.$1.log" || { echo "$proof: $1 does not say: $2"; cat "$ROOTS/$proof.$1.log"; exit 1; }
}

display() { # starts a display of its own; its name in $DISPLAY, its process in $server
    local file=$ROOTS/$proof.display
    rm -f "$file"
    Xvfb -displayfd 3 -noreset -screen 0 1280x800x24 3>"$file" >"$ROOTS/$proof.xvfb.log" 2>&1 &
    server=$!
    timeout 60 sh -c 'until [ -s "$0" ]; do sleep 0.2; done' "$file"
    export DISPLAY=:$(cat "$file")
}

pictures() { # the demo without a display has left its pictures
    local desk
    for desk in judge scores spaces; do
        [ -s "$root$FOLDER/demo-out/$desk.png" ] || { echo "$proof: no picture of $desk"; exit 1; }
    done
}

prove_root() { # SUITE: root, python3 only; both commands from nothing, then both again without a network
    fresh "$1"
    as='' home=/root
    timed demo-cold 0 python3 run.py demo
    pictures
    timed test-cold 0 python3 run.py test
    tail -n 1 "$ROOTS/$proof.test-cold.log"
    cut=yes timed demo-offline 0 python3 run.py demo
    cut=yes timed print-offline 0 python3 run.py plot demo-out/validation.jury roc -o demo-out/roc.pdf
    cut=yes timed report-offline 0 python3 run.py report demo-out/validation.jury -o demo-out/report --draws 500
    cut=yes timed test-offline 0 python3 run.py test
    du -sh "$root$FOLDER/.venv" | cut -f1 | sed "s/^/$proof         .venv of the tests: /"
}

prove_bare() { # SUITE: the short form of root, for every change: both commands from nothing, the demo without a network
    fresh "$1"
    as='' home=/root
    timed demo-cold 0 python3 run.py demo
    pictures
    timed test-cold 0 python3 run.py test
    tail -n 1 "$ROOTS/$proof.test-cold.log"
    cut=yes timed demo-offline 0 python3 run.py demo
}

prove_user() { # SUITE: an ordinary user is told the one command; it is run; then both commands work
    fresh "$1"
    inside useradd --create-home juror
    inside chown -R juror: "$FOLDER"
    as=juror home=/home/juror
    timed told 3 python3 run.py demo
    says told 'sudo apt-get install --no-install-recommends python3.'
    as='' home=/root
    inside apt-get -qq update >/dev/null
    # shellcheck disable=SC2046  # the words of the command are meant to be split
    timed install 0 env DEBIAN_FRONTEND=noninteractive \
        $(sed -n 's/^  sudo //p' "$ROOTS/$proof.told.log" | sed 's/ install / install -y /')
    as=juror home=/home/juror
    timed demo-cold 0 python3 run.py demo
    pictures
    timed test-cold 0 python3 run.py test
    cut=yes timed demo-offline 0 python3 run.py demo
}

prove_wheels() { # SUITE: the workshop stick: system packages are there, Python packages come from ./wheelhouse
    fresh "$1"
    as='' home=/root
    inside apt-get -qq update >/dev/null
    # shellcheck disable=SC2086  # a list of words
    timed install 0 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends \
        python3-venv $QT_PACKAGES
    inside sh -c 'python3 -m venv /opt/fetch && /opt/fetch/bin/pip -q download --require-hashes --only-binary=:all: \
        -r requirements.lock -d wheelhouse' >"$ROOTS/$proof.fetch.log" 2>&1
    du -sh "$root$FOLDER/wheelhouse" | cut -f1 | sed "s/^/$proof       wheelhouse: /"
    cut=yes timed demo-stick 0 python3 run.py demo
    pictures
}

prove_frozen() { # SUITE: the folder FROZEN and two system packages, without a network; then on a display
    fresh "$1"
    as='' home=/root
    inside apt-get -qq update >/dev/null
    timed install 0 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends libegl1 libgl1
    cp -a "${FROZEN:?is the folder that packaging/freeze/build.py makes}" "$root/opt/frozen"
    cut=yes timed demo 0 /opt/frozen/jurybox demo --no-window --to x.jury
    cut=yes timed score 0 /opt/frozen/jurybox score x.jury
    cut=yes timed shot 0 /opt/frozen/jurybox shot x.jury --desk judge -o x.png
    local server
    display
    timed window 124 timeout 15 env DISPLAY="$DISPLAY" /opt/frozen/jurybox x.jury
    kill "$server"
}

prove_display() { # SUITE: a display is there, Qt's libraries for it are not: they are installed, the window stays
    fresh "$1"
    as='' home=/root
    local server
    display
    timed set-up 0 env DISPLAY="$DISPLAY" python3 run.py --version
    timed window 124 timeout 15 env DISPLAY="$DISPLAY" python3 run.py demo
    kill "$server"
    ! grep -q off-screen "$ROOTS/$proof.window.log" || { echo "$proof: no window"; exit 1; }
}

prove_deb() { # SUITE: the package DEB: installed, opened as by a double click, judged in by real keys, removed
    fresh "$1"
    as='' home=/root
    inside apt-get -qq update >/dev/null
    cp "${DEB:?is the package that packaging/deb/build.sh makes}" "$root/root/jurybox.deb"
    inside sh -c 'cd / && find bin sbin etc usr opt var/lib -xdev | sort' >"$ROOTS/$proof.before"
    timed install 0 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends \
        /root/jurybox.deb shared-mime-info desktop-file-utils hicolor-icon-theme libglib2.0-bin
    du -sh "$root/usr/lib/jurybox" | cut -f1 | sed "s/^/$proof       installed: /"
    timed version 0 jurybox --version
    timed demo 0 jurybox demo validation --no-window --to /root/x.jury
    timed type 0 gio info -a standard::content-type /root/x.jury
    says type application/x-jurybox
    timed opens-with 0 gio mime application/x-jurybox
    says opens-with org.jurybox.Jurybox.desktop
    local server window
    display
    # As the file manager does it: by the desktop entry. The program goes on until the window is closed.
    inside env DISPLAY="$DISPLAY" gio launch /usr/share/applications/org.jurybox.Jurybox.desktop /root/x.jury \
        >"$ROOTS/$proof.window.log" 2>&1 &
    openbox >"$ROOTS/$proof.openbox.log" 2>&1 &
    # Windows that come and go during a search end it with an error: hence again and again.
    window=$(timeout 300 sh -c 'until xdotool search --onlyvisible --name x.jury; do sleep 0.2; done' \
        2>>"$ROOTS/$proof.search.log" | head -n 1)
    inside sh -c 'jurybox log /root/x.jury --format json | grep -c "\"id\""' >"$ROOTS/$proof.entries"
    xdotool windowactivate --sync "$window"
    for key in 1 2 1 1 2; do
        xdotool key --window 0 "$key" sleep 1
    done
    xdotool key ctrl+q sleep 2
    kill "$server"
    wait
    inside sh -c 'jurybox log /root/x.jury --format json | grep -c "\"id\""' >>"$ROOTS/$proof.entries"
    awk -v proof="$proof" 'NR == 1 { before = $1 } NR == 2 { print proof "         labels by real keys: " $1 - before }
        END { exit $1 - before != 5 }' "$ROOTS/$proof.entries"
    timed check 0 jurybox check /root/x.jury
    timed remove 0 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y purge jurybox
    inside sh -c 'cd / && find bin sbin etc usr opt var/lib -xdev | sort' >"$ROOTS/$proof.after"
    if comm -13 "$ROOTS/$proof.before" "$ROOTS/$proof.after" | grep -i jurybox; then
        echo "$proof: the package leaves these behind"
        exit 1
    fi
}

[ $# -gt 0 ] || set -- root-bookworm user-bookworm wheels-bookworm root-trixie user-trixie display-trixie
for proof in "$@"; do
    "prove_${proof%%-*}" "${proof#*-}"
done
echo "Proved: $*"
