package io.dateline.fabric.generate;

/**
 * An extended generalized fat tree XGFT(h; m1..mh; w1..wh) (Öhring, Ibel, Das, Kumar: On
 * generalized fat trees, IPPS 1995): a node of level i has m_i children and w_(i+1) parents; level
 * 0 are the hosts. Hosts have one port here, so w1 is 1.
 *
 * <p>The nodes of level l are labelled (a_h .. a_(l+1), b_l .. b_1), a_i below m_i, b_i below w_i,
 * and numbered in the order of their labels. A parent has the same label with a_(l+1) replaced by
 * b_(l+1).
 */
record FatTree(int[] children, int[] parents) implements Shape {
  static FatTree of(long[] children, long[] parents) {
    if (children.length == 0 || children.length != parents.length) {
      throw new IllegalArgumentException(
          "a fat tree has as many M as W, not %d and %d"
              .formatted(children.length, parents.length));
    }
    FatTree tree = new FatTree(new int[children.length], new int[parents.length]);
    for (int l = 0; l < children.length; l++) {
      tree.children[l] = Sizes.within("M" + (l + 1), children[l], 1, Sizes.PORTS_MAX);
      tree.parents[l] = Sizes.within("W" + (l + 1), parents[l], 1, Sizes.PORTS_MAX);
    }
    if (parents[0] != 1) {
      throw new IllegalArgumentException("W1 is 1 (a host has one port), not " + parents[0]);
    }
    return tree;
  }

  private int height() {
    return children.length;
  }

  /** The number of nodes of a level; 0 is that of the hosts. */
  private long levelSize(int level) {
    long size = 1;
    for (int l = level; l < height(); l++) {
      size = Shape.times(size, children[l]);
    }
    for (int l = 0; l < level; l++) {
      size = Shape.times(size, parents[l]);
    }
    return size;
  }

  @Override
  public long switchCount() {
    long count = 0;
    for (int level = 1; level <= height(); level++) {
      count += levelSize(level);
    }
    return count;
  }

  @Override
  public long hostCount() {
    return levelSize(0);
  }

  @Override
  public long switchPortsMax() {
    long ports = 0;
    for (int level = 1; level <= height(); level++) {
      long up = level == height() ? 0 : parents[level];
      ports = Math.max(ports, children[level - 1] + up);
    }
    return ports;
  }

  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan();
    int[] firstOfLevel = new int[height() + 1];
    for (int level = 1; level <= height(); level++) {
      firstOfLevel[level] = plan.switchCount();
      for (int i = 0; i < levelSize(level); i++) {
        plan.addSwitch("L" + level + label(level, i));
      }
    }
    for (int level = 1; level < height(); level++) {
      for (int i = 0; i < levelSize(level); i++) {
        for (int k = 0; k < parents[level]; k++) {
          plan.connect(firstOfLevel[level] + i, firstOfLevel[level + 1] + parentOf(level, i, k));
        }
      }
    }
    for (int i = 0; i < levelSize(0); i++) {
      plan.addHost(firstOfLevel[1] + parentOf(0, i, 0), "H" + label(0, i));
    }
    return plan;
  }

  /** The number, in the level above, of the k-th parent of a node. */
  private int parentOf(int level, int i, int k) {
    int below = 1; // labels that differ only in b_level .. b_1
    for (int l = 0; l < level; l++) {
      below *= parents[l];
    }
    int above = i / below / children[level];
    return (above * parents[level] + k) * below + i % below;
  }

  private String label(int level, int i) {
    StringBuilder text = new StringBuilder();
    int rest = i;
    // From the last part of the label to the first.
    for (int l = 0; l < height(); l++) {
      int radix = l < level ? parents[l] : children[l];
      text.insert(0, "_" + rest % radix);
      rest /= radix;
    }
    return text.toString();
  }
}
