package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.OpenSmProcess;
import io.dateline.it.kit.Running;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.GroupRules;
import io.dateline.sm.group.WellKnownGroups;
import io.dateline.sm.partition.PKeyTables;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.partition.PartitionFileException;
import io.dateline.sm.partition.PartitionMembers;
import io.dateline.sm.partition.Partitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of partitions from seeds, valid and broken ones: what Debian's opensm makes of them on
 * ibsim, and what ours does. {@code -Dpartitions.files=} says how many, {@code -Dpartitions.seed=}
 * which is the first.
 */
class PartitionComparisonIT {
  private static final int FILES = Integer.getInteger("partitions.files", 12);
  private static final long FIRST_SEED = Long.getLong("partitions.seed", 1);
  private static final int FILES_OF_AN_IBSIM = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final short LIMITED_DEFAULT = 0x7FFF;
  private static final String OTHER_INDEXES =
      "same P_Keys; with allow_both_pkeys opensm's index 0 is empty where 0x7fff is limited only";
  private static final String LOST_KEY =
      "same P_Keys but 0x7fff, which opensm writes over where a port is to have 0xffff as well";
  private static final String HELD_TWICE =
      "same P_Keys; opensm moves one that a port held as a full and as a limited member";
  private static final String TWO_FIRST =
      "same P_Keys; two partitions ask for index 0, and opensm goes by the order of definitions";
  private static final String LATE_BROADCAST =
      "same P_Keys; a group of IP before its broadcast group, which opensm makes a sweep later";
  private static final String LONE_SEMICOLON =
      "refused by opensm alone: a line begins with the ';', and opensm reads on behind its end";
  private static final int MASTER_LID = 1; // opensm gives its own port the first one
  private static final int PACKET_LIFE = 18; // of opensm, unless it is told

  private static final Pattern BEGINS_WITH_END = Pattern.compile("(?m)^[ \\t]*;");

  @TempDir Path folder;

  private Fabric fabric;
  private PartitionProbe probe;
  private final Map<Integer, Integer> capacities = new HashMap<>(); // by port
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private boolean hasTwoFirst; // partitions that ask for index 0, in the file at hand
  private boolean heldTwice; // a port holds both P_Keys of a partition, as the file at hand comes
  private String oddity = ""; // of opensm, with the file at hand
  private final List<String> differences = new ArrayList<>();

  /** What a run of opensm is told beside the file. */
  private record Setting(boolean allowsBoth, boolean keepsIndexes, boolean hasQos) {
    static Setting of(long seed) {
      SplittableRandom random = new SplittableRandom(~seed);
      return new Setting(random.nextInt(3) == 0, random.nextInt(4) > 0, random.nextInt(3) == 0);
    }

    String lines() {
      return "allow_both_pkeys %s\nkeep_pkey_indexes %s\nqos %s\nforce_log_flush TRUE\n"
          .formatted(word(allowsBoth), word(keepsIndexes), word(hasQos));
    }

    private static String word(boolean value) {
      return value ? "TRUE" : "FALSE";
    }
  }

  @Test
  void shouldHaveTheTablesAndGroupsOfOpensm() throws Exception {
    Machine.needs("opensm", "ibsim", "ibsim-run");
    Path topology = Path.of(getClass().getResource("/partitions/mixed.ib").toURI());
    fabric = TopologyReader.read(topology);
    long end = FIRST_SEED + FILES;
    for (long seed = FIRST_SEED; seed < end; ) {
      seed = compareOnOneIbsim(topology, seed, Math.min(end, seed + FILES_OF_AN_IBSIM));
    }
    outcomes.forEach((outcome, count) -> System.out.printf("%5d %s%n", count, outcome));
    differences.forEach(System.out::println);
    assertThat(differences).isEmpty();
  }

  /** Ports keep what opensm has given them from one file to the next. Ends early if it crashes. */
  private long compareOnOneIbsim(Path topology, long first, long end) throws Exception {
    String host = OpenSmSubnet.host(fabric, 1);
    try (Ibsim ibsim = Ibsim.start(topology, Files.createTempDirectory(folder, "ibsim"));
        PartitionProbe opened =
            new PartitionProbe(
                fabric,
                OpenSmSubnet.adapters(fabric)[1],
                new FabricAddress.Sim("127.0.0.1", ibsim.port(), host))) {
      probe = opened;
      for (int port : ports()) {
        capacities.put(port, probe.capacity(port));
      }
      long seed = first;
      boolean isAlive = true;
      while (isAlive && seed < end) {
        isAlive = compare(seed++, ibsim.port());
      }
      return seed;
    }
  }

