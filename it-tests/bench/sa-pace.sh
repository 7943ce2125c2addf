#!/usr/bin/env bash
# How fast subnet administration answers, kind by kind, Debian's opensm and Dateline by turns (SaPace), each on an ibsim of
# its own; prints a table. Usage: sa-pace.sh [PATTERN [CHECKOUT...]], a pattern that the names of kinds contain, and other
# checkouts of Dateline that are built, to be measured between opensm and this one. ROUNDS, MILLIS, WINDOWS ("1,32") and
# TOPOLOGY, as `dateline generate` takes it, in the environment.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
pattern=${1:-.}
checkouts=("${@:2}" "$root")
read -ra topology <<<"${TOPOLOGY:-torus 5 5 1 2}"
build_bench
"$root/dateline" generate "${topology[@]}" >"$work/fabric.ib"
mapfile -t hosts < <(sed -n 's/^Ca[[:space:]]*[0-9]*[[:space:]]*"\([^"]*\)".*/\1/p' "$work/fabric.ib")
lids=$(grep -c '^\(Ca\|Switch\)' "$work/fabric.ib")

await() { # FILE, of what says SUBNET UP
  for ((i = 0; i < 600; i++)); do
    ! grep -qs 'SUBNET UP' "$1" || return 0
    sleep 0.1
  done
  cat "$1" >&2
  exit 1
}

asked=() # managers as SaPace takes them
ask() { asked+=("$1=sim://127.0.0.1:$port/${hosts[1]}=sim://127.0.0.1:$port/${hosts[2]}=$2"); } # NAME PID

start_ibsim "$work/fabric.ib"
echo 'force_log_flush TRUE' >"$work/osm.conf"
(
  cd "$work" # the preload library leaves its sysfs tree where it runs
  export IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT="$port" SIM_HOST="${hosts[0]}"
  export OSM_TMP_DIR="$work" OSM_CACHE_DIR="$work"
  exec ibsim-run opensm -Q -F osm.conf -f osm.log
) </dev/null >"$work/osm.out" 2>&1 &
opensm=$!
started+=("$opensm")
await "$work/osm.log"
ask opensm "$opensm"

for ((n = 0; n < ${#checkouts[@]}; n++)); do
  port=$((port + 20))
  http=$((http + 1))
  start_ibsim "$work/fabric.ib"
  "${checkouts[n]}/dateline" node --fabric "sim://127.0.0.1:$port/${hosts[0]}" --state "$work/state$n" \
    -Ddateline.http.port="$http" -Ddateline.subnet.sa_key=1 -Ddateline.subnet.qos=true \
    -Ddateline.quota.joins-per-second=0 </dev/null >"$work/node$n.log" 2>&1 &
  node=$!
  started+=("$node")
  await "$work/node$n.log"
  if [ "${checkouts[n]}" = "$root" ]; then ask Dateline "$node"; else ask "Dateline at $(git -C "${checkouts[n]}" rev-parse --short HEAD)" "$node"; fi
done

resident() { grep -h '^VmRSS' "/proc/$1/status" | tr -s '\t ' ' '; } # PID
grep 'model name' /proc/cpuinfo | sort | uniq -c
echo "load $(cut -d' ' -f1-3 /proc/loadavg); ${topology[*]}; rounds ${ROUNDS:-5} of ${MILLIS:-300} ms"
bench_java SaPace "${MILLIS:-300}" "${ROUNDS:-5}" "$lids" "$pattern" "${WINDOWS:-1,32}" "${asked[@]}"
echo "load $(cut -d' ' -f1-3 /proc/loadavg); opensm $(resident "$opensm"); Dateline $(resident "$node")"
stop "$opensm" # while its fabric answers, or it would not end
