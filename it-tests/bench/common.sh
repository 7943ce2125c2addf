# Sourced by the scripts beside it: where the repository is, and ibsim for as long as a script runs.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/conf/jdk.sh"
work=$(mktemp -d)
port=${BENCH_PORT:-7700} # of ibsim's control socket; the ten above it are its data sockets
http=${BENCH_HTTP:-7790} # of the SM node under test
started=()

stop_all() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop_all EXIT

stop() { # PID
  kill "$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}

# With BENCH_COLD=1 in the environment nodes start without what `dateline prepare` has kept.
build_and_prepare() {
  "$root/dateline" --version >/dev/null # builds when needed
  if [ -n "${BENCH_COLD:-}" ]; then
    rm -f "$root/sm-node/target/dateline.aot"
    echo "not prepared"
  else
    "$root/dateline" prepare
  fi
}

# Builds what bench_java runs.
build_bench() {
  "$root/build" -q -pl it-tests -am -DskipTests package >&2
  "$root/dateline" --version >/dev/null # builds when needed
}

bench_java() { # CLASS ARGUMENT...
  "$(find_jdk 25)/bin/java" -Xmx10g --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED \
    -cp "$root/it-tests/target/test-classes:$root/fabric/target/test-classes:$root/it-tests/target/lib/*:$root/sm-node/target/lib/*" "io.dateline.it.bench.$1" "${@:2}"
}

now_ms() { echo $(("${EPOCHREALTIME/./}" / 1000)); }

# Sets sim_pid.
start_ibsim() { # TOPOLOGY
  : >"$work/ibsim.log"
  ibsim -r -l "$port" -s -n -N 60000 -S 8000 -P 600000 -L 49151 "$1" </dev/null >"$work/ibsim.log" 2>&1 &
  sim_pid=$!
  started+=("$sim_pid")
  # The control socket is bound last.
  until grep -qi ":$(printf %04X "$port") " /proc/net/udp; do
    kill -0 "$sim_pid" || { cat "$work/ibsim.log" >&2; exit 1; }
    sleep 0.05
  done
}
