#!/usr/bin/env bash
# docs/clusters-bandwidth.png and docs/clusters-time.png, and their table: every engine on models of clusters, and on
# Ranger's dump where it lies beside the repository. Usage: clusters.sh [BISECTIONS] [ENGINE,ENGINE...]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/conf/jdk.sh"
"$root/dateline" --version >/dev/null # builds when needed
ranger=$root/../shared/topologies/real/tacc-ranger.ib
fabrics=(CHiC=model:chic Deimos=model:deimos JUROPA=model:juropa Odin=model:odin)
[ ! -f "$ranger" ] || fabrics+=("Ranger=$ranger")
fabrics+=(Tsubame=model:tsubame)
engines=${2:-minhop,updn,dnup,dor,ftree,sssp,dfsssp,lash,nue}
echo "| cluster | ${engines//,/ | } |"
"$(find_jdk 25)/bin/java" -Xmx10g --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED \
  -cp "$root/it-tests/target/test-classes:$root/sm-node/target/lib/*" io.dateline.it.bench.ClusterFigure \
  "$root/docs" "${1:-1000}" "$engines" "${fabrics[@]}"
