package io.dateline.fabric.generate;

/**
 * A dragonfly of the largest size (Kim, Dally, Scott, Abts: Technology-driven, highly-scalable
 * dragonfly topology, ISCA 2008, section 3): groups of a fully connected switches with h global
 * links and p hosts each; a*h+1 groups, one link between any two.
 */
record Dragonfly(int switchesPerGroup, int globalLinks, int hosts) implements Shape {
  static Dragonfly of(long a, long h, long p) {
    return new Dragonfly(
        Sizes.within("A, switches in a group,", a, 1, Sizes.PORTS_MAX),
        Sizes.within("H, global links of a switch,", h, 0, Sizes.PORTS_MAX),
        Sizes.within("P, hosts of a switch,", p, 0, Sizes.PORTS_MAX));
  }

  private int groupCount() {
    return switchesPerGroup * globalLinks + 1;
  }

  @Override
  public long switchCount() {
    return (long) groupCount() * switchesPerGroup;
  }

  @Override
  public long hostCount() {
    return switchCount() * hosts;
  }

  @Override
  public long switchPortsMax() {
    return switchesPerGroup - 1L + globalLinks + hosts;
  }

  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan();
    int a = switchesPerGroup;
    int groups = groupCount();
    for (int group = 0; group < groups; group++) {
      for (int j = 0; j < a; j++) {
        plan.addSwitch("g" + group + "_s" + j);
      }
    }
    for (int group = 0; group < groups; group++) {
      for (int j = 0; j < a; j++) {
        for (int k = j + 1; k < a; k++) {
          plan.connect(group * a + j, group * a + k);
        }
      }
    }
    // The global link "offset" of a group leads to the group offset+1 further on.
    for (int group = 0; group < groups; group++) {
      for (int offset = 0; offset < a * globalLinks; offset++) {
        int target = (group + offset + 1) % groups;
        int back = groups - 2 - offset;
        if (group < target) {
          plan.connect(group * a + offset / globalLinks, target * a + back / globalLinks);
        }
      }
    }
    for (int i = 0; i < plan.switchCount(); i++) {
      for (int host = 0; host < hosts; host++) {
        plan.addHost(i, "H_" + i / a + "_" + i % a + "_" + host);
      }
    }
    return plan;
  }
}
