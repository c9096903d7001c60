#!/usr/bin/env bash
# Writes both lock files anew from pyproject.toml, for every system and Python from 3.11 on. Needs uv on the PATH.
# Versions that are already locked stay unless asked for: packaging/lock.sh --upgrade, or --upgrade-package NAME.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
common=(--quiet --universal --generate-hashes --python-version 3.11 pyproject.toml "$@")
uv pip compile "${common[@]}" --group test -o requirements-test.lock
uv pip compile "${common[@]}" -o requirements.lock # second: tests/packaging checks that the first holds all of it
uv pip compile "${common[@]}" --group freeze -o packaging/freeze/requirements-freeze.lock
