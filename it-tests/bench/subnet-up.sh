#!/usr/bin/env bash
# Time from the start of the process to subnet up, OpenSM and Dateline by turns on the same ibsim (remote protocol),
# and the MADs each sends. Both program lanes (-Q); BENCH_QOS=FALSE in the environment has them not to. BENCH_COLD=1 leaves
# `dateline prepare` out. Usage: subnet-up.sh TOPOLOGY-FILE [ROUNDS]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
topology=$(readlink -f "$1")
rounds=${2:-3}
qos=${BENCH_QOS:-TRUE}
opensm_options=()
[ "$qos" != TRUE ] || opensm_options+=(-Q)
build_and_prepare

run_opensm() ( # LOG-FLAGS
  cd "$work" # the preload library leaves its sysfs tree where it runs
  env IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT="$port" OSM_TMP_DIR="$work" OSM_CACHE_DIR="$work" \
    ibsim-run opensm -R minhop "${opensm_options[@]}" -o -f "$work/osm.log" -D "$1" </dev/null >"$work/osm.out" 2>&1
)

opensm_time() {
  start_ibsim "$topology"
  rm -f "$work/osm.log"
  local began=$(now_ms)
  run_opensm 0x03
  local ended=$(now_ms)
  grep -q 'SUBNET UP' "$work/osm.log" || { tail -20 "$work/osm.log" >&2; exit 1; }
  echo "opensm    $((ended - began)) ms"
  stop "$sim_pid"
}

# Frames in the log, answers among them; a request is a SubnGet or a SubnSet.
opensm_mads() {
  start_ibsim "$topology"
  rm -f "$work/osm.log"
  run_opensm 0x23
  awk '/method\.+.*\(SubnGet\)/ { m = "Get" } /method\.+.*\(SubnSet\)/ { m = "Set" } /method\.+.*\(SubnGetResp\)/ { m = "" }
       /attr_id\.+/ && m != "" { split($0, a, /[()]/); count[m "(" a[2] ")"]++; m = "" }
       END { for (k in count) { print "  " k, count[k]; all += count[k] } print "  all", all }' "$work/osm.log" | sort
  stop "$sim_pid"
}

# To the first answer of a status that says so; the sweep itself is in the log.
dateline_time() { # more arguments of the node
  start_ibsim "$topology"
  rm -f "$work/node.log"
  local state="$work/state$RANDOM" began=$(now_ms)
  "$root/dateline" node --fabric "sim://127.0.0.1:$port" --state "$state" -Ddateline.http.port="$http" \
    -Ddateline.subnet.qos="$qos" "$@" \
    </dev/null >"$work/node.log" 2>&1 &
  local node=$!
  started+=("$node")
  until grep -qs 'SUBNET UP' "$work/node.log"; do
    kill -0 "$node" || { cat "$work/node.log" >&2; exit 1; }
    sleep 0.02
  done
  local ended=$(now_ms)
  echo "dateline  $((ended - began)) ms  $(grep -o 'sweep [0-9]* took [0-9]* ms' "$work/node.log" | head -1)"
  "$root/dateline" status --json --url "http://127.0.0.1:$http" >"$work/status.json"
  stop "$node"
  stop "$sim_pid"
}

grep 'model name' /proc/cpuinfo | sort | uniq -c
echo "lanes programmed: $qos; load $(cut -d' ' -f1-3 /proc/loadavg)"
for ((round = 0; round < rounds; round++)); do
  opensm_time
  dateline_time
done
echo "MADs of opensm:"
opensm_mads
echo "Status of dateline:"
cat "$work/status.json"
