#!/usr/bin/env bash
# What it costs a running node on the simulated fabric that a cable between two switches is lost and back, and so of a
# leaf switch, another switch, a host: from the moment when it goes or comes to SUBNET UP, the time in all sweeps that
# follow, MADs, and blocks of forwarding tables; medians. With the path of another checkout, prepared, both by turns.
# Usage: changes.sh TOPOLOGY ENGINE [EACH] [CHECKOUT]; KINDS in the environment takes some of: cable leaf spine host
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
topology=$1
engine=$2
each=${3:-3}
read -ra kinds <<<"${KINDS:-cable leaf spine host}"
other=${4:-}
rest=${BENCH_REST_S:-15} # of the new JVM, before the first change

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

# Some of all there are, not the first: the subnet manager is at the first host. Of switches the first cable to another one.
things() { # KIND
  awk -F'"' -v kind="$1" '
    function end() {
      if (name == "") return
      if (kind == "cable" && cable != "") print cable
      if (kind == "leaf" && hosts) print name
      if (kind == "spine" && isSwitch && !hosts) print name
      if (kind == "host" && !isSwitch) print name
    }
    /^Switch|^Ca/ { end(); name = $4; isSwitch = /^Switch/; hosts = 0; cable = "" }
    /^\[[0-9]+\]/ && isSwitch {
      if ($2 ~ /^H-/) hosts++
      else if (cable == "") { split($1, port, /[][]/); cable = name "[" port[2] "]" }
    }
    END { end() }' "$work/topology" |
    awk -v each="$each" '{ all[NR] = $0 }
      END {
        for (i = 1; i <= each && i < NR; i++) {
          place = int(i * (NR - 1) / (each + 1))
          print all[1 + (place > 0 ? place : 1)]
        }
      }'
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
  "$dateline" generate "$topology" >"$work/topology"
  local kind what
  for kind in "${kinds[@]}"; do
    while read -r what <&3; do
      if [ "$kind" = cable ]; then
        echo "$name $kind lost $(change unlink "$what")"
        echo "$name $kind back $(change relink "$what")"
      else
        echo "$name $kind lost $(change down "$what")"
        echo "$name $kind back $(change up "$what")"
      fi
    done 3< <(things "$kind") >>"$work/figures"
  done
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
for kind in "${kinds[@]}"; do
  for what in lost back; do
    for name in ${other:+before} now; do
      grep -q "^$name $kind " "$work/figures" || continue
      row="| $kind $what${other:+, $name} |"
      for column in 4 5 6 7; do
        row+=" $(awk -v n="$name" -v k="$kind" -v w="$what" -v c="$column" '$1 == n && $2 == k && $3 == w { print $c }' "$work/figures" |
          sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }') |"
      done
      echo "$row"
    done
  done
done
