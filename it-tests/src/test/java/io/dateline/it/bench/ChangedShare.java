package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Of the SLs that are granted over and over the share that changes, in the mean and at worst. */
public final class ChangedShare {
  private final List<Long> sources;
  private GrantedLevels before;
  private double sum;
  private double worst;
  private int compared;
  private int refused;

  /**
   * Nothing is granted yet.
   *
   * @param whole all there ever is
   * @param sourceEvery one adapter in so many is asked as a source
   */
  public ChangedShare(Fabric whole, int sourceEvery) {
    List<Long> adapters = GrantedLevels.adapters(whole);
    sources =
        IntStream.range(0, adapters.size())
            .filter(i -> i % sourceEvery == 0)
            .mapToObj(adapters::get)
            .toList();
  }

  /** Port GUIDs of the adapters that are asked as sources. */
  public List<Long> sources() {
    return sources;
  }

  /** What holds from now on; empty where the engine refused, and what was before holds on. */
  public void add(Optional<GrantedLevels> granted) {
    if (granted.isEmpty()) {
      refused++;
      return;
    }
    if (before != null) {
      double share = before.changed(granted.get(), sources);
      sum += share;
      worst = Math.max(worst, share);
      compared++;
    }
    before = granted.get();
  }

  /** Whether levels were granted twice at least. */
  public boolean hasCompared() {
    return compared > 0;
  }

  /** The mean share. */
  public double mean() {
    return sum / Math.max(1, compared);
  }

  @Override
  public String toString() {
    return "%.4f %% of SLs changed, %.3f %% in the worst of %d; %d refused"
        .formatted(100 * mean(), 100 * worst, compared, refused);
  }
}
