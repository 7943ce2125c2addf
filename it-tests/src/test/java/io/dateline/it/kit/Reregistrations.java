package io.dateline.it.kit;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sim.Simulator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which ports are asked to register again (PortInfo, ClientReregister). */
public final class Reregistrations {
  private Reregistrations() {}

  /** Takes note of them from now on, and of nothing else that a simulated fabric is told. */
  public static Set<Integer> watch(Simulator simulator) {
    Set<Integer> asked = ConcurrentHashMap.newKeySet();
    simulator.execute(
        simulated ->
            simulated.onSet(
                (sender, port, set, refused) -> {
                  if (set.attributeId() == AttributeId.PORT_INFO
                      && PortInfo.of(Smp.data(set)).clientReregister()) {
                    asked.add(port);
                  }
                }));
    return asked;
  }
}
