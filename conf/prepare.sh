# Sourced by ./dateline: what `dateline prepare` does. Watches a node go through all that is done for the first time when
# time is short: it joins a cluster, stands by, sees a master die, takes over from the next one, brings up what was
# plugged in meanwhile, and hands over. Keeps what the JVM learned (JEP 483, 514, 515): a node that is started with that
# loads, links and compiles little when it begins and when it takes over.

# What compiled quickly here will compile quickly there, and for good. So what is done for each port, LID or packet stays
# out, to be optimized as ever: engines, judge and proof, MADs, questions, digests.
learn=(-XX:TieredStopAtLevel=1 -XX:CompileCommand=quiet -XX:CompileCommand=exclude,io.dateline.fabric"*::*"
  -XX:CompileCommand=exclude,io.dateline.routing.{balance,cache,cdg,chain,dor,file,ftree,hops,lash}"*::*"
  -XX:CompileCommand=exclude,io.dateline.routing.{layers,metis,minhop,multicast,nue,proof}"*::*"
  -XX:CompileCommand=exclude,io.dateline.routing.{registry,sssp,torus,updown}"*::*"
  -XX:CompileCommand=exclude,io.dateline.mad"*::*"
  -XX:CompileCommand=exclude,io.dateline.sm.{address,discover,link,multicast,path,sa,subnet}"*::*"
  -XX:CompileCommand=exclude,it.unimi.dsi.fastutil"*::*"
  -XX:CompileCommand=exclude,sun.security.provider.{DigestBase,SHA2}"*::*")
prepare_patience_s=120 # for any of the steps
prepare_started=()
mortal=() # ends with the shell that started it, even when that is killed
[ -z "$(command -v setpriv)" ] || mortal=(setpriv --pdeathsig KILL)

prepare() {
  local left
  for left in "$root"/sm-node/target/prepare.*; do
    kill -0 "${left##*.}" 2>/dev/null || rm -rf "$left" # of one that was killed
  done
  work=$root/sm-node/target/prepare.$$ # from here caches can be moved at once
  mkdir "$work"
  trap end_preparation EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  prepare_fabric
  DATELINE_H2_PASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' ') # of the journal, there and at the nodes
  export DATELINE_H2_PASSWORD
  prepare_watched 2
  prepare_await 2 'jdbc:h2'
  prepare_node 0
  prepare_await 0 'SUBNET UP'
  prepare_node 1
  prepare_await 1 'Ready to take over'
  echo >&"$watched"
  prepare_await 2 'Ready to take over'
  prepare_end 0 KILL
  prepare_await 1 'SUBNET UP'
  prepare_await 2 'is no member any more'
  prepare_end 1 TERM
  prepare_await 2 'SUBNET UP'
  echo 'relink sw_3_3_3' >&"$console"
  prepare_await 2 'SUBNET UP.*, [1-9][0-9]* blocks sent'
  prepare_node 0
  prepare_await 0 'Ready to take over'
  prepare_end 2 TERM
  [ -s "$work/node.aot" ] || prepare_failed "no cache was written"
  prepare_route
  rm -f "$prepared"
  mv "$work/node.aot" "$cache"
  mv "$work/route.aot" "$route_cache"
  (preparation) >"$prepared"
  echo "prepared: $cache, $route_cache"
}

# Engines by themselves, as `./dateline route` and `analyze` run them: another, smaller cache. Large fabrics make long
# loops of what is called a few times only; here such a method counts as used when it is called the second time. All that is
# compiled here will be compiled early there, and takes a processor from engines: so not what reads options and classes.
prepare_route() {
  local seldom=(-XX:CompileCommand=quiet
    -XX:CompileCommand=exclude,{com.fasterxml,jdk,picocli,sun,java.{io,net,security,lang.{invoke,reflect}}}"*::*"
    -XX:CompileCommand=exclude,java.util.{jar,regex,stream,Comparator,DualPivotQuicksort,Properties,Spliterator,TimSort}"*::*")
  local layered="sssp,dfsssp,lash,nue --set qos=TRUE --set nue_max_num_vls=8" analyze="analyze --bisections 1 --json"
  # shellcheck disable=SC2086 # they are words
  "${mortal[@]}" "${java[@]}" -XX:Tier3MinInvocationThreshold=1 "${seldom[@]}" -XX:AOTCacheOutput="$work/route.aot" \
    "${main[@]:0:2}" io.dateline.sm.cli.RoutePreparation \
    $analyze --topology ftree:2,4,24:1,2,4 --engine minhop,updn,dnup,dor,ftree,$layered -- \
    $analyze --topology jellyfish:64,8,4,1 --engine minhop,dnup,dor,$layered <&- >"$work/route.log" 2>&1 ||
    prepare_failed "no routing"
}

