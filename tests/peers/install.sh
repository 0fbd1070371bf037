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
exec "$here/../support/npm-ci.sh" "$here" "$1" --omit=optional
