#!/usr/bin/env bash
# Tells Debian's opensm and a Dateline node, one after the other on the same ibsim, the same stories of hosts that join,
# leave and ask for multicast groups, and prints where the answers differ (GroupDifference).
# Usage: group-difference.sh [STORIES [SEED]], 2,000 stories of seed 1 unless said otherwise: about 27,000 requests.
# docs/COMPATIBILITY.md has the reasons.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
"$root/build" -q -pl it-tests -am -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false \
  -Dit.test=GroupDifferenceIT "-Dgroups.stories=${1:-2000}" "-Dgroups.seed=${2:-1}" \
  "-Dgroups.report=$work/report" verify >&2
cat "$work/report"
