#!/usr/bin/env bash
# Makes the release for Linux on x86-64 in target/dist: an archive with the engine, which needs no library
# of the system, manual pages, shell completions and documents; and its checksum.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
if ! grep -qx "## $version ([0-9-]*)" scripts/CHANGELOG.md; then
    echo "scripts/CHANGELOG.md needs the heading '## $version (YEAR-MONTH-DAY)'" >&2
    exit 1
fi

target=x86_64-unknown-linux-gnu
cargo build --locked --release --target "$target" \
    --config "target.$target.rustflags=['-C', 'target-feature=+crt-static']"

name=sitke-$version-x86_64-linux
dist=target/dist
rm -rf "$dist"
mkdir -p "$dist/$name"
cp "target/$target/release/sitke" README.md protocol.md LICENSE-* "$dist/$name"
cp --parents scripts/*.py scripts/CHANGELOG.md scripts/requirements.txt scripts/pictures/* scripts/openings/* \
    src/eval/{TUNING,NETWORK}.md src/search/EXPERIMENTS.md "$dist/$name"
"$dist/$name/sitke" manual "$dist/$name"
"$dist/$name/sitke" bench | tail -1

cd "$dist"
# The same sources give the same archive.
tar --sort=name --mode=u+rwX,go+rX-w --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -cf - "$name" |
    gzip -9n >"$name.tar.gz"
sha256sum "$name.tar.gz" | tee SHA256SUMS
