#!/usr/bin/env bash
# Asks Debian's opensm and a Dateline node, one after the other on the same ibsim, every kind of record by every filter,
# without partitions and with three, and prints where the answers differ (SaDifference). Usage: sa-difference.sh
# [GENERATOR ARGUMENT...], a mesh of four hosts unless said otherwise. docs/COMPATIBILITY.md has the reasons.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# -gt 0 ] || set -- mesh 2 2 1
"$root/build" -q -pl it-tests -am -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false \
  -Dit.test=SaDifferenceIT "-Dsa.fabric=$*" "-Dsa.report=$work/report" verify >&2
cat "$work/report"
