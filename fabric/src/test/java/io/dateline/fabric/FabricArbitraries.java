package io.dateline.fabric;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Fabrics of every odd kind a file can describe: parallel cables, self-loops, adapters with several
 * ports, routers, nodes without cables, descriptions full of the format's own characters.
 */
public final class FabricArbitraries {
  private static final String[] DESCRIPTION_PARTS = {
    "node",
    "#",
    "\"",
    " lid 7 lmc 0",
    "[1]",
    "(0)",
    "\t",
    "ü",
    " 4xQDR",
    "\" base port 0 lid 3",
    "  "
  };

  private FabricArbitraries() {}

  public static Arbitrary<Fabric> fabrics() {
    return Arbitraries.randomValue(FabricArbitraries::fabric);
  }

  private static Fabric fabric(Random random) {
    Fabric.Builder builder = new Fabric.Builder();
    List<Fabric.NodeDraft> drafts = new ArrayList<>();
    Set<Long> guids = new HashSet<>();
    int nodeCount = 1 + random.nextInt(12);
    for (int i = 0; i < nodeCount; i++) {
      NodeType type = pick(NodeType.values(), random);
      int portCount = random.nextInt(10) == 0 ? 254 : random.nextInt(6);
      long guid = freshGuids(random, guids, portCount);
      Fabric.NodeDraft draft =
          builder
              .node(type, guid, portCount)
              .description(description(random))
              .vendorId(random.nextInt())
              .deviceId(random.nextInt(0x10000))
              .enhancedPort0(type == NodeType.SWITCH && random.nextBoolean())
              .systemImageGuid(random.nextInt(4) == 0 ? 0 : random.nextLong());
      if (type == NodeType.SWITCH) {
        draft.lid(0, random.nextInt(Lid.UNICAST_MAX + 1), random.nextInt(8));
        if (random.nextInt(4) == 0) {
          draft.portGuid(0, freshGuids(random, guids, 0));
        }
      }
      drafts.add(draft);
    }
    connect(builder, drafts, random, guids);
    return builder.build();
  }

  private static void connect(
      Fabric.Builder builder, List<Fabric.NodeDraft> drafts, Random random, Set<Long> guids) {
    for (int attempt = random.nextInt(40); attempt > 0; attempt--) {
      Fabric.NodeDraft a = drafts.get(random.nextInt(drafts.size()));
      Fabric.NodeDraft b = drafts.get(random.nextInt(drafts.size()));
      if (a.portCount() == 0 || b.portCount() == 0) {
        continue;
      }
      int numberA = 1 + random.nextInt(a.portCount());
      int numberB = 1 + random.nextInt(b.portCount());
      if (a.isLinked(numberA) || b.isLinked(numberB)) {
        continue;
      }
      LinkWidth width = pick(LinkWidth.values(), random);
      LinkSpeed speed = pick(LinkSpeed.values(), random);
      builder.link(a, numberA, b, numberB, width, speed);
      describeEndPort(a, numberA, random, guids);
      describeEndPort(b, numberB, random, guids);
    }
  }

  private static void describeEndPort(
      Fabric.NodeDraft draft, int number, Random random, Set<Long> guids) {
    if (draft.type() == NodeType.SWITCH) {
      return;
    }
    draft.lid(number, random.nextInt(Lid.UNICAST_MAX + 1), random.nextInt(8));
    if (random.nextBoolean()) {
      draft.portGuid(number, freshGuids(random, guids, 0));
    }
  }

  /** A GUID not 0 that, like those of the ports numbered from it, was not given out before. */
  private static long freshGuids(Random random, Set<Long> guids, int following) {
    while (true) {
      long guid = random.nextInt(3) == 0 ? random.nextLong() : 1 + random.nextInt(100_000);
      boolean fresh = true;
      for (int i = 0; i <= following; i++) {
        fresh &= guid + i != 0 && !guids.contains(guid + i);
      }
      if (fresh) {
        for (int i = 0; i <= following; i++) {
          guids.add(guid + i);
        }
        return guid;
      }
    }
  }

  private static String description(Random random) {
    StringBuilder text = new StringBuilder();
    for (int parts = random.nextInt(5); parts > 0; parts--) {
      text.append(pick(DESCRIPTION_PARTS, random));
    }
    return text.toString().replace('\t', ' ');
  }

  private static <T> T pick(T[] choices, Random random) {
    return choices[random.nextInt(choices.length)];
  }
}
