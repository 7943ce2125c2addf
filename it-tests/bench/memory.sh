#!/usr/bin/env bash
# What a node holds of the machine's memory: when the subnet is up, after a million questions to subnet administration,
# and a minute later; Debian's opensm and Dateline by turns on the same fabric. Prints a table, and how many were answered.
# Usage: memory.sh [CHECKOUT...], other checkouts of Dateline that are built, to be measured before this one. TOPOLOGY, as
# `dateline generate` takes it, and QUESTIONS, a quarter of all, in the environment.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
read -ra topology <<<"${TOPOLOGY:-torus 8 8 8 1}"
questions=${QUESTIONS:-250000}
build_bench
"$root/dateline" generate "${topology[@]}" >"$work/fabric.ib"
mapfile -t hosts < <(sed -n 's/^Ca[[:space:]]*[0-9]*[[:space:]]*"\([^"]*\)".*/\1/p' "$work/fabric.ib")
lids=$(grep -c '^\(Ca\|Switch\)' "$work/fabric.ib")

resident() { awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$manager/status"; }

counted() { # asked | answered
  awk -v what="$1," '{ for (i = 2; i <= NF; i++) if ($i == what) sum += $(i - 1) } END { print sum + 0 }' "$work/answers"
}

row() { # NAME LOG: of the manager that was started at a time
  until grep -qs 'SUBNET UP' "$2"; do
    kill -0 "$manager" || { cat "$2" >&2; exit 1; }
    sleep 0.02
  done
  local took=$(($(now_ms) - began)) up after
  up=$(resident)
  began=$(now_ms)
  bench_java SaQueries "sim://127.0.0.1:$port/${hosts[1]}" "$lids" "$questions" 64 >"$work/answers"
  local asking=$(($(now_ms) - began))
  after=$(resident)
  sleep "${REST_S:-60}"
  # A line a kind and round: "Get(PathRecord): 250000 asked, 250000 answered, 41000/s".
  echo "| $1 | $took | $up | $(counted asked) | $(counted answered) | $((asking / 1000)) | $after | $(resident) |"
  stop "$manager"
  stop "$sim_pid"
}

echo "load $(cut -d' ' -f1-3 /proc/loadavg); ${topology[*]}"
echo '| manager | start to up, ms | MB resident, up | asked | answered | in s | MB after the questions | a minute later |'
echo '|---|---:|---:|---:|---:|---:|---:|---:|'
start_ibsim "$work/fabric.ib"
echo 'force_log_flush TRUE' >"$work/osm.conf"
began=$(now_ms)
(
  cd "$work" # the preload library leaves its sysfs tree where it runs
  export IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT="$port" SIM_HOST="${hosts[0]}"
  export OSM_TMP_DIR="$work" OSM_CACHE_DIR="$work"
  exec ibsim-run opensm -F osm.conf -f osm.log
) </dev/null >"$work/osm.out" 2>&1 &
manager=$!
started+=("$manager")
row opensm "$work/osm.log"
for checkout in "$@" "$root"; do
  start_ibsim "$work/fabric.ib"
  began=$(now_ms)
  "$checkout/dateline" node --fabric "sim://127.0.0.1:$port/${hosts[0]}" --state "$work/state$RANDOM" \
    -Ddateline.http.port="$http" </dev/null >"$work/node.log" 2>&1 &
  manager=$!
  started+=("$manager")
  if [ "$checkout" = "$root" ]; then row Dateline "$work/node.log"; else row "Dateline at $checkout" "$work/node.log"; fi
done
