package io.dateline.sm.discover;

import io.dateline.persistence.event.TermKeys;
import it.unimi.dsi.fastutil.longs.LongSet;
import it.unimi.dsi.fastutil.longs.LongSets;
import java.util.List;
import java.util.stream.LongStream;

/**
 * With which M_Keys a discovery asks, and what it does not ask. A key belongs to a port, and which
 * port it is, NodeInfo tells, without a key up to M_KeyProtectBits 1. From 2 on a port answers only
 * to its key: then the ports that the subnet had are tried, at each cable the one that was there
 * first.
 *
 * @param terms at least one, the likeliest first
 * @param places where ports were; none where ports do not hide
 * @param portGuids end ports that may be somewhere, though not in {@code places}
 * @param guidless own GUIDs of ports that answer everything but GUIDInfo: they are not asked for it
 *     unless their link is new
 */
public record DiscoveryKeys(
    List<TermKeys> terms, KnownPlaces places, long[] portGuids, LongSet guidless) {
  /** For a subnet that has no keys. */
  public static final DiscoveryKeys NONE = of(TermKeys.NONE);

  /** For ports that do not hide. */
  public static DiscoveryKeys of(TermKeys keys) {
    return of(keys, LongSets.EMPTY_SET);
  }

  /** As the other, without questions that are not answered. */
  public static DiscoveryKeys of(TermKeys keys, LongSet guidless) {
    return new DiscoveryKeys(List.of(keys), KnownPlaces.NONE, new long[0], guidless);
  }

  /** Whether what does not answer may answer to another key. */
  boolean areHidden() {
    return places != KnownPlaces.NONE || portGuids.length > 0;
  }

  /** GUIDs of all end ports that may be somewhere. */
  LongStream everywhere() {
    return LongStream.concat(places.portGuids(), LongStream.of(portGuids)).distinct();
  }
}
