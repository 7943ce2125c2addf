#!/usr/bin/env bash
# What TLS between the nodes costs at a failover: FailoverIT with it and without it by turns, on nodes that ./dateline prepare
# has left ready. Prints the median and the 95th percentile of the time from the end of the master to the first right answer
# of the next one, on nodes that have rested for BENCH_REST_S seconds (15). Usage: failover-tls.sh [ROUNDS] [ENDS in a round] [torus:XxYxZ]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
rounds=${1:-4} ends=${2:-5} spec=${3:-torus:5x6}

build_and_prepare
grep 'model name' /proc/cpuinfo | sort | uniq -c
for round in $(seq "$rounds"); do
  for unencrypted in false true; do
    "$root/build" -q -pl it-tests -am verify -Dtest=none -Dit.test=FailoverIT -Dfailover.kills="$ends" \
      -Dfailover.topology="$spec" -Dfailover.rest="${BENCH_REST_S:-15}" -Dfailover.unencrypted=$unencrypted \
      -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false |
      grep -aE 'first answer' | sed "s/^/unencrypted=$unencrypted /" | tee -a "$work/rounds" ||
      echo "round $round, unencrypted=$unencrypted: went wrong, see it-tests/target/failsafe-reports"
  done
  echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
done

for unencrypted in false true; do
  for how in 'kill -9' SIGTERM; do
    grep -a "unencrypted=$unencrypted .* $how" "$work/rounds" | grep -o '\[.*\]' | tr -d '[] ' | tr ',' '\n' | sort -n |
      awk -v what="unencrypted=$unencrypted, $how" '{ ms[NR] = $1 }
        function rank(percent) { return ms[int((NR * percent + 99) / 100)] }
        END { printf "%s: %d ends, median %d ms, 95th percentile %d ms\n", what, NR, rank(50), rank(95) }'
  done
done
