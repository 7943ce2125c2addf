#!/usr/bin/env bash
# Asks Debian's opensm and a Dateline node, one after the other on the same ibsim, every kind of record by every filter,
# and prints where the answers differ (SaDifference). Usage: sa-difference.sh [GENERATOR ARGUMENT...], a torus of 18 hosts
# unless said otherwise.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# -gt 0 ] || set -- torus 3 3 1 2
build_bench
"$root/dateline" generate "$@" >"$work/fabric.ib"
bench_java SaDifference "$work/fabric.ib" "$work"
