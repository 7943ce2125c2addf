package io.dateline.fabric.generate;

import java.util.stream.IntStream;

/**
 * A big switch made of chips: every line chip is cabled to every spine chip inside, and has ports
 * outside. Its free outside ports are taken line chip after line chip, round and round.
 */
final class Director {
  private final NetworkPlan plan;
  private final int[] lines; // switches of the plan
  private int taken; // ports outside

  /** Adds the chips and their cables to a plan. */
  Director(NetworkPlan plan, String name, int lineCount, int spineCount, int cablesPerPair) {
    this.plan = plan;
    lines = IntStream.range(0, lineCount).map(i -> plan.addSwitch(name + "_line" + i)).toArray();
    for (int spine = 0; spine < spineCount; spine++) {
      int chip = plan.addSwitch(name + "_spine" + spine);
      for (int line : lines) {
        for (int cable = 0; cable < cablesPerPair; cable++) {
          plan.connect(line, chip);
        }
      }
    }
  }

  /** The line chip whose turn it is to give a port. */
  int takePort() {
    return lines[taken++ % lines.length];
  }

  /** Cables a switch to so many ports. */
  void connect(int other, int cables) {
    for (int cable = 0; cable < cables; cable++) {
      plan.connect(other, takePort());
    }
  }

  void addHosts(int count) {
    for (int host = 0; host < count; host++) {
      plan.addHost(takePort());
    }
  }
}
