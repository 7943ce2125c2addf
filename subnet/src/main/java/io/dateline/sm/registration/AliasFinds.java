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
 *   <li>Where there is no room for all that a block shows and that counts, nothing of it is taken
 *       over: a block that is not in the journal is not told.
 * </ul>
 *
 * <p>How many a port may have does not limit it: another manager has granted these.
 */
public final class AliasFinds {
  private final AliasChanges changes;
  private final AliasRules.Subnet subnet;
  private final Map<Long, Table> tables = new HashMap<>(); // by port
  private final List<String> sentences = new ArrayList<>();

  /**
   * A port's table.
   *
   * @param portGuid the port's own GUID
   * @param isForeign whether the port holds no key of this subnet's managers
   * @param isWhole whether no more blocks than these hold any
   * @param guids by index, 0 where there is none; empty ones at the end may be left out
   */
  public record Table(long portGuid, boolean isForeign, boolean isWhole, long[] guids) {
    /** Whether the port shows another GUID, or none, at an index. */
    private boolean lacks(int index, long guid) {
      return index < guids.length ? guids[index] != guid : isWhole;
    }
  }

  private AliasFinds(AliasChanges changes, AliasRules.Subnet subnet) {
    this.changes = changes;
    this.subnet = subnet;
  }

  /**
   * Adds what is taken over to the changes.
   *
   * @param found by port GUID, ascending: where two show one GUID the first one gets it
   * @return sentences about GUIDs that ports show and that are not taken over
   */
  public static List<String> takeOver(
      AliasChanges changes, List<Table> found, AliasRules.Subnet subnet) {
    AliasFinds finds = new AliasFinds(changes, subnet);
    found.forEach(table -> finds.tables.put(table.portGuid(), table));
    found.forEach(finds::takeOver);
    return List.copyOf(finds.sentences);
  }

  private void takeOver(Table table) {
    for (int first = 0; first < table.guids().length; first += AliasBook.BLOCK) {
      List<AliasGuid> block = counting(table, first);
      int more = (int) block.stream().filter(shown -> changes.guid(shown.id()) == 0).count();
      if (changes.count() + more <= AliasRules.ALL_MAX) {
        block.forEach(this::takeOver);
      } else {
        sentences.add(
            "block %d of the GUIDs of port %s is not taken over: the journal has room for %d"
                .formatted(
                    first / AliasBook.BLOCK, Guid.format(table.portGuid()), AliasRules.ALL_MAX));
      }
    }
  }

  /** What a block shows that the journal does not have, and that counts. */
  private List<AliasGuid> counting(Table table, int first) {
    List<AliasGuid> block = new ArrayList<>();
    int end = Math.min(first + AliasBook.BLOCK, table.guids().length);
    for (int index = Math.max(first, 1); index < end; index++) {
      AliasGuid shown =
          new AliasGuid(new AliasGuid.Id(table.portGuid(), index), table.guids()[index]);
      boolean counts = table.isForeign() || !changes.hadBlock(shown.id());
      if (counts && shown.guid() != 0 && shown.guid() != changes.guid(shown.id())) {
        block.add(shown);
      }
    }
    return block;
  }

  private void takeOver(AliasGuid shown) {
    Optional<AliasGuid.Id> holder = changes.holder(shown.guid());
    if (subnet.isOwn().test(shown.guid()) || holder.filter(this::keeps).isPresent()) {
      sentences.add(
          "port %s shows the GUID %s, which is another port's"
              .formatted(Guid.format(shown.id().portGuid()), Guid.format(shown.guid())));
    } else {
      holder.ifPresent(changes::remove);
      changes.grant(shown);
    }
  }

  private boolean keeps(AliasGuid.Id holder) {
    Table table = tables.get(holder.portGuid());
    long guid = changes.guid(holder);
    boolean isMoved = table != null && table.isForeign() && table.lacks(holder.index(), guid);
    boolean isGone = !subnet.isThere().test(holder.portGuid()) && !subnet.isInGroup().test(guid);
    return !isMoved && !isGone;
  }
}
