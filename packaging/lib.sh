# shellcheck shell=bash
# Shared by packaging/run and packaging/test; sourced, never run. Sets `root`, the source folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What differs only in the name of the build folder is compiled once: the headless and the window build
# share the engine. ccache learns from the compiler what a file includes, instead of preprocessing it
# first. Without the sloppiness it caches nothing that uses a precompiled header.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 \
    CCACHE_SLOPPINESS=pch_defines,time_macros

# shellcheck disable=SC2034 # used by the scripts that source this
{
    worker_packages=(
        g++ cmake ninja-build ccache
        qt6-base-dev libqt6sql6-psql qcoro-qt6-dev libexpected-dev libtomlplusplus-dev libpq-dev
        libcurl4-openssl-dev postgresql tzdata
    )
    window_packages=(qtkeychain-qt6-dev qt6-l10n-tools qt6-translations-l10n)
    test_packages=(clang-format pgbouncer openssl openssh-server openssh-client procps python3 patchelf
        desktop-file-utils appstream)
    lint_packages=(clang-tidy clazy)
    deb_packages=(dpkg-dev lintian appstream desktop-file-utils)
}
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    test_packages+=(nodejs npm) # unless they come from elsewhere
fi

say() { printf '%s\n' "-- $*"; }
die() {
    printf '%s\n' "$(basename "$0"): $*" >&2
    exit 1
}

# timed STEP COMMAND...: runs it, and keeps how long it took for print_times.
steps=()
timed() {
    local name=$1 started=$SECONDS status=0
    shift
    "$@" || status=$?
    steps+=("$name $((SECONDS - started)) s")
    return "$status"
}
# A line for each step that took a second or more, in their order.
print_times() {
    local step line=
    for step in "${steps[@]}"; do
        [[ $step == *" 0 s" ]] || line+="${line:+, }$step"
    done
    [[ -z $line ]] || say "Took: $line"
}

cores() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1; }

# run_quietly LOG COMMAND...: its output goes to LOG, and to the terminal only if it fails.
run_quietly() {
    local log=$1 status=0
    shift
    mkdir -p "$(dirname "$log")"
    "$@" >"$log" 2>&1 || status=$?
    if ((status != 0)); then
        cat "$log" >&2
        printf '%s\n' "failed (exit code $status): $*" >&2
    fi
    return "$status"
}

# The time that packages give their files and changelogs: that of the commit.
set_source_date() {
    [[ -z ${SOURCE_DATE_EPOCH:-} ]] || return 0
    SOURCE_DATE_EPOCH=$(<"$root/packaging/source-date") # filled in by `git archive`
    if [[ ! $SOURCE_DATE_EPOCH =~ ^[0-9]+$ ]]; then
        SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null) \
            || SOURCE_DATE_EPOCH=$(date -r "$root/CHANGELOG.md" +%s)
    fi
    export SOURCE_DATE_EPOCH
}

# Also if another package has taken over its name, as newer Debians' qt6-base-dev did.
is_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]] \
        || dpkg-query --show --showformat='${db:Status-Status}, ${Provides},\n' \
        | grep --quiet --extended-regexp "^installed,.* $1( \(|,)"
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif [[ -t 0 ]]; then
        sudo "$@" # may ask for the password
    else
        sudo -n "$@"
    fi
}

# install_packages NAME...: those that are missing; silent when none is.
install_packages() {
    local missing=() name
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Not Debian: the build reports what is missing.
        command -v cmake >/dev/null && command -v ninja >/dev/null && return
        die "this is not a Debian system; install what these packages hold, then try again: $*"
    fi
    for name in "$@"; do
        is_installed "$name" || missing+=("$name")
    done
    ((${#missing[@]} > 0)) || return 0
    if ((EUID != 0)) && { ! command -v sudo >/dev/null || { [[ ! -t 0 ]] && ! sudo -n true 2>/dev/null; }; }; then
        die "missing packages, and neither root nor sudo to install them: apt install ${missing[*]}"
    fi

    say "Installing ${missing[*]}"
    # When installed, Debian's PostgreSQL creates a cluster and runs it as a service, which is not
    # wanted here. An existing PostgreSQL keeps its configuration.
    local no_cluster=/etc/postgresql-common/createcluster.d/yardmaster-install.conf
    if is_installed postgresql-common; then
        no_cluster=
    else
        as_root mkdir -p "$(dirname "$no_cluster")"
        echo 'create_main_cluster = false' | as_root tee "$no_cluster" >/dev/null
    fi
    local log status=0
    log=$(mktemp)
    {
        run_quietly "$log" as_root apt-get update --quiet -o DPkg::Lock::Timeout=300 \
            && run_quietly "$log" as_root env DEBIAN_FRONTEND=noninteractive \
                apt-get install --yes --no-install-recommends \
                -o DPkg::Lock::Timeout=300 "${missing[@]}"
    } || status=$?
    rm -f "$log"
    [[ -z $no_cluster ]] || as_root rm -f "$no_cluster"
    ((status == 0)) || die "the packages could not be installed"
}

# build PRESET "TARGET..." [CMAKE_OPTION...]: configures build/PRESET and builds the targets in it.
build() {
    local preset=$1 folder=$root/build/$1
    local compile=(env -C "$root" cmake --build --preset "$preset" --target)
    # shellcheck disable=SC2206 # several targets
    compile+=($2)
    shift 2
    run_quietly "$folder/configure.log" env -C "$root" cmake --preset "$preset" "$@" \
        || die "cannot configure $preset"
    if [[ -t 1 ]]; then
        "${compile[@]}" || die "cannot build $preset"
    else
        [[ -e $folder/bin/yardmaster ]] || say "Building $preset, which takes some minutes"
        run_quietly "$folder/build.log" "${compile[@]}" || die "cannot build $preset"
    fi
}
