#!/usr/bin/env bash
# Time from the end of the master to the first right answer of the next one, Dateline (kill -9, SIGTERM; three processes on
# the simulated fabric, an application that asks all the time) and, beside it, OpenSM's standby (kill -9 to its SUBNET UP on
# ibsim), with its defaults and with the fastest settings that are sane. Dateline starts as `./dateline prepare` has left it;
# BENCH_COLD=1 in the environment leaves that out. Usage: failover.sh [ENDS] [torus:XxYxZ...]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
ends=${1:-20}
shift || true
[ $# -gt 0 ] || set -- torus:5x6 torus:8x8x8

opensm() { # NAME HOST PRIORITY, more arguments
  local name=$1 host=$2 priority=$3
  shift 3
  mkdir -p "$work/$name"
  (
    cd "$work/$name"
    exec env IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT="$port" SIM_HOST="$host" OSM_TMP_DIR="$work/$name" \
      OSM_CACHE_DIR="$work/$name" ibsim-run opensm -d2 -f "$work/$name/osm.log" -p "$priority" "$@"
  ) </dev/null >"$work/$name/out" 2>&1 &
  started+=("$!")
  pid=$!
}

await() { # PATTERN FILE
  until grep -qs "$1" "$2"; do sleep 0.05; done
}

opensm_failover() { # LABEL TOPOLOGY-FILE, more arguments
  local label=$1 topology=$2 hosts
  shift 2
  rm -rf "$work/master" "$work/standby"
  start_ibsim "$topology"
  mapfile -t hosts < <(sed -n 's/^Ca.*# *"\([^"]*\)".*/\1/p' "$topology" | head -2)
  opensm master "${hosts[0]}" 10 "$@"
  local master=$pid
  await 'SUBNET UP' "$work/master/osm.log"
  opensm standby "${hosts[1]}" 5 "$@"
  local standby=$pid
  await STANDBY "$work/standby/osm.log"
  sleep 12 # it polls by now
  local began=$(now_ms)
  kill -9 "$master"
  await 'SUBNET UP' "$work/standby/osm.log"
  echo "opensm, $label: subnet up after $(($(now_ms) - began)) ms"
  stop "$standby"
  stop "$sim_pid"
}

build_and_prepare
grep 'model name' /proc/cpuinfo | sort | uniq -c
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
printf 'sminfo_polling_timeout 500\npolling_retry_number 1\n' >"$work/fast.conf"
for spec in "$@"; do
  "$root/build" -q -pl it-tests -am verify -Dtest=none -Dit.test=FailoverIT -Dfailover.kills="$ends" \
    -Dfailover.topology="$spec" -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false |
    grep -aE 'first answer|no answer'
  IFS=:x read -r kind x y z <<<"$spec"
  "$root/dateline" generate "$kind" "$x" "$y" "${z:-1}" >"$work/fabric.ib"
  opensm_failover "$spec, defaults" "$work/fabric.ib"
  opensm_failover "$spec, polls every 0.5 s, one retry" "$work/fabric.ib" -F "$work/fast.conf"
done
