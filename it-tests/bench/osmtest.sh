#!/usr/bin/env bash
# The flows of Debian's osmtest, with Debian's opensm and with a Dateline node by turns, each on an ibsim of its own.
# Prints a table; what osmtest said last, of flows that failed, is below it. Usage: osmtest.sh [FLOW...], a flow as
# osmtest takes it, such as "m -M 2" or "f -s 1". In the environment: OSMTEST_S, seconds that a flow may take (60); TIMES,
# how often it runs, of which the last counts (1: a manager that has just begun); TOPOLOGY, as `dateline generate` takes it.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# -gt 0 ] || set -- c a v s f "f -s 1" "f -s 2" "f -s 3" "f -s 4" "m -M 1" "m -M 2" "m -M 3" "m -M 4" q
read -ra topology <<<"${TOPOLOGY:-torus 3 3 1 2}"
"$root/dateline" generate "${topology[@]}" >"$work/fabric.ib"
mapfile -t hosts < <(sed -n 's/^Ca[[:space:]]*[0-9]*[[:space:]]*"\([^"]*\)".*/\1/p' "$work/fabric.ib")

# For a subshell, which it takes the place of. The preload library leaves its sysfs tree where it runs.
at() { # HOST COMMAND...
  cd "$work"
  export IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT="$port" SIM_HOST="$1"
  export OSM_TMP_DIR="$work" OSM_CACHE_DIR="$work"
  exec ibsim-run "${@:2}"
}

await() { # PATTERN FILE
  for ((i = 0; i < 600; i++)); do
    ! grep -qs "$1" "$2" || return 0
    sleep 0.1
  done
  cat "$2" >&2
  exit 1
}

manager() { # opensm | dateline
  case $1 in
    opensm)
      rm -f "$work/osm.log"
      echo 'force_log_flush TRUE' >"$work/osm.conf"
      at "${hosts[0]}" opensm -F "$work/osm.conf" -f "$work/osm.log" </dev/null >"$work/osm.out" 2>&1 &
      pid=$!
      started+=("$pid")
      await 'SUBNET UP' "$work/osm.log"
      ;;
    dateline)
      # OpenSM's key, which osmtest shows; and it makes more groups, and faster, than one port may.
      "$root/dateline" node --fabric "sim://127.0.0.1:$port/${hosts[0]}" --state "$work/state$RANDOM" \
        -Ddateline.http.port="$http" -Ddateline.subnet.sa_key=1 -Ddateline.subnet.sa_etm_max_num_mcgs=0 \
        -Ddateline.quota.joins-per-second=0 </dev/null >"$work/node.log" 2>&1 &
      pid=$!
      started+=("$pid")
      await 'SUBNET UP' "$work/node.log"
      ;;
  esac
}

osmtest() ( # FLOW AND ITS OPTIONS
  rm -f "$work/osmtest.log"
  at "${hosts[1]}" timeout "${OSMTEST_S:-60}" osmtest -f "$@" -i "$work/inventory" -l "$work/osmtest.log" \
    </dev/null >"$work/osmtest.out" 2>&1
)

# What the flow of before took, as osmtest says of its stress tests: "took 0017:091583 [sec:usec]".
took() {
  sed -n 's/.*Querying \([0-9]*\) .* took 0*\([0-9]*\):\([0-9]\{3\}\).*/, \1 in \2.\3 s/p' "$work/osmtest.out" | tail -1
}

# Each after a new inventory, for some change what the next would find.
flow() { # opensm | dateline, FLOW
  start_ibsim "$work/fabric.ib"
  manager "$1"
  [ "$2" = c ] || osmtest c || true
  # shellcheck disable=SC2086 # a flow may have options
  for ((i = 1; i < ${TIMES:-1}; i++)); do osmtest $2 || true; done
  # shellcheck disable=SC2086
  if osmtest $2; then echo "passes$(took)"; else
    echo fails
    echo "$1, $2: $(grep -h 'ERR\|FAIL' "$work/osmtest.log" "$work/osmtest.out" | tail -4)" >>"$work/complaints"
  fi
  stop "$pid"
  stop "$sim_pid"
}

: >"$work/complaints"
echo '| flow | opensm | Dateline |'
echo '|---|---|---|'
for one in "$@"; do
  # Not in $(...), which would stop the manager's shell with it.
  flow opensm "$one" >"$work/opensm.flow"
  flow dateline "$one" >"$work/dateline.flow"
  echo "| $one | $(cat "$work/opensm.flow") | $(cat "$work/dateline.flow") |"
done
cat "$work/complaints"
