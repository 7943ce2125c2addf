#!/usr/bin/env bash
# docs/clusters-bandwidth.png and docs/clusters-time.png, and their table: every engine on models of clusters, and on
# Ranger's dump where it lies beside the repository. Usage: clusters.sh [BISECTIONS] [ENGINE,ENGINE...]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
build_bench
ranger=$root/../shared/topologies/real/tacc-ranger.ib
fabrics=(CHiC=model:chic Deimos=model:deimos JUROPA=model:juropa Odin=model:odin)
[ ! -f "$ranger" ] || fabrics+=("Ranger=$ranger")
fabrics+=(Tsubame=model:tsubame)
engines=${2:-minhop,updn,dnup,dor,ftree,sssp,dfsssp,lash,nue}
echo "| cluster | ${engines//,/ | } |"
bench_java ClusterFigure "$root/docs" "${1:-1000}" "$engines" "${fabrics[@]}"
