package io.dateline.persistence.stored;

import io.dateline.persistence.event.AliasGuid;
import java.util.ArrayList;
import java.util.List;

/**
 * Alias GUIDs as arrays. What is in them is part of the format.
 *
 * <pre>
 * ports    of an alias: own GUID of the port
 * indexes  of an alias: entry of the port's GUID table
 * guids    of an alias: the GUID
 * </pre>
 */
final class StoredAliases {
  private StoredAliases() {}

  static List<AliasGuid.Id> idsOf(List<AliasGuid> aliases) {
    return aliases.stream().map(AliasGuid::id).toList();
  }

  static long[] ports(List<AliasGuid.Id> ids) {
    return ids.stream().mapToLong(AliasGuid.Id::portGuid).toArray();
  }

  static int[] indexes(List<AliasGuid.Id> ids) {
    return ids.stream().mapToInt(AliasGuid.Id::index).toArray();
  }

  static long[] guids(List<AliasGuid> aliases) {
    return aliases.stream().mapToLong(AliasGuid::guid).toArray();
  }

  static List<AliasGuid.Id> ids(long[] ports, int[] indexes) {
    List<AliasGuid.Id> ids = new ArrayList<>();
    for (int i = 0; i < ports.length; i++) {
      ids.add(new AliasGuid.Id(ports[i], indexes[i]));
    }
    return ids;
  }

  /** Aliases; none where nothing was stored. */
  static List<AliasGuid> aliases(long[] ports, int[] indexes, long[] guids) {
    List<AliasGuid> aliases = new ArrayList<>();
    for (int i = 0; ports != null && i < ports.length; i++) {
      aliases.add(new AliasGuid(new AliasGuid.Id(ports[i], indexes[i]), guids[i]));
    }
    return aliases;
  }
}
