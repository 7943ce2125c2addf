package io.dateline.it.faults;

import io.dateline.fabric.Fabric;

/** Something that goes wrong with a cluster of three or its fabric. What lasts, lasts some ms. */
sealed interface Fault {
  /** A node by what it is when the fault strikes. */
  enum Whom {
    MASTER(0),
    STANDBY(1),
    OTHER_STANDBY(2);

    /** How many of the nodes that run go before, the master first. */
    final int rank;

    Whom(int rank) {
      this.rank = rank;
    }
  }

  /** How a management network is cut. */
  enum Shape {
    /** One node and the two others hear nothing of each other. */
    ALONE,
    /** What one node sends is lost. */
    MUTE,
    /** What is sent to one node is lost. */
    DEAF,
    /** One node and the next hear nothing of each other, and both hear the third. */
    PAIR,
    /** What one node sends to the next is lost. */
    ONE_WAY,
    /** No node hears of another. */
    ALL
  }

  /** A cable by the port at one end. */
  record Cable(int port, String name) {
    static Cable at(Fabric fabric, int port) {
      return new Cable(port, end(fabric, port) + " to " + end(fabric, fabric.peer(port)));
    }

    private static String end(Fabric fabric, int port) {
      return fabric.description(fabric.nodeOf(port)) + "[" + fabric.portNumber(port) + "]";
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A switch by its node. */
  record Switch(int node, String name) {
    static Switch at(Fabric fabric, int node) {
      return new Switch(node, fabric.description(node));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** SIGKILL. */
  record Kill(Whom whom) implements Fault {}

  /** SIGKILL to all three. */
  record KillAll() implements Fault {}

  /** SIGSTOP, and SIGCONT. */
  record Pause(Whom whom, int ms) implements Fault {}

  record Cut(Shape shape, Whom whom, int ms) implements Fault {}

  /** Nothing is written or read. */
  record HungJournal(int ms) implements Fault {}

  record Lose(int percent, long seed, int ms) implements Fault {}

  record Duplicate(int percent, long seed, int ms) implements Fault {}

  record Delay(int byMs, int ms) implements Fault {}

  record Unlink(Cable cable) implements Fault {}

  record Relink(Cable cable) implements Fault {}

  record SwitchOff(Switch at) implements Fault {}

  record SwitchOn(Switch at) implements Fault {}
}
