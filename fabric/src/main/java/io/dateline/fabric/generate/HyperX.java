package io.dateline.fabric.generate;

/**
 * A HyperX (Ahn, Binkert, Davis, McLaren, Schreiber: HyperX: topology, routing, and packaging of
 * efficient large-scale networks, SC 2009): a grid whose every row is fully connected.
 */
record HyperX(int[] sizes, int hosts) implements Shape {
  static HyperX of(long[] sizes, long hosts) {
    HyperX shape =
        new HyperX(
            new int[sizes.length], Sizes.within("hosts per switch", hosts, 0, Sizes.PORTS_MAX));
    for (int d = 0; d < sizes.length; d++) {
      shape.sizes[d] = Sizes.within("size of a dimension", sizes[d], 1, Sizes.PORTS_MAX + 1);
    }
    return shape;
  }

  @Override
  public long switchCount() {
    long count = 1;
    for (int size : sizes) {
      count = Shape.times(count, size);
    }
    return count;
  }

  @Override
  public long hostCount() {
    return Shape.times(switchCount(), hosts);
  }

  @Override
  public long switchPortsMax() {
    long ports = hosts;
    for (int size : sizes) {
      ports += size - 1;
    }
    return ports;
  }

  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan();
    int count = (int) switchCount();
    for (int i = 0; i < count; i++) {
      plan.addSwitch("x" + suffix(i));
    }
    for (int i = 0; i < count; i++) {
      int stride = count;
      for (int size : sizes) {
        stride /= size;
        int at = i / stride % size;
        for (int other = at + 1; other < size; other++) {
          plan.connect(i, i + (other - at) * stride);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      for (int host = 0; host < hosts; host++) {
        plan.addHost(i);
      }
    }
    return plan;
  }

  private String suffix(int i) {
    StringBuilder text = new StringBuilder();
    int rest = i;
    for (int d = sizes.length - 1; d >= 0; d--) {
      text.insert(0, "_" + rest % sizes[d]);
      rest /= sizes[d];
    }
    return text.toString();
  }
}
