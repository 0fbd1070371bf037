#!/usr/bin/env bash
# Every text of the window has a finished translation. Skipped where Qt's tools are missing, except
# in CI.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if ! command -v lupdate >/dev/null && [[ ! -x /usr/lib/qt6/bin/lupdate ]]; then
    if [[ -n ${CI:-} ]]; then
        echo "lupdate is needed (Debian: qt6-l10n-tools)" >&2
        exit 1
    fi
    echo "-- Skipped: needs lupdate"
    exit 0
fi
exec "$root/resources/translations/update" --check
