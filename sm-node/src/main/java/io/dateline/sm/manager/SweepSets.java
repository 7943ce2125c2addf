package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.discover.Extent;
import io.dateline.sm.link.Enforcement;
import io.dateline.sm.link.ExtendedSpeeds;
import io.dateline.sm.link.PortPlanner;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.partition.PartitionRun;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/** The batches of Sets of a heavy sweep. Answers replace the attributes the sweep has read. */
final class SweepSets {
  private SweepSets() {}

  /**
   * LIDs, keys, MasterSMLID of all end ports; the own one first, so that the MasterSMLID the others
   * get leads somewhere, and switches last: applications that wait for a master are not there.
   *
   * @param keyHeld M_Key an end port demands now
   */
  static PortSets addresses(HeavySweep sweep, IntToLongFunction keyHeld) {
    PortSets sets = new PortSets();
    Fabric fabric = sweep.found.fabric();
    int own = sweep.found.localPort();
    addAddress(sets, sweep, own, keyHeld);
    for (boolean ofSwitches : new boolean[] {false, true}) {
      for (int port : fabric.endPorts()) {
        if (port != own && fabric.isSwitch(fabric.nodeOf(port)) == ofSwitches) {
          addAddress(sets, sweep, port, keyHeld);
        }
      }
    }
    return sets;
  }

  private static void addAddress(
      PortSets sets, HeavySweep sweep, int port, IntToLongFunction keyHeld) {
    byte[] wanted = sweep.planner.endPort(port, sweep.unregistered.get(port));
    if (wanted != null) {
      addPortInfo(
          sets,
          sweep,
          port,
          keyHeld.applyAsLong(port),
          wanted,
          new AddressAnswer(sweep, port, PortInfo.of(wanted).clientReregister()));
    }
  }

  /** Takes the keys off, so that another subnet manager may write to every end port. */
  static PortSets release(HeavySweep sweep, IntToLongFunction keyHeld) {
    PortSets sets = new PortSets();
    for (int port : sweep.found.fabric().endPorts()) {
      byte[] wanted = PortPlanner.released(sweep.found.attributes().portInfo()[port]);
      if (wanted != null) {
        addPortInfo(sets, sweep, port, keyHeld.applyAsLong(port), wanted);
      }
    }
    return sets;
  }

  private record AddressAnswer(HeavySweep sweep, int port, boolean isAskedToRegister)
      implements PortSets.AnswerSink {
    @Override
    public void accept(byte[] data) {
      sweep.found.attributes().portInfo()[port] = data;
      if (isAskedToRegister) {
        sweep.registered.add(port);
      }
    }

    @Override
    public void onFailure() {
      sweep.unaddressed.add(port);
    }
  }

  /**
   * Clears change bits, and sets the switches' packet life time.
   *
   * @param later switches that have told of a change since they were looked at: their bits stay,
   *     for should this master die, its successor has no other word of that
   */
  static PortSets acknowledgements(HeavySweep sweep, TermKeys keys, int lifeTime, Extent later) {
    Fabric fabric = sweep.found.fabric();
    byte[][] switchInfo = sweep.found.attributes().switchInfo();
    PortSets sets = new PortSets();
    for (int node = 0; node < fabric.switchCount(); node++) {
      SwitchInfo info = SwitchInfo.of(switchInfo[node]);
      DirectedRoute route = sweep.routes.toNode(node);
      boolean clears =
          info.portStateChange()
              && !later.isWhole()
              && !later.ports().contains(fabric.portGuid(fabric.port(node, 0)));
      if (route == null || (!clears && info.lifeTimeValue() == lifeTime)) {
        continue;
      }
      int index = node;
      sets.add(
          route,
          fabric.nodeGuid(node),
          AttributeId.SWITCH_INFO,
          0,
          keys.of(fabric.portGuid(fabric.port(node, 0))),
          SwitchInfo.of(switchInfo[node].clone())
              .portStateChange(clears)
              .lifeTimeValue(lifeTime)
              .bytes(),
          answer -> {
            switchInfo[index] = answer;
            sweep.cleared.set(index, clears);
          });
    }
    return sets;
  }

