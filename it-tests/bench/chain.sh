#!/usr/bin/env bash
# What a routing chain costs in a warm JVM: a tree and a torus that three cables join, updn for the whole, ftree and torus-2QoS
# for the parts; by turns each engine alone on what it routes, and the chain again with its tables of before. By step, too. Last,
# what a file of port groups with 50,000 names takes, and what steps cost that other nodes route.
# Usage: chain.sh   TREE, TORUS and ROUNDS (7) in the environment.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
torus=${TORUS:-torus:12x12x12:12}
sizes=${torus#torus:}
sizes=${sizes%%:*}

build_bench
grep 'model name' /proc/cpuinfo | sort | uniq -c
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
of_the_chain=("$work" "${TREE:-ftree:32,32,23:1,32,32}" "$torus" "${sizes//x/,}")
bench_java ChainTimes "${of_the_chain[@]}" "${ROUNDS:-7}"
bench_java StepTimes "${of_the_chain[@]}" "${ROUNDS:-7}"
