package io.dateline.fabric.generate;

/** A hypercube: port d+1 leads to the switch whose number differs in bit d; then the hosts. */
record Hypercube(int dimensions, int hosts) implements Shape {
  static Hypercube of(long dimensions, long hosts) {
    return new Hypercube(
        Sizes.within("number of dimensions", dimensions, 0, 15),
        Sizes.within("hosts per switch", hosts, 0, Sizes.PORTS_MAX));
  }

  @Override
  public long switchCount() {
    return 1L << dimensions;
  }

  @Override
  public long hostCount() {
    return switchCount() * hosts;
  }

  @Override
  public long switchPortsMax() {
    return (long) dimensions + hosts;
  }

  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan(dimensions + 1);
    int count = 1 << dimensions;
    for (int i = 0; i < count; i++) {
      plan.addSwitch("sw_" + i);
    }
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < dimensions; d++) {
        int neighbour = i ^ (1 << d);
        if (neighbour > i) {
          plan.connect(i, d + 1, neighbour, d + 1);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      for (int host = 0; host < hosts; host++) {
        plan.addHost(i, "H_" + i + "_" + host);
      }
    }
    return plan;
  }
}
