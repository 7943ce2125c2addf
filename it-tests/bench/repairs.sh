#!/usr/bin/env bash
# What it takes to route again after one cable is lost, and after it is back, beside routing from scratch; in a warm JVM,
# with the tables of before. Usage: repairs.sh ENGINE...   FABRICS in the environment takes other generators; ROUNDS is how
# many cables are lost, one after another (30), LARGEST_ROUNDS on the largest subnet (6); LARGEST= leaves that out.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# -gt 0 ] || set -- minhop updn dnup dor sssp ftree
read -ra fabrics <<<"${FABRICS:-ftree:12,12,24:1,12,12 torus:12x12x12:2 dragonfly:8,4,4}"
largest=${LARGEST-ftree:32,32,44:1,32,32}

rows() { # SPEC ROUNDS ENGINE...
  bench_java RepairTimes "$@" | while read -r engine scratch lost back blocks_lost blocks_back all; do
    echo "| $1 | $engine | $scratch | ${lost:-} | ${back:-} | ${blocks_lost:-} | ${blocks_back:-} | ${all:-} |"
  done
}

build_bench
grep 'model name' /proc/cpuinfo | sort | uniq -c
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
echo '| fabric | engine | from scratch, ms | cable lost, ms | back, ms | blocks, lost | blocks, back | blocks of all |'
echo '|---|---|---:|---:|---:|---:|---:|---:|'
for spec in "${fabrics[@]}"; do
  rows "$spec" "${ROUNDS:-30}" "$@"
done
if [ -n "$largest" ]; then
  rows "$largest" "${LARGEST_ROUNDS:-6}" "$@"
fi
