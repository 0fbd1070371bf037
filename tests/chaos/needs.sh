# shellcheck shell=bash
# What every program here needs; sourced.
for needed in "node:Node 18 or newer" "setpriv:setpriv (util-linux)"; do
    command -v "${needed%%:*}" >/dev/null || {
        echo "$(basename "$0"): needs ${needed#*:}" >&2
        exit 2
    }
done