# A simulated fabric with a switch that nobody reaches yet.
prepare_fabric() {
  local sim=""
  mkfifo "$work/console"
  for port in {9080..9300..11}; do
    prepare_is_free || continue
    "${mortal[@]}" "${java[@]}" "${main[@]}" sim --topology torus:6x6x6 --listen "127.0.0.1:$port" <"$work/console" >"$work/sim.log" 2>&1 &
    sim=$!
    prepare_started+=("$sim")
    exec {console}>"$work/console"
    until grep -qs ' switches and ' "$work/sim.log" || ! kill -0 "$sim" 2>/dev/null; do sleep 0.05; done
    kill -0 "$sim" 2>/dev/null && break
    sim=""
  done
  [ -n "$sim" ] || prepare_failed "no free ports"
  echo 'unlink sw_3_3_3' >&"$console"
}

# Whether nobody listens at the TCP ports from $port on.
prepare_is_free() {
  local tcp
  for tcp in $(seq "$port" $((port + 3))); do
    (exec 3<>"/dev/tcp/127.0.0.1/$tcp") 2>/dev/null && return 1
  done
  return 0
}

prepare_node() { # NUMBER
  prepare_command "$1"
  prepare_start "$1" /dev/null "${main[@]}" "${command[@]}"
}

# With the journal in the same process: what serves it in a node by itself is learned, too. Runs when it is told to.
prepare_watched() { # NUMBER
  mkfifo "$work/watched"
  exec {watched}<>"$work/watched"
  prepare_command "$1"
  prepare_start "$1" "$work/watched" "${learn[@]}" -XX:AOTCacheOutput="$work/node.aot" "${main[@]:0:2}" \
    io.dateline.sm.cli.Preparation "$work/journal" 127.0.0.1 "$port" "${command[@]}"
}

prepare_start() { # NUMBER INPUT ARGUMENTS
  local number=$1 input=$2 node
  shift 2
  "${mortal[@]}" "${java[@]}" "$@" <"$input" >"$work/node-$number.log" 2>&1 &
  node=$!
  nodes[number]=$node
  prepare_started+=("$node")
}

# Nobody is given up for being slow: what is watched is slower than ever, and the machine may be busy.
prepare_command() { # NUMBER
  command=(node --fabric "sim://127.0.0.1:$port/H_0_0_$1_0" --state "$work/state-$1"
    -Ddateline.http.port=0 -Dakka.cluster.failure-detector.acceptable-heartbeat-pause=60s -Ddateline.watchdog.patience=60s
    -Ddateline.persistence.h2.url="jdbc:h2:tcp://127.0.0.1:$port/journal"
    -Ddateline.cluster.port=$((port + 1 + $1))
    -Ddateline.cluster.nodes.0="127.0.0.1:$((port + 1))" -Ddateline.cluster.nodes.1="127.0.0.1:$((port + 2))"
    -Ddateline.cluster.nodes.2="127.0.0.1:$((port + 3))")
}

prepare_end() { # NUMBER SIGNAL
  kill -s "$2" "${nodes[$1]}"
  wait "${nodes[$1]}" 2>/dev/null || true
}

# Until a line is in a node's log.
prepare_await() { # NUMBER PATTERN
  local until=$((SECONDS + prepare_patience_s))
  until grep -qsE "$2" "$work/node-$1.log"; do
    kill -0 "${nodes[$1]}" 2>/dev/null || prepare_failed "node $1 ended"
    [ "$SECONDS" -lt "$until" ] || prepare_failed "node $1 does not say: $2"
    sleep 0.05
  done
}

prepare_failed() { # WHY
  tail -n 20 "$work"/*.log | cut -c 1-300 >&2 || true
  echo "dateline: prepare: $1" >&2
  exit 1
}

end_preparation() {
  kill -9 "${prepare_started[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
