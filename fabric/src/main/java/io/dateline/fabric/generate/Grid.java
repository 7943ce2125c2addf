package io.dateline.fabric.generate;

/**
 * A torus or mesh of up to three dimensions. Port 2d+1 leads down and 2d+2 up in dimension d
 * (counted from 0), hosts are at the ports from 7 on. A torus of radix 2 has one link, not two.
 */
record Grid(int[] radices, boolean wraps, int hosts) implements Shape {
  private static final int DIMENSIONS = 3;
  private static final int FIRST_HOST_PORT = 2 * DIMENSIONS + 1;

  /** Radices of dimensions left out are 1. */
  static Grid of(long[] sizes, boolean wraps, long hosts) {
    if (sizes.length > DIMENSIONS) {
      throw new IllegalArgumentException("a grid has 1 to 3 dimensions, not " + sizes.length);
    }
    int[] radices = {1, 1, 1};
    for (int d = 0; d < sizes.length; d++) {
      radices[d] = Sizes.within("size of a dimension", sizes[d], 1, Sizes.LIDS_MAX);
    }
    return new Grid(radices, wraps, Sizes.within("hosts per switch", hosts, 0, Sizes.PORTS_MAX));
  }

  @Override
  public long switchCount() {
    return Shape.times(Shape.times(radices[0], radices[1]), radices[2]);
  }

  @Override
  public long hostCount() {
    return Shape.times(switchCount(), hosts);
  }

  @Override
  public long switchPortsMax() {
    return FIRST_HOST_PORT - 1L + hosts;
  }

  @Override
  public NetworkPlan plan() {
    // A lone switch has no ports to keep free.
    NetworkPlan plan = new NetworkPlan(switchCount() == 1 ? 1 : FIRST_HOST_PORT);
    int[] strides = {radices[1] * radices[2], radices[2], 1};
    int count = (int) switchCount();
    for (int i = 0; i < count; i++) {
      plan.addSwitch("sw" + suffix(i, strides));
    }
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < DIMENSIONS; d++) {
        int at = i / strides[d] % radices[d];
        boolean last = at + 1 == radices[d];
        if (!last || (wraps && radices[d] > 2)) {
          int next = last ? i - at * strides[d] : i + strides[d];
          plan.connect(i, 2 * d + 2, next, 2 * d + 1);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      for (int host = 0; host < hosts; host++) {
        plan.addHost(i, "H" + suffix(i, strides) + "_" + host);
      }
    }
    return plan;
  }

  private String suffix(int i, int[] strides) {
    StringBuilder text = new StringBuilder();
    for (int d = 0; d < DIMENSIONS; d++) {
      text.append('_').append(i / strides[d] % radices[d]);
    }
    return text.toString();
  }
}
