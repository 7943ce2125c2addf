#!/usr/bin/env bash
# What routing costs: OpenSM's engine by its own log on ibsim and ours cold (a process each time, parsing and dumping not
# counted), by turns, the middle one of TURNS (3; OpenSM once if that takes long), and ours warm (a JVM that has routed
# often). Engines that refuse a fabric, and OpenSM's that then fall back, are "refused". Last, on the largest subnet, ours
# alone beside a mere copy of the tables. torus-2QoS routes tori only, with the seed at sw_0_0_0. Engines that remember what
# they found are timed a second time with that. All with -Q, nue with 8 VLs. Usage: engines.sh ENGINE...   FABRICS and
# LARGEST in the environment take other generators; LARGEST= leaves that out; ROUNDS is how often a warm JVM routes (30).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# -gt 0 ] || set -- minhop updn dnup dor ftree
read -ra fabrics <<<"${FABRICS:-torus:12x12x12:2 ftree:12,12,24:1,12,12 jellyfish:512,12,8,7}"
largest=${LARGEST-ftree:32,32,44:1,32,32}

generate() { # SPEC
  local kind=${1%%:*} sizes=${1#*:}
  sizes=${sizes//:/ }
  case $kind in torus | mesh) sizes=${sizes//x/ } ;; esac
  # shellcheck disable=SC2086 # sizes are words
  "$root/dateline" generate "$kind" $sizes
}

# A torus-2QoS.conf for a generated torus: its first switch and the neighbours of that.
torus_conf() { # SPEC TOPOLOGY-FILE
  local sizes=${1#torus:}
  sizes=${sizes%%:*}
  echo "torus ${sizes//x/ }"
  awk -v sizes="$sizes" -F'"' '
    BEGIN {
      dimensions = split(sizes, radix, "x")
      for (d = 1; d <= dimensions; d++) for (at = 1; at < radix[d]; at += radix[d] - 2) {
        name = "sw"
        for (e = 1; e <= 3; e++) name = name "_" (e == d ? at : 0)
        link[name] = substr("xyz", d, 1) (at == 1 ? "p" : "m") "_link"
      }
    }
    /^Switch/ { inside = $4 == "sw_0_0_0"; own = $2 }
    inside && $4 in link { sub("S-", "0x", own); sub("S-", "0x", $2); print link[$4], own, $2 }' "$2"
}

# From "building routing with" to "tables configured on all switches" in its log, in ms.
opensm_ms() { # TOPOLOGY-FILE ENGINE
  start_ibsim "$1"
  rm -f "$work/osm.log"
  (
    cd "$work" # the preload library leaves its sysfs tree where it runs
    env IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT="$port" OSM_TMP_DIR="$work" OSM_CACHE_DIR="$work" \
      ibsim-run opensm -R "$2" "${opensm_options[@]}" -o -f "$work/osm.log" -D 0x07 </dev/null >"$work/osm.out" 2>&1
  )
  stop "$sim_pid"
  awk -v engine="$2" '
    function us(    t) { split($3, t, ":"); return ((t[1] * 60 + t[2]) * 60 + t[3]) * 1e6 + $4 }
    /building routing with/ { began = us() }
    /tables configured on all switches/ { used = $(NF - 5); ended = us() }
    END { if (used == engine) printf "%.1f\n", (ended - began) / 1000; else print "refused" }' "$work/osm.log"
}

cold_ms() { # TOPOLOGY-FILE ENGINE
  "$root/dateline" route --topology "$1" --engine "$2" "${options[@]/#/--set=}" --json >"$work/routed" || true
  grep -q "\"engine\" *: *\"$2\"" "$work/routed" && grep -o '"routeMillis" *: *[0-9]*' "$work/routed" | grep -o '[0-9]*$' ||
    echo refused
}

middle() { # FILE WITH A NUMBER A LINE
  sort -n "$1" | sed -n "$((($(wc -l <"$1") + 1) / 2))p"
}

# Sets opensm and cold.
by_turns() { # TOPOLOGY-FILE ENGINE
  : >"$work/opensm"
  : >"$work/cold"
  for ((turn = 0; turn < ${TURNS:-3}; turn++)); do
    if ((turn == 0)) || awk -v ms="$(tail -1 "$work/opensm")" 'BEGIN { exit !(ms + 0 > 0 && ms < 20000) }'; then
      opensm_ms "$1" "$2" >>"$work/opensm"
    fi
    cold_ms "$1" "$2" >>"$work/cold"
  done
  opensm=$(middle "$work/opensm")
  cold=$(middle "$work/cold")
}

# Lines of the class: engine, ms, peak MiB, ms of a copy.
times() { # TOPOLOGY ROUNDS ENGINE...
  bench_java EngineTimes "$@"
}

ratio() { # OF TO
  awk -v of="$1" -v to="$2" 'BEGIN { if (of + 0 > 0 && to + 0 > 0) printf "%.1f", of / to; else printf "-" }'
}

build_bench
grep 'model name' /proc/cpuinfo | sort | uniq -c
echo "load $(cut -d' ' -f1-3 /proc/loadavg)"
echo '| fabric | engine | OpenSM, ms | cold, ms | ratio | warm, ms | ratio | peak, MiB |'
echo '|---|---|---:|---:|---:|---:|---:|---:|'
for spec in "${fabrics[@]}"; do
  generate "$spec" >"$work/fabric.ib"
  options=(qos=TRUE nue_max_num_vls=8) opensm_options=(-Q --nue_max_num_vls 8)
  if [[ $spec == torus:* ]]; then
    torus_conf "$spec" "$work/fabric.ib" >"$work/torus-2QoS.conf"
    options+=("torus_config=$work/torus-2QoS.conf")
    opensm_options+=(--torus_config "$work/torus-2QoS.conf")
  fi
  times "$work/fabric.ib" "${ROUNDS:-30}" "$@" "${options[@]}" >"$work/warm"
  for engine in "$@"; do
    by_turns "$work/fabric.ib" "$engine"
    read -r warm peak <<<"$(awk -v engine="$engine" '$1 == engine { print $2, $3 }' "$work/warm")"
    echo "| $spec | $engine | $opensm | $cold | $(ratio "$opensm" "$cold") | $warm | $(ratio "$opensm" "$warm") | ${peak:--} |"
    awk -v spec="$spec" -v again="$engine-again" '
      $1 == again { print "| " spec " | " again " | | | | " $2 " | | " $3 " |" }' "$work/warm"
  done
done
if [ -n "$largest" ]; then
  echo
  echo "| $largest | ms | peak, MiB | copy, ms | ratio |"
  echo '|---|---:|---:|---:|---:|'
  times "$largest" "${ROUNDS:-9}" "$@" qos=TRUE nue_max_num_vls=8 | while read -r engine ms peak copy; do
    echo "| $engine | $ms | ${peak:--} | ${copy:--} | $(ratio "$ms" "${copy:-0}") |"
  done
fi
