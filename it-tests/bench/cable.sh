#!/usr/bin/env bash
# What a cable between two switches costs in a running node on the simulated fabric, lost and back: from the moment when
# it is pulled out or put back to SUBNET UP, the time in all sweeps that follow, MADs, and blocks of forwarding tables.
# With the path of another checkout, prepared, both by turns. Usage: cable.sh TOPOLOGY ENGINE [CABLES] [CHECKOUT]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
topology=$1
engine=$2
cables=${3:-5}
other=${4:-}
rest=${BENCH_REST_S:-15} # of the new JVM, before the first cable

ups() { grep -c 'SUBNET UP' "$work/node.log" || true; }

mads() {
  curl -sf "http://127.0.0.1:$http/metrics" |
    awk '/^dateline_mads_sent_total/ { all += $2 } END { printf "%d\n", all }'
}

# To the end of all sweeps that follow; prints ms to the first SUBNET UP, ms in sweeps, MADs, blocks.
change() { # COMMAND...
  local before=$(ups) lines=$(wc -l <"$work/node.log") sent=$(mads) began=$(now_ms) up
  echo "$*" >&"${sim_in}"
  until [ "$(ups)" -gt "$before" ]; do
    kill -0 "$node" || { tail -5 "$work/node.log" >&2; exit 1; }
    sleep 0.005
  done
  up=$(($(now_ms) - began))
  sleep 3
  tail -n +$((lines + 1)) "$work/node.log" |
    sed -n 's/.*SUBNET UP: sweep [0-9]* took \([0-9]*\) ms.* \([0-9]*\) blocks sent.*/\1 \2/p' |
    awk -v up="$up" -v mads=$(($(mads) - sent)) '{ ms += $1; blocks += $2 } END { print up, ms, mads, blocks }'
}

run() { # NAME CHECKOUT
  local name=$1 dateline=$2/dateline
  mkfifo "$work/sim.in"
  "$dateline" sim --topology "$topology" --listen "127.0.0.1:$port" <"$work/sim.in" >"$work/sim.log" 2>&1 &
  local sim=$!
  exec {sim_in}>"$work/sim.in"
  until grep -q ' at ' "$work/sim.log"; do
    kill -0 "$sim" || { cat "$work/sim.log" >&2; exit 1; }
    sleep 0.1
  done
  : >"$work/node.log"
  "$dateline" node --fabric "sim://127.0.0.1:$port" --state "$work/state$RANDOM" -Ddateline.http.port="$http" \
    -Ddateline.subnet.routing_engine.0="$engine" </dev/null >"$work/node.log" 2>&1 &
  node=$!
  started+=("$sim" "$node")
  until [ "$(ups)" -gt 0 ]; do
    kill -0 "$node" || { cat "$work/node.log" >&2; exit 1; }
    sleep 0.1
  done
  sleep "$rest"
  # Of switches one after the other, the first cable to another switch.
  "$dateline" generate "$topology" |
    awk -F'"' '/^Switch/ { name = $4; done = 0 }
      /^\[[0-9]+\]\t"S-/ && !done { split($1, port, /[][]/); print name "[" port[2] "]"; done = 1 }' |
    awk -v count="$cables" '{ all[NR] = $0 } END { for (i = 0; i < count; i++) print all[1 + int(i * NR / count)] }' \
    >"$work/cables"
  while read -r cable <&3; do
    echo "$name lost $(change unlink "$cable")"
    echo "$name back $(change relink "$cable")"
  done 3<"$work/cables" >>"$work/figures"
  exec {sim_in}>&-
  stop "$node"
  stop "$sim"
  rm "$work/sim.in"
}

build_and_prepare
[ -z "$other" ] || run before "$other"
run now "$root"
grep 'model name' /proc/cpuinfo | sort | uniq -c
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
echo "| $topology, $engine | ms to SUBNET UP | ms in sweeps | MADs | blocks |"
echo '|---|---:|---:|---:|---:|'
for name in ${other:+before} now; do
  for what in lost back; do
    row="| $name, $what |"
    for column in 3 4 5 6; do
      row+=" $(awk -v n="$name" -v w="$what" -v c="$column" '$1 == n && $2 == w { print $c }' "$work/figures" |
        sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }') |"
    done
    echo "$row"
  done
done
