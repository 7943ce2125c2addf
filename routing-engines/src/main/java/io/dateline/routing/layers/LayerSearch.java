package io.dateline.routing.layers;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds a layer for every path, and few layers. A layer is an order of all channels, and a path
 * fits into it if its channels ascend: then the layer's channel dependency graph has no cycle, and
 * the order proves it. So what is looked for is, layer by layer, an order into which as many as
 * possible fit of the paths that are left ({@link BestOrder}). J. Domke, T. Hoefler and W. Nagel,
 * "Deadlock-Free Oblivious Routing for Arbitrary Topologies", IPDPS 2011, section IV, where the
 * problem is shown to be NP-complete, break cycles one by one and follow every path for every edge;
 * here a layer takes a few passes over the trees.
 *
 * <p>First essential paths have their layers ({@link Traffic}); how many these take is what can be
 * compared with other subnet managers. All others go where they fit, and have layers of their own
 * if they must.
 *
 * <p>Owned by one thread.
 */
final class LayerSearch {
  private final BestOrder best;
  private final List<int[]> orders = new ArrayList<>();
  private boolean isEssential; // paths that are looked at
  private int found; // layers of these

  /**
   * A search that begins with some layers.
   *
   * @param orders of these, by channel
   */
  LayerSearch(DestinationTrees trees, Traffic traffic, LayerRows rows, List<int[]> orders) {
    best = new BestOrder(trees, traffic, rows);
    this.orders.addAll(orders);
  }

  /**
   * Assigns one layer to all essential paths if they fit into one, of a search that begins without
   * layers; then {@link #essential} has nothing left to do, and otherwise less.
   */
  boolean fitsOne() {
    selectEssential();
    if (best.left() > 0 && !best.allFit()) {
      return false;
    }
    assignNew(1, true);
    return true;
  }

  private void selectEssential() {
    if (!isEssential) {
      best.select(true, LayerRows.NONE);
      isEssential = true;
    }
  }

  /**
   * Assigns layers, the lowest ones first, until all essential paths have one. It goes on where it
   * ended before.
   *
   * @param most layers, with those there are
   * @param isPatient whether to go on where it will hardly come to an end
   * @return essential paths that have none
   */
  long essential(int most, boolean isPatient) {
    selectEssential();
    assignNew(most, isPatient);
    return best.left();
  }

  /**
   * Assigns layers to all other paths: those there are where they fit, then new ones.
   *
   * @param most layers, with those there are
   * @return paths that have none
   */
  long others(int most) {
    best.select(false, LayerRows.NONE);
    isEssential = false;
    found = 0;
    for (int layer = 0; layer < orders.size() && best.left() > 0; layer++) {
      best.assign(orders.get(layer), layer);
    }
    assignNew(most, true);
    return best.left();
  }

  /** The orders of the layers so far: by channel, its position. */
  List<int[]> orders() {
    return List.copyOf(orders);
  }

  private void assignNew(int most, boolean isPatient) {
    while (orders.size() < most && best.left() > 0) {
      long before = best.left();
      int[] order = best.find();
      best.assign(order, orders.size());
      orders.add(order);
      found++;
      double part = (double) best.left() / before;
      if (!isPatient && found > 2 && isHopeless(part, most - orders.size())) {
        return;
      }
    }
  }

  /** Later layers take a larger part of what is left, but not so much larger. */
  private boolean isHopeless(double part, int layersLeft) {
    return best.left() * Math.pow(part * part * part, layersLeft) >= 1;
  }
}
