#!/usr/bin/env bash
# windowmodule.sh PROGRAM MODULE: each symbol of ours is in one of the two, and only there.
set -euo pipefail

# symbols FILE KINDS: dynamic symbols of ours, of these nm letters; inline ones (W, V, u) may repeat.
symbols() {
    nm -D --format=posix "$1" | awk -v kinds="^[$2]\$" '$2 ~ kinds && $1 ~ /yardmaster/ { print $1 }' \
        | LC_ALL=C sort -u
}

status=0
twice=$(LC_ALL=C comm -12 <(symbols "$1" TDBR) <(symbols "$2" TDBR))
if [[ -n $twice ]]; then
    echo "both in the program and in the window; move their files to yardmaster_query" \
        "in models/CMakeLists.txt:" >&2
    c++filt <<<"$twice" | head -20 >&2
    status=1
fi
missing=$(LC_ALL=C comm -13 <(symbols "$1" TDBRWVu) <(symbols "$2" U))
if [[ -n $missing ]]; then
    echo "neither in the program nor in the window; yardmaster_query has too many files:" >&2
    c++filt <<<"$missing" | head -20 >&2
    status=1
fi
exit $status
