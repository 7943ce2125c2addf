package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which groups of IPv6's solicited nodes share a multicast LID, with both managers. */
public final class SolicitedNodes {
  private static final String ASKER = "h3";
  private static final long GUID = 0x2C900031;

  /** In the order in which they are made; P_Keys are in them. */
  private static final List<Gid> GROUPS =
      List.of(
          new Gid(0xFF12_601B_FFFF_0000L, 0x1_FF00_0001L),
          new Gid(0xFF12_601B_8001_0000L, 0x1_FF00_0001L),
          new Gid(0xFF12_601B_FFFF_0000L, 0x1_FF12_3456L),
          new Gid(0xFF12_601B_FFFF_0000L, 0x1_FFFF_FFFFL),
          new Gid(0xFF12_601B_FFFF_0000L, 0x1_FE00_0001L),
          new Gid(0xFF12_601B_FFFF_0000L, 0x2_FF00_0001L),
          new Gid(0xFF12_401B_FFFF_0000L, 0x1_FF00_0001L),
          new Gid(0xFF12_601B_8001_0000L, 0x1_FF00_0002L),
          new Gid(0xFF12_601B_FFFF_0001L, 0x1_FF00_0001L));

  private SolicitedNodes() {}

  /**
   * For each of some groups, the number of the first one that has its MLID: opensm's, then the
   * node's.
   *
   * @param partitions a file for both
   * @param shares {@code consolidate_ipv6_snm_req} of both
   */
  public static List<List<Integer>> sharing(
      Path topology, Path partitions, Path folder, boolean shares) throws Exception {
    BothManagers.Answers<List<Integer>> answers =
        BothManagers.ask(
            topology,
            folder,
            List.of("h1", "h2"),
            List.of(
                "partition_config_file " + partitions,
                "consolidate_ipv6_snm_req " + (shares ? "TRUE" : "FALSE")),
            List.of(
                "-Ddateline.subnet.partition_config_file=" + partitions,
                "-Ddateline.subnet.consolidate_ipv6_snm_req=" + shares),
            SolicitedNodes::make);
    return List.of(answers.theirs(), answers.ours());
  }

  private static List<Integer> make(String address) {
    List<Integer> mlids = new ArrayList<>();
    try (SaAsker asker = SaAsker.at(address + ASKER)) {
      for (Gid group : GROUPS) {
        SaSeen seen = asker.askPatiently(joining(group));
        if (seen.status() != 0) {
          throw new IllegalStateException(group + ": " + seen.outcome());
        }
        mlids.add(McMemberRecord.of(seen.records().getFirst()).mlid());
      }
    }
    Set<Integer> known = new LinkedHashSet<>(mlids);
    return mlids.stream().map(mlid -> List.copyOf(known).indexOf(mlid)).toList();
  }

  private static SaQuestion joining(Gid mgid) {
    byte[] sample =
        new McMemberRecord()
            .mgid(mgid)
            .portGid(new Gid(Gid.DEFAULT_PREFIX, GUID))
            .joinState(McMemberRecord.JOIN_FULL)
            .qKey(0xB1B)
            .pKey((int) (mgid.prefix() >>> 16) & 0xFFFF)
            .bytes();
    SaQuestion question = SaQuestion.of("join", SaKind.MC_MEMBER, Mad.SET);
    for (Field field : GroupStory.OF_CREATION) {
      question = question.like(field, sample);
    }
    return question;
  }
}
