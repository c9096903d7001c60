#!/usr/bin/env bash
# Writes the lock files from pyproject.toml: one version of each package for every system and every supported Python.
# What the oldest Python resolves to binds the newer ones too, since a newer numpy alone has changed results before.
# Needs uv on the PATH. Locked versions stay unless asked for: packaging/lock.sh --upgrade, or --upgrade-package NAME.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
common=(--quiet --python-version 3.11 --all-extras pyproject.toml "$@")
cp requirements-test.lock "$room/oldest.txt" # the preferences: versions that are locked now
uv pip compile "${common[@]}" --group test --group freeze --no-annotate -o "$room/oldest.txt"
export UV_CUSTOM_COMPILE_COMMAND=packaging/lock.sh
common+=(--universal --generate-hashes --constraints "$room/oldest.txt" --no-annotate)
uv pip compile "${common[@]}" --group test -o requirements-test.lock
uv pip compile "${common[@]}" -o requirements.lock # second: tests/packaging checks that the first holds all of it
uv pip compile "${common[@]}" --group freeze -o packaging/freeze/requirements-freeze.lock
