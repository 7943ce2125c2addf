package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.random.SeededRandom;

/** A fabric whose cables and switches fail, one after the other, and of which some come back. */
public final class FailingFabric {
  private static final int SWITCH_EVERY = 4; // one fault in so many is of a whole switch
  private static final int BROKEN_MAX = 10; // more are repaired first

  private final Fabric whole;
  private final boolean[] isDown; // by node: switches
  private final boolean[] isCut; // by port: both ends of a cable

  /** All of it is in order at first. */
  public FailingFabric(Fabric whole) {
    this.whole = whole;
    isDown = new boolean[whole.nodeCount()];
    isCut = new boolean[whole.portCount()];
  }

  /** Breaks a cable or a switch, or repairs what was broken. */
  public void change(SeededRandom random) {
    int broken = 0;
    for (int node = 0; node < isDown.length; node++) {
      broken += isDown[node] ? 1 : 0;
    }
    for (int port = 0; port < isCut.length; port++) {
      broken += isCut[port] && port < whole.peer(port) ? 1 : 0;
    }
    if (broken > 0 && (broken >= BROKEN_MAX || random.below(2) == 0)) {
      repair(random.below(broken));
    } else if (random.below(SWITCH_EVERY) == 0) {
      isDown[random.below(whole.switchCount())] = true;
    } else {
      cutAnyCable(random);
    }
  }

  private void repair(int which) {
    int left = which;
    for (int node = 0; node < isDown.length; node++) {
      if (isDown[node] && left-- == 0) {
        isDown[node] = false;
        return;
      }
    }
    for (int port = 0; port < isCut.length; port++) {
      if (isCut[port] && port < whole.peer(port) && left-- == 0) {
        mend(port);
        return;
      }
    }
  }

  /** Puts the cable at a port back. */
  public void mend(int port) {
    isCut[port] = false;
    isCut[whole.peer(port)] = false;
  }

  /**
   * Breaks a cable between two switches.
   *
   * @return one of its ports
   */
  public int cutAnyCable(SeededRandom random) {
    while (true) {
      int port = random.below(whole.portCount());
      int peer = whole.peer(port);
      if (peer != Fabric.NONE
          && !isCut[port]
          && whole.isSwitch(whole.nodeOf(port))
          && whole.isSwitch(whole.nodeOf(peer))) {
        isCut[port] = true;
        isCut[peer] = true;
        return port;
      }
    }
  }

  /** What a sweep would find: what the first adapter reaches. */
  public Fabric present() {
    boolean[] reached = reached();
    Fabric.Builder builder = new Fabric.Builder();
    for (int node = 0; node < whole.nodeCount(); node++) {
      if (reached[node]) {
        builder
            .node(whole.type(node), whole.nodeGuid(node), whole.externalPortCount(node))
            .description(whole.description(node));
      }
    }
    for (int port = 0; port < whole.portCount(); port++) {
      int peer = whole.peer(port);
      if (peer > port && isUp(port, reached)) {
        builder.link(
            builder.find(whole.nodeGuid(whole.nodeOf(port))),
            whole.portNumber(port),
            builder.find(whole.nodeGuid(whole.nodeOf(peer))),
            whole.portNumber(peer),
            whole.width(port),
            whole.speed(port));
      }
    }
    return builder.build();
  }

  private boolean isUp(int port, boolean[] reached) {
    return !isCut[port] && reached[whole.nodeOf(port)] && reached[whole.nodeOf(whole.peer(port))];
  }

  private boolean[] reached() {
    boolean[] reached = new boolean[whole.nodeCount()];
    int[] queue = new int[whole.nodeCount()];
    int first = 0;
    while (whole.type(first) != NodeType.CA
        || isDown[whole.nodeOf(whole.peer(whole.port(first, 1)))]) {
      first++;
    }
    reached[first] = true;
    queue[0] = first;
    int found = 1;
    for (int at = 0; at < found; at++) {
      int node = queue[at];
      for (int number = 1; number <= whole.externalPortCount(node); number++) {
        int port = whole.port(node, number);
        int peer = whole.peer(port);
        if (peer == Fabric.NONE || isCut[port]) {
          continue;
        }
        int other = whole.nodeOf(peer);
        if (!reached[other] && !isDown[other]) {
          reached[other] = true;
          queue[found++] = other;
        }
      }
    }
    return reached;
  }
}
