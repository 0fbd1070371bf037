#!/bin/sh
# Puts the graphile-worker releases of package-lock.json into DIR/node_modules, where the tests with
# the label npm look for them (YARDMASTER_PEERS=DIR). Does nothing, and says nothing, if they are
# there already. Needs npm; runs no package's install scripts.
set -eu

if [ $# -ne 1 ]; then
    echo "usage: $0 DIR" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

# The copy of the lock file is made last, so an interrupted installation is done again.
if cmp -s "$here/package-lock.json" installed-lock.json; then
    exit 0
fi
rm -f installed-lock.json
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" .
npm ci --omit=optional --ignore-scripts --loglevel=error >/dev/null
cp "$here/package-lock.json" installed-lock.json
