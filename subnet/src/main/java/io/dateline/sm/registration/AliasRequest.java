package io.dateline.sm.registration;

import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.sm.change.ChangeRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * A port asks for alias GUIDs in one block of its table, or gives some back. Immutable; stays on
 * its node.
 *
 * @param isSet whether it asks for some
 * @param componentMask which entries of {@code asked} count
 * @param asked as it came in, read only
 * @param port whose table it is
 * @param requesterGuid PortGUID of the port that asks
 */
public record AliasRequest(
    boolean isSet,
    long componentMask,
    GuidInfoRecord asked,
    AliasRequest.Port port,
    long requesterGuid)
    implements ChangeRequest {

  /**
   * An end port.
   *
   * @param guid its own GUID
   * @param capacity GUIDs that it has room for, its own included (PortInfo GUIDCap)
   * @param held the block as the port was last found to hold it; zeros where that is not known
   */
  public record Port(long guid, int capacity, GuidInfo held) {}

  /** Entries that are asked about and exist, by index. */
  List<AliasGuid.Id> entries() {
    return entries(true);
  }

  /** The other entries of the block that exist, but for the port's own GUID. */
  List<AliasGuid.Id> otherEntries() {
    return entries(false).stream().filter(entry -> entry.index() != 0).toList();
  }

  private List<AliasGuid.Id> entries(boolean areAsked) {
    List<AliasGuid.Id> entries = new ArrayList<>();
    for (int i = 0; i < AliasBook.BLOCK; i++) {
      int index = asked.blockNum() * AliasBook.BLOCK + i;
      boolean isAsked = (componentMask & GuidInfoRecord.GUIDS.mask(i)) != 0;
      if (isAsked == areAsked && index < port.capacity()) {
        entries.add(new AliasGuid.Id(port.guid(), index));
      }
    }
    return entries;
  }

  /** The GUID asked for; 0 where the subnet manager is to choose. */
  long asked(AliasGuid.Id entry) {
    return asked.guidInfo().guidBlock(entry.index() % AliasBook.BLOCK);
  }

  long held(AliasGuid.Id entry) {
    return port.held().guidBlock(entry.index() % AliasBook.BLOCK);
  }
}
