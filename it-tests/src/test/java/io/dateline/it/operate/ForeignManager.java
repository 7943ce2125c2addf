package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import java.util.concurrent.TimeUnit;

/** Another subnet manager, which comes to protect ports with its M_Key and goes. */
record ForeignManager(Simulator simulator, int port) {
  private static final long KEY = 0x5EC3_E700_0000_0001L;
  private static final long PATIENCE_S = 20;

  /** Protects the first so many end ports, without a lease. */
  void protect(int count) throws Exception {
    set(count, 0, KEY);
  }

  /** Takes the protection off again. */
  void release(int count) throws Exception {
    set(count, KEY, 0);
  }

  private void set(int count, long held, long wanted) throws Exception {
    try (MadExchange exchange = Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT)) {
      Discovered found =
          Discovery.run(exchange, DiscoveryKeys.of(TermKeys.shared(held)))
              .toCompletableFuture()
              .get(PATIENCE_S, TimeUnit.SECONDS);
      Fabric fabric = found.fabric();
      RouteBook routes = new RouteBook(fabric, found.localPort());
      PortSets sets = new PortSets();
      for (int i = 0; i < count; i++) {
        int target = fabric.endPorts()[i];
        PortInfo info = PortInfo.of(found.attributes().portInfo()[target].clone());
        info.portState(0).portPhysicalState(0).lid(i + 1).masterSmLid(1);
        info.mKey(wanted).mKeyProtectBits(wanted == 0 ? 0 : 1).mKeyLeasePeriod(0);
        sets.add(
            routes.toPort(target),
            fabric.nodeGuid(fabric.nodeOf(target)),
            AttributeId.PORT_INFO,
            fabric.portNumber(target),
            held,
            info.bytes(),
            answer -> {});
      }
      PortSets.Result result =
          sets.send(exchange).toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
      assertThat(result.failures()).isEmpty();
    }
  }
}
