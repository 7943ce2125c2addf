package io.dateline.sm.registration;

import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeAnswer.Done;
import io.dateline.sm.change.ChangeAnswer.OverQuota;
import io.dateline.sm.change.ChangeAnswer.Refused;
import io.dateline.sm.fair.Quota;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Which alias GUIDs ports get (IBA Vol 1, 15.2.5.18, and its o15-0.x.y on additional port GUIDs).
 * The answer is the block as it is then: an entry that is not granted shows what it had before. An
 * entry is not granted if its GUID belongs to some port already, as its own one or an alias; that
 * of a port which has left the subnet, and is in no group, goes to the port that asks.
 *
 * <p>A GUID that the subnet manager chooses is {@code 0x001405}, the byte {@code sm_assigned_guid}
 * and a number of 32 bits, as with OpenSM. Each number is used once in the life of the subnet, and
 * none that any port holds.
 */
public final class AliasRules {
  /** Alias GUIDs of all ports together; some 2 MB of each snapshot. */
  static final int ALL_MAX = 1 << 16;

  private static final long OPEN_FABRICS = 0x001405L << 40; // the OUI
  private static final long CHOSEN_MAX = 0xFFFF_FFFFL;

  private final int portMax;
  private final long prefix;

  public AliasRules(RegistrationSettings settings) {
    portMax = settings.aliasesMax();
    prefix = OPEN_FABRICS | (long) settings.smAssignedGuid() << 32;
  }

  /**
   * What the rules have to know of the subnet, by GUID.
   *
   * @param isOwn whether some end port has it as its own, be it there or not
   * @param isHeld whether a port's table shows it, though the journal may not know of it
   * @param isOfOther whether another port than that of the second GUID shows it in a block that it
   *     was never told, so that it has it from another subnet manager
   * @param isThere whether the subnet has an end port of that own GUID now
   * @param isInGroup whether it is a member of a multicast group
   */
  public record Subnet(
      LongPredicate isOwn,
      LongPredicate isHeld,
      LongBiPredicate isOfOther,
      LongPredicate isThere,
      LongPredicate isInGroup) {}

  /** Says something of a GUID, and of the own GUID of a port. */
  @FunctionalInterface
  public interface LongBiPredicate {
    boolean test(long guid, long portGuid);
  }

  /** Decides on a request as things are after the changes so far, and adds its own. */
  public ChangeAnswer decide(AliasChanges changes, AliasRequest request, Subnet subnet) {
    List<AliasGuid.Id> entries = request.entries();
    boolean takesFromGroup =
        entries.stream()
            .filter(entry -> !request.isSet() || isReplaced(changes, request, entry))
            .mapToLong(changes::guid)
            .anyMatch(guid -> guid != 0 && subnet.isInGroup().test(guid));
    if (takesFromGroup) {
      return new Refused(SaStatus.REQ_DENIED);
    }
    if (!request.isSet()) {
      adopt(changes, request, subnet);
      boolean isTold = request.otherEntries().stream().anyMatch(other -> changes.guid(other) != 0);
      if (!isTold && entries.stream().anyMatch(entry -> isForeign(changes, request, entry))) {
        return new Refused(SaStatus.NO_RECORDS); // the port is told nothing of a block without any
      }
      entries.forEach(changes::remove);
      return done(changes, request);
    }
    long added = entries.stream().filter(entry -> changes.guid(entry) == 0).count();
    if (added > 0 && portMax > 0 && changes.count(request.port().guid()) + added > portMax) {
      return new OverQuota(Quota.ALIASES);
    }
    if (changes.count() + added > ALL_MAX) {
      return new Refused(SaStatus.NO_RESOURCES);
    }
    entries.forEach(entry -> set(changes, request, subnet, entry));
    adopt(changes, request, subnet);
    return done(changes, request);
  }

  /** Whether the port has something there from another subnet manager. */
  private static boolean isForeign(AliasChanges changes, AliasRequest request, AliasGuid.Id entry) {
    return !changes.hadBlock(entry) && changes.guid(entry) == 0 && request.held(entry) != 0;
  }

  /**
   * The port is told the whole block of what is granted. What it has there from another subnet
   * manager, and was not asked about, stays.
   */
  private void adopt(AliasChanges changes, AliasRequest request, Subnet subnet) {
    for (AliasGuid.Id entry : request.otherEntries()) {
      long held = request.held(entry);
      if (isForeign(changes, request, entry)
          && isFree(changes, request, subnet, held)
          && (portMax == 0 || changes.count(request.port().guid()) < portMax)) {
        changes.grant(new AliasGuid(entry, held));
      }
    }
  }

  /** Whether another GUID is to come where there is one. */
  private static boolean isReplaced(
      AliasChanges changes, AliasRequest request, AliasGuid.Id entry) {
    long asked = request.asked(entry);
    return asked != 0 && asked != changes.guid(entry);
  }

  private void set(AliasChanges changes, AliasRequest request, Subnet subnet, AliasGuid.Id entry) {
    long asked = request.asked(entry);
    long before = changes.guid(entry);
    if (asked != 0) {
      if (asked != before && isFree(changes, request, subnet, asked)) {
        changes.holder(asked).ifPresent(changes::remove);
        changes.grant(new AliasGuid(entry, asked));
      }
    } else if (before == 0) {
      choose(changes, request, subnet, entry)
          .ifPresent(guid -> changes.grant(new AliasGuid(entry, guid)));
    }
  }

  private static boolean isFree(
      AliasChanges changes, AliasRequest request, Subnet subnet, long guid) {
    Optional<AliasGuid.Id> holder = changes.holder(guid);
    boolean isLeft =
        holder.isEmpty()
            || (!subnet.isThere().test(holder.get().portGuid()) && !subnet.isInGroup().test(guid));
    boolean isOfOther = holder.isEmpty() && subnet.isOfOther().test(guid, request.port().guid());
    return isLeft && !isOfOther && !subnet.isOwn().test(guid);
  }

  /**
   * A GUID that the port has from another subnet manager stays, so that nothing on the host changes
   * when this one takes its place; nothing where all numbers are used up.
   */
  private Optional<Long> choose(
      AliasChanges changes, AliasRequest request, Subnet subnet, AliasGuid.Id entry) {
    long held = request.held(entry);
    if (held != 0
        && !changes.hadBlock(entry)
        && changes.holder(held).isEmpty()
        && !subnet.isOwn().test(held)) {
      return Optional.of(held);
    }
    long number = changes.chosen();
    while (number < CHOSEN_MAX) {
      number++;
      long guid = prefix | number;
      if (changes.holder(guid).isEmpty()
          && !subnet.isOwn().test(guid)
          && !subnet.isHeld().test(guid)) {
        changes.chosen(number);
        return Optional.of(guid);
      }
    }
    return Optional.empty();
  }

  private static Done done(AliasChanges changes, AliasRequest request) {
    GuidInfoRecord record =
        new GuidInfoRecord().lid(request.asked().lid()).blockNum(request.asked().blockNum());
    int first = request.asked().blockNum() * AliasBook.BLOCK;
    for (int i = 0; i < AliasBook.BLOCK; i++) {
      AliasGuid.Id entry = new AliasGuid.Id(request.port().guid(), first + i);
      record.guidInfo().guidBlock(i, entry.index() == 0 ? entry.portGuid() : changes.guid(entry));
    }
    return new Done(record);
  }
}
