#!/usr/bin/env bash
# How long three nodes take to program all switches of a simulated fabric and their lanes, by the master alone and by all
# of them, by turns (SpreadTimes). Usage: spread.sh TOPOLOGY [ROUNDS [DELAY-MS [WINDOW]]], a topology as `dateline
# sim` takes it. TIMES in the environment is how often switches lose their tables in one cluster (4); LANES=false has
# them have one lane, and so no Sets for lanes.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
build_bench
build_and_prepare
cd "$root/it-tests"
bench_java SpreadTimes "${1:-torus:12x12}" "${2:-3}" "${3:-1}" "${4:-4}" "${TIMES:-4}" "${LANES:-true}"
