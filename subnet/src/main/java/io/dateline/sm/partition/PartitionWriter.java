package io.dateline.sm.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes partitions in the grammar of their file, with nothing left to a default. Each group has a
 * definition of its own, and so have members that follow each other and have the same flags; the
 * reader merges them by their P_Key.
 */
final class PartitionWriter {
  private PartitionWriter() {}

  static List<String> lines(List<Partition> partitions) {
    List<String> lines = new ArrayList<>();
    for (Partition partition : partitions) {
      for (PartitionGroup group : partition.groups()) {
        lines.add(line(partition, group));
      }
      addMembers(partition, lines);
    }
    return lines;
  }

  private static String line(Partition partition, PartitionGroup group) {
    boolean isOwnSl = !group.sl().needsQos();
    int sl = isOwnSl ? partition.sl() : group.sl().value();
    String flags = ",rate=%d,mtu=%d".formatted(group.rate(), group.mtu());
    String own =
        "mgid=%s,scope=%d,Q_Key=0x%x,TClass=%d,FlowLabel=%d"
            .formatted(
                group.mgid(), group.scope(), group.qKey(), group.trafficClass(), group.flowLabel());
    return head(partition, sl)
        + flags
        + ":"
        + own
        + (isOwnSl ? ",sl=" + group.sl().value() : "")
        + ";";
  }

  private static void addMembers(Partition partition, List<String> lines) {
    List<Member> members = partition.members();
    int start = 0;
    for (int end = 1; end <= members.size(); end++) {
      boolean isIndex0 = members.get(start).isIndex0();
      if (end == members.size() || members.get(end).isIndex0() != isIndex0) {
        lines.add(
            members.subList(start, end).stream()
                .map(Member::toString)
                .collect(
                    Collectors.joining(
                        ",", head(partition, partition.sl()) + (isIndex0 ? ",indx0:" : ":"), ";")));
        start = end;
      }
    }
  }

  private static String head(Partition partition, int sl) {
    return "%s=0x%04x,sl=%d".formatted(partition.name(), partition.key(), sl);
  }
}
