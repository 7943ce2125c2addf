package io.dateline.sm.registration;

import io.dateline.fabric.Guid;
import io.dateline.persistence.event.AliasGuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What ports were found to hold of alias GUIDs that no manager of this subnet has told them: it is
 * taken over as granted, so that nothing on a host changes with the manager.
 *
 * <ul>
 *   <li>Where this subnet's managers never told a block, what the port shows there counts.
 *   <li>Where they did and the port holds none of their keys any more, another manager had it
 *       since: what the port shows counts; what it does not show stays as the journal has it.
 *   <li>Where they did and the port holds their key, the journal counts.
 *   <li>A GUID stays with the port that has it, unless that port is gone, or was in another
 *       manager's hands, too, and does not show it any more.
 * </ul>
 */
public final class AliasFinds {
  private final AliasChanges changes;
  private final AliasRules.Subnet subnet;
  private final int portMax;
  private final Map<Long, Table> tables = new HashMap<>(); // by port
  private final List<String> doubled = new ArrayList<>();

  /**
   * A port's table.
   *
   * @param portGuid the port's own GUID
   * @param isForeign whether the port holds no key of this subnet's managers
   * @param guids by index, 0 where there is none; empty ones at the end may be left out
   */
  public record Table(long portGuid, boolean isForeign, long[] guids) {
    private long at(int index) {
      return index < guids.length ? guids[index] : 0;
    }
  }

  private AliasFinds(AliasChanges changes, AliasRules.Subnet subnet, int portMax) {
    this.changes = changes;
    this.subnet = subnet;
    this.portMax = portMax;
  }

  /**
   * Adds what is taken over to the changes.
   *
   * @param found by port GUID, ascending: where two show one GUID the first one gets it
   * @param settings how many a port may have
   * @return sentences about GUIDs that ports show and that are others'
   */
  public static List<String> takeOver(
      AliasChanges changes,
      List<Table> found,
      AliasRules.Subnet subnet,
      RegistrationSettings settings) {
    AliasFinds finds = new AliasFinds(changes, subnet, settings.aliasesMax());
    found.forEach(table -> finds.tables.put(table.portGuid(), table));
    found.forEach(finds::takeOver);
    return List.copyOf(finds.doubled);
  }

  private void takeOver(Table table) {
    for (int index = 1; index < table.guids().length; index++) {
      AliasGuid shown =
          new AliasGuid(new AliasGuid.Id(table.portGuid(), index), table.guids()[index]);
      boolean counts = table.isForeign() || !changes.hadBlock(shown.id());
      if (counts && shown.guid() != 0 && shown.guid() != changes.guid(shown.id())) {
        takeOver(shown);
      }
    }
  }

  private void takeOver(AliasGuid shown) {
    Optional<AliasGuid.Id> holder = changes.holder(shown.guid());
    if (subnet.isOwn().test(shown.guid()) || holder.filter(this::keeps).isPresent()) {
      doubled.add(
          "port %s shows the GUID %s, which is another port's"
              .formatted(Guid.format(shown.id().portGuid()), Guid.format(shown.guid())));
    } else if (changes.guid(shown.id()) != 0 || hasRoom(shown.id().portGuid())) {
      holder.ifPresent(changes::remove);
      changes.grant(shown);
    }
  }

  private boolean keeps(AliasGuid.Id holder) {
    Table table = tables.get(holder.portGuid());
    long guid = changes.guid(holder);
    boolean isMoved = table != null && table.isForeign() && table.at(holder.index()) != guid;
    boolean isGone = !subnet.isThere().test(holder.portGuid()) && !subnet.isInGroup().test(guid);
    return !isMoved && !isGone;
  }

  private boolean hasRoom(long portGuid) {
    return changes.count() < AliasRules.ALL_MAX
        && (portMax == 0 || changes.count(portGuid) < portMax);
  }
}