  /** Parameters of switch ports, and everything that waits in Init to Armed. */
  static PortSets arming(HeavySweep sweep, TermKeys keys) {
    Fabric fabric = sweep.found.fabric();
    PortSets sets = new PortSets();
    SettledPorts last = sweep.settled;
    boolean isKnown = last != null && last.isOf(sweep.found, sweep.planner.settings());
    SettledPorts known = isKnown ? last : null;
    sweep.settled = new SettledPorts(sweep.found, sweep.planner.settings());
    for (int each = 0; each < fabric.portCount(); each++) {
      int port = each;
      boolean external = fabric.isSwitch(fabric.nodeOf(port)) && fabric.portNumber(port) > 0;
      byte[] wanted =
          external ? switchPort(sweep, known, port) : sweep.planner.advance(port, PortState.INIT);
      if (wanted != null) {
        addPortInfo(
            sets,
            sweep,
            port,
            keys.of(guid(sweep, port)),
            wanted,
            answer -> {
              byte[] before = sweep.found.attributes().portInfo()[port];
              sweep.raised.set(port, PortInfo.portState(before) < PortInfo.portState(answer));
              sweep.found.attributes().portInfo()[port] = answer;
              if (sweep.checksToEnd.get(port)) {
                sweep.found.attributes().pKeys()[port] = null; // over: not to be ended again
              }
            });
      }
    }
    return sets;
  }

  private static byte[] switchPort(HeavySweep sweep, SettledPorts known, int port) {
    Optional<Enforcement> enforcement = enforcement(sweep, port);
    byte[] wanted =
        known != null && known.holds(sweep.found, port, enforcement)
            ? null
            : sweep.planner.switchPort(port, enforcement);
    if (wanted == null) {
      sweep.settled.add(port, enforcement);
    }
    return wanted;
  }

  /**
   * Which packets a switch port is to check for their P_Key: those of the port that it faces, if it
   * knows that port's keys. Between switches none is checked. Where ports are told no P_Keys any
   * more, checks end as {@link EndedChecks} says.
   */
  private static Optional<Enforcement> enforcement(HeavySweep sweep, int port) {
    Fabric fabric = sweep.found.fabric();
    if (sweep.keysTold.isEmpty()) {
      return sweep.checksToEnd.get(port) ? Optional.of(Enforcement.OFF) : Optional.empty();
    }
    int peer = fabric.peer(port);
    Enforcement wanted = sweep.settings.partitions().enforcement();
    if (peer == Fabric.NONE
        || fabric.isSwitch(fabric.nodeOf(peer))
        || wanted == Enforcement.OFF
        || sweep.keysTold.get().unchecked().get(port)) {
      return Optional.of(Enforcement.OFF);
    }
    return sweep.keysTold.get().told().get(port) ? Optional.of(wanted) : Optional.empty();
  }

  /** Everything that is Armed to Active. */
  static PortSets activation(HeavySweep sweep, TermKeys keys) {
    PortSets sets = new PortSets();
    for (int port = 0; port < sweep.found.fabric().portCount(); port++) {
      byte[] wanted = sweep.planner.advance(port, PortState.ARMED);
      if (wanted != null && !isStrange(sweep, port)) {
        addPortInfo(sets, sweep, port, keys.of(guid(sweep, port)), wanted);
      }
    }
    return sets;
  }

  /** A port that holds a P_Key which it is not to have is not let in, nor is its link. */
  private static boolean isStrange(HeavySweep sweep, int port) {
    int peer = sweep.found.fabric().peer(port);
    return sweep
        .keysTold
        .map(PartitionRun.Result::strange)
        .filter(strange -> strange.get(port) || (peer != Fabric.NONE && strange.get(peer)))
        .isPresent();
  }

  private static long guid(HeavySweep sweep, int port) {
    return sweep.found.fabric().portGuid(port);
  }

  /** Linked ports that are not Active, as far as answers told. */
  static int countNotActive(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    int count = 0;
    for (int port = 0; port < fabric.portCount(); port++) {
      byte[] info = sweep.found.attributes().portInfo()[port];
      if (info != null
          && fabric.peer(port) != Fabric.NONE
          && PortInfo.portState(info) != PortState.ACTIVE) {
        count++;
      }
    }
    return count;
  }

  private static void addPortInfo(
      PortSets sets, HeavySweep sweep, int port, long mKey, byte[] wanted) {
    byte[][] portInfo = sweep.found.attributes().portInfo();
    addPortInfo(sets, sweep, port, mKey, wanted, answer -> portInfo[port] = answer);
  }

  private static void addPortInfo(
      PortSets sets,
      HeavySweep sweep,
      int port,
      long mKey,
      byte[] wanted,
      PortSets.AnswerSink sink) {
    Fabric fabric = sweep.found.fabric();
    DirectedRoute route = sweep.routes.toPort(port);
    if (route == null) {
      return;
    }
    sets.add(
        route,
        fabric.nodeGuid(fabric.nodeOf(port)),
        AttributeId.PORT_INFO,
        ExtendedSpeeds.modifier(fabric, sweep.found.attributes().portInfo(), port),
        mKey,
        wanted,
        sink);
  }
}
