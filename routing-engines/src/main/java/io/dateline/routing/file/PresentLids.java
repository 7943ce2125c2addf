package io.dateline.routing.file;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.format.EndPortGuids;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.List;

/**
 * What a LID in a file means today: where the file names the end port, one of the LIDs that port
 * has now, else the same LID.
 */
final class PresentLids {
  private final LidMap lids;
  private final EndPortGuids endPorts;

  /**
   * Looks the GUIDs up.
   *
   * @param guids all that the file names
   */
  PresentLids(Fabric fabric, LidMap lids, LongSet guids, List<String> warnings) {
    this.lids = lids;
    endPorts = EndPortGuids.choose(fabric, guids, warnings);
    long[] unknown = guids.longStream().filter(this::isUnknown).sorted().toArray();
    if (unknown.length > 0) {
      warnings.add(
          "%d port GUIDs are no end port's, such as %s: their entries keep the LIDs of the file"
              .formatted(unknown.length, Guid.format(unknown[0])));
    }
  }

  private boolean isUnknown(long guid) {
    return endPorts.find(guid) == Fabric.NONE;
  }

  /** Whether a GUID, 0 for none, is that of an end port which has LIDs now. */
  boolean isOwned(long portGuid) {
    int port = portGuid == 0 ? Fabric.NONE : endPorts.find(portGuid);
    return port != Fabric.NONE && lids.baseLid(port) != Lid.NONE;
  }

  /** The LID today of an end port that has some: the same where it still has that, else like it. */
  int of(int lid, long portGuid) {
    int port = endPorts.find(portGuid);
    int base = lids.baseLid(port);
    int count = lids.lidCount(port);
    return lid >= base && lid < base + count ? lid : base + (lid & (count - 1));
  }
}
