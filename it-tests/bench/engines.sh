#!/usr/bin/env bash
# What min-hop alone costs, cold: a process each time, parsing and dumping not counted. Usage: engines.sh FILE...
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
for topology in "$@"; do
  for round in 1 2 3; do
    "$root/dateline" route --topology "$topology" --engine minhop --json |
      grep -o '"\(routeMillis\|switches\)" *: *[0-9]*' | tr '\n' ' '
    echo "$(basename "$topology")"
  done
done