  /** End ports, and the switch ports that adapters and routers hang on. */
  private List<Integer> ports() {
    List<Integer> ports = new ArrayList<>();
    for (int port : fabric.endPorts()) {
      ports.add(port);
      if (!fabric.isSwitch(fabric.nodeOf(port))) {
        ports.add(fabric.peer(port));
      }
    }
    return ports;
  }

  /** Compares what is made of a file; false if it has made opensm crash. */
  private boolean compare(long seed, int ibsimPort) throws Exception {
    String text = RandomPartitionFile.of(seed, fabric);
    Setting setting = Setting.of(seed);
    Map<Integer, short[]> before = tables();
    Path own = Files.createTempDirectory(folder, "seed" + seed + "-");
    Path file = Files.writeString(own.resolve("partitions.conf"), text);
    Path options = Files.writeString(own.resolve("options"), setting.lines());
    Path log = own.resolve("opensm.log");
    List<String> arguments =
        List.of("-P", file.toString(), "-F", options.toString(), "-e", "-D", "0x07");
    try (Running opensm =
        OpenSmProcess.launch(own, ibsimPort, OpenSmSubnet.host(fabric, 0), log, arguments)) {
      Awaitility.await("SUBNET UP of opensm for seed " + seed)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(
              () ->
                  !opensm.process().isAlive()
                      || (Files.exists(log) && Files.readString(log).contains("SUBNET UP")));
      if (!opensm.process().isAlive()) {
        read(text, true, seed);
        count("opensm crashed");
        return false;
      }
      boolean isRefusedThere = opensm.output().contains("PARSE ERROR");
      Optional<PartitionFile> read = read(text, isRefusedThere, seed);
      if (read.isPresent() && !isRefusedThere) {
        compare(seed, read.get().partitions(), setting, before, Files.readString(log));
      }
      opensm.process().destroy(); // in order, or ibsim goes on with its packets to the dead process
      opensm.process().waitFor();
      return true;
    }
  }

  private Optional<PartitionFile> read(String text, boolean isRefusedThere, long seed) {
    try {
      PartitionFile file = PartitionFile.read(text);
      if (isRefusedThere) {
        if (BEGINS_WITH_END.matcher(text).find()) {
          count(LONE_SEMICOLON);
        } else {
          differ(seed, "refused by opensm alone");
        }
      }
      return Optional.of(file);
    } catch (PartitionFileException e) {
      String reason = e.sentence().replaceAll("'.*'", "'..'").replaceAll("[0-9]+", "n");
      count(isRefusedThere ? "refused by both" : "refused here alone: " + reason);
      return Optional.empty();
    }
  }

  private void compare(
      long seed, Partitions partitions, Setting setting, Map<Integer, short[]> before, String log)
      throws Exception {
    int selfPort = OpenSmSubnet.adapters(fabric)[0];
    PartitionMembers members =
        PartitionMembers.of(
            partitions, fabric, guid -> guid == fabric.portGuid(selfPort), setting.allowsBoth());
    int differing = differences.size();
    oddity = "";
    hasTwoFirst = partitions.all().stream().filter(Partition::isIndex0).count() > 1;
    heldTwice = before.values().stream().anyMatch(PartitionComparisonIT::hasBothMemberships);
    for (int port : fabric.endPorts()) {
      short[] next =
          PKeyTables.next(
                  before.get(port),
                  members.keys(port),
                  members.index0Key(port),
                  capacities.get(port),
                  setting.keepsIndexes())
              .table();
      check(seed, port, before.get(port), next, setting);
      if (!fabric.isSwitch(fabric.nodeOf(port))) {
        int peer = fabric.peer(port);
        check(seed, peer, before.get(peer), PKeyTables.atSwitch(next), setting);
      }
    }
    // Else opensm takes ports for ones without P_Keys, and shows them no groups.
    if (!setting.allowsBoth() && setting.keepsIndexes()) {
      compareGroups(seed, partitions, members, setting, log);
    }
    if (differing == differences.size()) {
      count(oddity.isEmpty() ? "same tables and groups" : oddity);
    }
  }

