package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.state.SubnetState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Hosts that ask for alias GUIDs and give them back all the time, and the rules that hold for them:
 * what was answered was in the journal by then; a GUID that the subnet manager has chosen is for
 * one entry, and once taken back for none. In the end every port holds what the journal has.
 */
final class AliasFaults {
  private static final int INDEXES = 12; // two blocks
  private static final int GUIDS =
      8; // that hosts ask for, few, so that they are in each other's way
  private static final long CHOSEN = 0x0014_0500_0000_0000L;

  private final SimulatedFabric fabric;
  private final Random random;
  private final Supplier<SubnetState> journal;
  private final int[] hosts;
  private final Set<AliasGuid> granted = new HashSet<>(); // at any time
  private final Map<Long, AliasGuid.Id> chosen = new HashMap<>(); // that were seen
  private final Set<Long> takenBack = new HashSet<>(); // of them
  private AliasBook seen = AliasBook.EMPTY;
  private String broken = "";

  /**
   * Nothing was asked for yet.
   *
   * @param journal what it has
   */
  AliasFaults(World world, SimulatedFabric fabric, Supplier<SubnetState> journal) {
    random = world.random();
    this.fabric = fabric;
    this.journal = journal;
    hosts = Adapters.ports(fabric.fabric());
  }

  /** The first rule that was broken, or an empty string. */
  String broken() {
    return broken;
  }

  private AliasBook now() {
    return journal.get().registrations().aliases();
  }

  /** A host asks something of the node that manages, if this one does. */
  void ask(SimulatedNode node) {
    long port = fabric.fabric().portGuid(hosts[random.nextInt(hosts.length)]);
    AliasGuid.Id entry = new AliasGuid.Id(port, random.nextInt(1, INDEXES));
    boolean isSet = random.nextInt(3) > 0;
    long guid = random.nextBoolean() ? 0 : random.nextLong(1, GUIDS);
    node.alias(isSet, port, entry.index(), isSet ? guid : 0, answer -> check(entry, answer));
  }

  private void check(AliasGuid.Id entry, ChangeAnswer answer) {
    if (answer instanceof ChangeAnswer.Done done) {
      long told =
          ((GuidInfoRecord) done.record()).guidInfo().guidBlock(entry.index() % AliasBook.BLOCK);
      look();
      if (told != 0 && !granted.contains(new AliasGuid(entry, told))) {
        fail("%s was told %x, which the journal never had".formatted(entry, told));
      }
    }
  }

  private void fail(String why) {
    broken = broken.isEmpty() ? why : broken;
  }

  /** Time has passed. */
  @SuppressWarnings("ReferenceEquality") // equal books take time to compare, at each step
  void look() {
    AliasBook now = now();
    if (now == seen) {
      return;
    }
    Set<Long> there = new HashSet<>();
    granted.addAll(now.aliases());
    for (AliasGuid alias : now.aliases()) {
      there.add(alias.guid());
      if ((alias.guid() & CHOSEN) == CHOSEN) {
        AliasGuid.Id before = chosen.putIfAbsent(alias.guid(), alias.id());
        if (takenBack.contains(alias.guid()) || (before != null && !before.equals(alias.id()))) {
          fail("%s was chosen twice".formatted(Guid.format(alias.guid())));
        }
      }
    }
    chosen.keySet().stream().filter(guid -> !there.contains(guid)).forEach(takenBack::add);
    seen = now;
  }

  /** Why ports do not hold yet what the journal has; empty where they do. */
  String notWell() {
    Fabric known = fabric.fabric();
    AliasBook wanted = now();
    for (AliasGuid.Id block : wanted.blocks()) {
      int port = known.endPortByGuid(block.portGuid());
      long[] held = fabric.guids(port);
      long[] guids = wanted.guids(block);
      for (int i = 0; i < guids.length; i++) {
        if (held[block.index() + i] != guids[i]) {
          return "port %d holds %x at index %d, not %x"
              .formatted(port, held[block.index() + i], block.index() + i, guids[i]);
        }
      }
    }
    return "";
  }
}
