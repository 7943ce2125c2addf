package io.dateline.sm.manager;

import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.discover.KnownPlaces;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The discovery that a heavy sweep begins with. Owned by the subnet manager's actor. */
final class SweepLook {
  private final SubnetManagerSetup setup;
  private volatile KnownPlaces places = KnownPlaces.NONE; // set by one sweep after the other
  private boolean wasCutOff;

  SweepLook(SubnetManagerSetup setup) {
    this.setup = setup;
  }

  /** Whether nothing answered behind the own port in the last sweep: it may hide. */
  void wasCutOff(boolean isSo) {
    wasCutOff = isSo;
  }

  /**
   * Begins.
   *
   * @param active the last sweep of this term that ended well, or null: then ports still hold the
   *     keys of the term before
   * @param guidless ports that are not asked for GUIDs
   */
  CompletionStage<Discovered> begin(SubnetState state, HeavySweep active, LongSet guidless) {
    boolean areHidden = wasCutOff || PortKeys.areHidden(setup.settings().mKeyProtectionLevel());
    List<TermKeys> terms = PortKeys.likeliest(state, active != null, areHidden);
    Optional<CompletionStage<Discovered>> looked =
        terms.getFirst().isNone() ? setup.firstLook().take() : Optional.empty();
    return looked.orElseGet(
        () ->
            areHidden
                ? discoverHidden(state, active, terms, guidless)
                : Discovery.run(setup.exchange(), DiscoveryKeys.of(terms.getFirst(), guidless)));
  }

  /** With the fabric as it was, which tells whose key to ask with. */
  private CompletionStage<Discovered> discoverHidden(
      SubnetState state, HeavySweep active, List<TermKeys> terms, LongSet guidless) {
    KnownPlaces before = places;
    return CompletableFuture.supplyAsync(
            () ->
                (active == null ? state.nodes().fabric() : Optional.of(active.found.fabric()))
                    .map(before::with)
                    .orElse(before),
            setup.computing())
        .thenCompose(
            known -> {
              places = known;
              return Discovery.run(
                  setup.exchange(),
                  new DiscoveryKeys(terms, known, state.lids().portGuids(), guidless));
            });
  }
}