  private void compareGroups(
      long seed, Partitions partitions, PartitionMembers members, Setting setting, String log)
      throws Exception {
    Set<Integer> seen = new HashSet<>();
    for (short key : members.keys(OpenSmSubnet.adapters(fabric)[1])) {
      seen.add(key & 0x7FFF);
    }
    Set<String> ours = ourGroups(partitions, seen, setting);
    Set<String> theirs = new TreeSet<>();
    for (McMemberRecord group : probe.groups(MASTER_LID)) {
      theirs.add(words(group));
    }
    boolean isLate = ours.containsAll(theirs) && log.contains("ERR 1B1B: Broadcast group");
    if (isLate && !ours.equals(theirs)) {
      oddity = LATE_BROADCAST;
    } else if (!ours.equals(theirs)) {
      differ(
          seed,
          "groups: ours %s, opensm's %s".formatted(without(ours, theirs), without(theirs, ours)));
    }
  }

  private void check(long seed, int port, short[] before, short[] ours, Setting setting)
      throws Exception {
    short[] theirs = probe.table(port, capacities.get(port));
    if (Arrays.equals(ours, theirs)) {
      return;
    }
    Set<Short> missing = keys(ours);
    missing.removeAll(keys(theirs));
    boolean isPart = keys(ours).containsAll(keys(theirs));
    if (setting.allowsBoth() && isPart && Set.of(LIMITED_DEFAULT).containsAll(missing)) {
      oddity = missing.isEmpty() ? OTHER_INDEXES : LOST_KEY;
    } else if (isPart && missing.isEmpty() && heldTwice) {
      oddity = HELD_TWICE;
    } else if (isPart && missing.isEmpty() && hasTwoFirst) {
      oddity = TWO_FIRST;
    } else {
      differ(
          seed,
          "%s port %d: held %s, ours %s, opensm's %s, %s"
              .formatted(
                  fabric.description(fabric.nodeOf(port)),
                  fabric.portNumber(port),
                  hex(before),
                  hex(ours),
                  hex(theirs),
                  setting));
    }
  }

  private static Set<Short> keys(short[] table) {
    Set<Short> keys = new TreeSet<>();
    for (short key : table) {
      keys.add(key);
    }
    keys.remove((short) 0);
    return keys;
  }

  private static boolean hasBothMemberships(short[] table) {
    Set<Integer> partitions = new HashSet<>();
    Set<Short> keys = keys(table);
    keys.forEach(key -> partitions.add(key & 0x7FFF));
    return partitions.size() < keys.size();
  }

  private Map<Integer, short[]> tables() throws Exception {
    Map<Integer, short[]> tables = new HashMap<>();
    for (int port : ports()) {
      tables.put(port, probe.table(port, capacities.get(port)));
    }
    return tables;
  }

  /** Of partitions with these keys: opensm shows others' groups to no port. */
  private static Set<String> ourGroups(Partitions partitions, Set<Integer> seen, Setting setting) {
    Partitions shown =
        new Partitions(
            partitions.all().stream().filter(partition -> seen.contains(partition.key())).toList());
    GroupChanges changes = new GroupChanges(GroupBook.EMPTY, "test", 0);
    WellKnownGroups.settle(
        changes,
        shown,
        new WellKnownGroups.Setting(PACKET_LIFE, setting.hasQos(), Optional.empty(), false));
    Set<String> words = new TreeSet<>();
    changes
        .events()
        .forEach(
            event -> {
              for (MulticastGroup group : ((MulticastJoined) event).made()) {
                words.add(
                    words(
                        GroupRules.record(
                            new McMemberRecord(),
                            new Gid(group.mgidHigh(), group.mgidLow()),
                            group.mlid(),
                            group.terms())));
              }
            });
    return words;
  }

  /** All but the MLID. */
  private static String words(McMemberRecord group) {
    return "%s Q_Key=%x P_Key=%x mtu=%d rate=%d life=%d sl=%d TClass=%d FlowLabel=%x hops=%d scope=%d"
        .formatted(
            group.mgid(),
            group.qKey(),
            group.pKey(),
            group.mtu(),
            group.rate(),
            group.packetLifeTime(),
            group.sl(),
            group.tClass(),
            group.flowLabel(),
            group.hopLimit(),
            group.scope());
  }

  private static List<String> without(Collection<String> some, Collection<String> others) {
    return some.stream().filter(each -> !others.contains(each)).toList();
  }

  private void differ(long seed, String sentence) {
    count("different");
    differences.add("seed %d: %s".formatted(seed, sentence));
  }

  private void count(String outcome) {
    outcomes.merge(outcome, 1, Integer::sum);
  }

  private static String hex(short[] table) {
    StringBuilder text = new StringBuilder("[");
    for (short key : table) {
      text.append("%04x ".formatted(key & 0xFFFF));
    }
    return text.toString().strip() + "]";
  }
}
