#!/bin/sh
# npm-ci.sh PROJECT DIR [OPTION]...: puts the packages of PROJECT/package-lock.json into
# DIR/node_modules. Does nothing, and says nothing, if they are there already. Needs npm; runs no
# package's install scripts.
set -eu

project=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"
shift 2

# The copy of the lock file is made last, so an interrupted installation is done again.
if cmp -s "$project/package-lock.json" installed-lock.json; then
    exit 0
fi
rm -f installed-lock.json
cp "$project/package.json" "$project/package-lock.json" "$project/.npmrc" .
npm ci --ignore-scripts --loglevel=error "$@" >/dev/null
cp "$project/package-lock.json" installed-lock.json
