#!/usr/bin/env bash
# Time from the end of the master to the first right answer of the next one, Dateline (kill -9, SIGTERM; three processes on
# the simulated fabric, an application that asks all the time) and, beside it, OpenSM's standby (kill -9 to its SUBNET UP on
# ibsim), with its defaults and with the fastest settings that are sane. Dateline starts as `./dateline prepare` has left it;
# BENCH_COLD=1 in the environment leaves that out; before each end the nodes rest for BENCH_REST_S seconds (15), for in a new JVM
# everything takes longer. Usage: failover.sh [ENDS] [torus:XxYxZ...]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
ends=${1:-20}
shift || true
[ $# -gt 0 ] || set -- torus:5x6 torus:8x8x8

# Local sockets: what ibsim sends to a program that was killed fails then, and ibsim tells the sender so. Over UDP the first
# packet vanishes, no timer of the preload library runs out, and OpenSM's sweep waits for its answer for good.
export IBSIM_SOCKNAME=failover$$

start_local_ibsim() { # TOPOLOGY
  ibsim -s -n -N 60000 -S 8000 -P 600000 -L 49151 "$1" </dev/null >"$work/ibsim.log" 2>&1 &
  sim_pid=$!
  started+=("$sim_pid")
  until grep -aq "@$IBSIM_SOCKNAME:ctl" /proc/net/unix; do
    kill -0 "$sim_pid" || { cat "$work/ibsim.log" >&2; exit 1; }
    sleep 0.05
  done
}

# Sets pid: every command from here to opensm is an exec, so it is OpenSM's own.
opensm() { # NAME HOST PRIORITY, more arguments
  local name=$1 host=$2 priority=$3
  shift 3
  mkdir -p "$work/$name"
  (
    cd "$work/$name" # the preload library leaves its sysfs tree where it runs
    exec env SIM_HOST="$host" OSM_TMP_DIR="$work/$name" OSM_CACHE_DIR="$work/$name" \
      ibsim-run opensm -d2 -f "$work/$name/osm.log" -p "$priority" "$@"
  ) </dev/null >"$work/$name/out" 2>&1 &
  pid=$!
  started+=("$pid")
}

await() { # PATTERN FILE SECONDS
  local ends=$((SECONDS + $3))
  until grep -qs "$1" "$2"; do
    [ $SECONDS -lt $ends ] || return 1
    sleep 0.05
  done
}

# Fails where the standby does not come up. That is no word about OpenSM: a poll that the master had received, but not
# answered, when it was killed is lost in the same way as above.
try_opensm_failover() { # LABEL TOPOLOGY-FILE, more arguments
  local label=$1 topology=$2 hosts began up=
  shift 2
  rm -rf "$work/master" "$work/standby"
  start_local_ibsim "$topology"
  mapfile -t hosts < <(sed -n 's/^Ca.*# *"\([^"]*\)".*/\1/p' "$topology" | head -2)
  opensm master "${hosts[0]}" 10 "$@"
  local master=$pid
  await 'SUBNET UP' "$work/master/osm.log" 120 || { tail "$work/master/osm.log" >&2; exit 1; }
  opensm standby "${hosts[1]}" 5 "$@"
  local standby=$pid
  await STANDBY "$work/standby/osm.log" 120 || { tail "$work/standby/osm.log" >&2; exit 1; }
  sleep 12 # it polls by now
  began=$(now_ms)
  stop_at_once "$master"
  if await 'SUBNET UP' "$work/standby/osm.log" 120; then
    up=$(($(now_ms) - began))
    echo "opensm, $label: subnet up after $up ms"
  fi
  stop_at_once "$standby"
  stop "$sim_pid"
  [ -n "$up" ]
}

opensm_failover() { # LABEL TOPOLOGY-FILE, more arguments
  for attempt in 1 2 3; do
    ! try_opensm_failover "$@" || return 0
    echo "opensm, $1: hangs, once more"
  done
}

stop_at_once() { # PID
  kill -9 "$1"
  wait "$1" 2>/dev/null || true
}

build_and_prepare
grep 'model name' /proc/cpuinfo | sort | uniq -c
load() { echo "load $(cut -d' ' -f1-3 /proc/loadavg)"; }
load
printf 'sminfo_polling_timeout 500\npolling_retry_number 1\nmax_wire_smps 32\n' >"$work/fast.conf"
for spec in "$@"; do
  "$root/build" -q -pl it-tests -am verify -Dtest=none -Dit.test=FailoverIT -Dfailover.kills="$ends" \
    -Dfailover.topology="$spec" -Dfailover.rest="${BENCH_REST_S:-15}" -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false |
    grep -aE 'first answer|no answer' || echo "dateline, $spec: went wrong, see it-tests/target/failsafe-reports"
  load
  IFS=:x read -r kind x y z <<<"$spec"
  "$root/dateline" generate "$kind" "$x" "$y" "${z:-1}" >"$work/fabric.ib"
  opensm_failover "$spec, defaults" "$work/fabric.ib"
  for round in 1 2 3; do
    opensm_failover "$spec, polls every 0.5 s, one retry, 32 SMPs at a time, round $round" "$work/fabric.ib" -F "$work/fast.conf"
  done
  load
done
