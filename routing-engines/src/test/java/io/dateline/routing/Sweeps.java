package io.dateline.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.RoutingOutcome.Refused;
import io.dateline.routing.RoutingOutcome.Routed;
import java.util.HashMap;
import java.util.Map;

/** What becomes of a fabric from sweep to sweep: LIDs, tables and memory stay. */
public final class Sweeps {
  private final RoutingEngine engine;
  private final RoutingOptions options;
  private final Map<Long, Integer> lidByGuid = new HashMap<>();
  private Fabric last;
  private ForwardingTables tables;
  private EngineMemory memory = EngineMemory.NONE;

  public Sweeps(RoutingEngine engine, RoutingOptions options) {
    this.engine = engine;
    this.options = options;
  }

  public EngineMemory memory() {
    return memory;
  }

  /** Goes on with another engine. */
  public Sweeps with(RoutingEngine other) {
    Sweeps sweeps = new Sweeps(other, options);
    sweeps.lidByGuid.putAll(lidByGuid);
    sweeps.last = last;
    sweeps.tables = tables;
    sweeps.memory = memory;
    return sweeps;
  }

  /** Has it routed, and judged. */
  public Routed route(Fabric fabric) {
    LidMap lids = lids(fabric);
    RoutingOutcome outcome = ask(fabric, lids);
    assertThat(outcome).isInstanceOf(Routed.class);
    Routed routed = (Routed) outcome;
    Verdict verdict =
        Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.CHANNEL_ADAPTERS));
    assertThat(routed.creditLoopFree()).isTrue();
    assertThat(verdict.sound()).isTrue();
    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.dependencies().cycle()).isEmpty();
    last = fabric;
    tables = routed.routing().tables();
    if (!routed.memory().equals(EngineMemory.NONE)) {
      memory = routed.memory();
    }
    return routed;
  }

  /** Why it will not be routed. */
  public String refusal(Fabric fabric) {
    RoutingOutcome outcome = ask(fabric, lids(fabric));
    assertThat(outcome).isInstanceOf(Refused.class);
    assertThat(((Refused) outcome).memory()).isEqualTo(EngineMemory.NONE);
    return ((Refused) outcome).reason();
  }

  private RoutingOutcome ask(Fabric fabric, LidMap lids) {
    return engine.route(new RoutingRequest(fabric, lids, options, before(fabric), memory));
  }

  private LidMap lids(Fabric fabric) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    for (int port : fabric.endPorts()) {
      builder.assign(
          port, lidByGuid.computeIfAbsent(fabric.portGuid(port), guid -> lidByGuid.size() + 1), 0);
    }
    return builder.build();
  }

  private ForwardingTables before(Fabric fabric) {
    if (last == null) {
      return null;
    }
    ForwardingTables rows = new ForwardingTables(fabric.switchCount(), tables.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      int before = last.nodeByGuid(fabric.nodeGuid(node));
      if (before != Fabric.NONE) {
        System.arraycopy(tables.row(before), 0, rows.row(node), 0, rows.row(node).length);
      }
    }
    return rows;
  }
}
