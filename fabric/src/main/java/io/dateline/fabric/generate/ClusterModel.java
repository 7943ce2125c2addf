package io.dateline.fabric.generate;

import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * Clusters whose routing has been written about (J. Domke, T. Hoefler and W. E. Nagel,
 * "Deadlock-Free Oblivious Routing for Arbitrary Topologies", IPDPS 2011, figures of real
 * topologies). No dump of them is public: sizes are the published ones, cables follow the wiring of
 * the switches that such sizes need. They stand for the kind of network, not for the cable plan.
 */
enum ClusterModel implements Shape {
  /**
   * Chemnitz: 566 hosts at 48 leaves of 24 ports, six uplinks to each of two 288-port directors.
   */
  CHIC(24) {
    @Override
    void draw(NetworkPlan plan) {
      Director[] directors = directors(plan, 2, 24, 12, 1);
      int[] leaves = leaves(plan, 48);
      for (int leaf : leaves) {
        for (Director director : directors) {
          director.connect(leaf, 6);
        }
      }
      spreadHosts(plan, leaves, 566);
    }
  },

  /** Dresden: 724 hosts at three 288-port directors in a row, neighbours joined by 30 cables. */
  DEIMOS(24) {
    @Override
    void draw(NetworkPlan plan) {
      Director[] directors = directors(plan, 3, 24, 12, 1);
      for (int next = 1; next < directors.length; next++) {
        for (int cable = 0; cable < 30; cable++) {
          plan.connect(directors[next - 1].takePort(), directors[next].takePort());
        }
      }
      directors[0].addHosts(248);
      directors[1].addHosts(228); // all ports that the cables leave
      directors[2].addHosts(248);
    }
  },

  /**
   * Jülich: 92 shelves of two chips with 12 hosts each, nine cables between the two and five to
   * each of six 648-port directors, and 60 leaves with 18 hosts and three cables to each of them.
   */
  JUROPA(36) {
    @Override
    void draw(NetworkPlan plan) {
      Director[] directors = directors(plan, 6, 36, 18, 1);
      int[] chips = leaves(plan, 2 * 92);
      for (int shelf = 0; shelf < chips.length; shelf += 2) {
        for (int cable = 0; cable < 9; cable++) {
          plan.connect(chips[shelf], chips[shelf + 1]);
        }
        for (int uplink = 0; uplink < 30; uplink++) {
          directors[uplink % directors.length].connect(chips[shelf + uplink / 15], 1);
        }
      }
      int[] leaves = leaves(plan, 60);
      for (int leaf : leaves) {
        for (Director director : directors) {
          director.connect(leaf, 3);
        }
      }
      spreadHosts(plan, chips, 12 * chips.length);
      spreadHosts(plan, leaves, 18 * leaves.length);
    }
  },

  /** Indiana: 128 hosts at a 144-port director. */
  ODIN(24) {
    @Override
    void draw(NetworkPlan plan) {
      directors(plan, 1, 12, 6, 2)[0].addHosts(128);
    }
  },

  /** Tokyo: 1,407 hosts at 81 leaves with 1,440 uplinks to six 324-port directors. */
  TSUBAME(36) {
    @Override
    void draw(NetworkPlan plan) {
      Director[] directors = directors(plan, 6, 18, 9, 2);
      int[] leaves = leaves(plan, 81);
      for (int uplink = 0; uplink < 1_440; uplink++) {
        directors[uplink % directors.length].connect(leaves[uplink % leaves.length], 1);
      }
      spreadHosts(plan, leaves, 1_407);
    }
  };

  private final int chipPorts;

  ClusterModel(int chipPorts) {
    this.chipPorts = chipPorts;
  }

  abstract void draw(NetworkPlan plan);

  /**
   * The model of a name.
   *
   * @throws IllegalArgumentException with a sentence, if there is none
   */
  static ClusterModel named(String name) {
    StringJoiner names = new StringJoiner(", ");
    for (ClusterModel model : values()) {
      if (model.label().equals(name)) {
        return model;
      }
      names.add(model.label());
    }
    throw new IllegalArgumentException(
        "there is no model of a cluster '%s'; there are %s".formatted(name, names));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public long switchCount() {
    return plan().switchCount();
  }

  @Override
  public long hostCount() {
    return plan().hostCount();
  }

  @Override
  public long switchPortsMax() {
    return chipPorts;
  }

  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan();
    draw(plan);
    return plan;
  }

  private static Director[] directors(
      NetworkPlan plan, int count, int lines, int spines, int cablesPerPair) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Director(plan, "D" + (i + 1), lines, spines, cablesPerPair))
        .toArray(Director[]::new);
  }

  private static int[] leaves(NetworkPlan plan, int count) {
    int first = plan.switchCount();
    return IntStream.range(0, count).map(i -> plan.addSwitch("L" + (first + i))).toArray();
  }

  private static void spreadHosts(NetworkPlan plan, int[] leaves, int count) {
    for (int host = 0; host < count; host++) {
      plan.addHost(leaves[host % leaves.length]);
    }
  }
}
