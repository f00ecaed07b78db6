#!/usr/bin/env bash
# All that CI runs, from a machine with Rust and Python. Builds and virtual environment go to target/.
#
# Usage: scripts/check.sh            everything
#        ORACLE_POSITIONS=2000 scripts/check.sh   a shorter comparison with pyffish
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
    printf '\n== %s (%d s)\n' "$*" "$SECONDS"
}

step Format
cargo fmt --check

step Lints
cargo clippy --locked --all-targets -- -D warnings

step Documentation
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps

step Tests
cargo test --locked

step Release build
cargo build --locked --release

step Bench signature
target/release/sitke bench

step Python environment
venv=target/venv
if [ ! -x "$venv/bin/pip" ]; then
    # Debian keeps the module apart from Python.
    if ! python3 -c 'import ensurepip' 2>/dev/null && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        apt-get update -q
        apt-get install -q -y python3-venv
    fi
    python3 -m venv "$venv"
fi
"$venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/requirements.txt

step Comparison with pyffish
"$venv/bin/python" scripts/oracle.py --positions "${ORACLE_POSITIONS:-20000}" target/release/sitke

step Rule sets against pyffish
"$venv/bin/python" scripts/oracle_presets.py --positions "${PRESET_POSITIONS:-500}" target/release/sitke

step Scripts
"$venv/bin/python" -m unittest discover -s scripts/tests
