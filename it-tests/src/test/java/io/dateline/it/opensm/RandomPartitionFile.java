package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.util.List;
import java.util.SplittableRandom;

/** Writes a {@code partitions.conf} from a seed; one in four is damaged after it was written. */
final class RandomPartitionFile {
  private static final List<String> NAMES = List.of("Red", "Blue", "Default", "A b", "", "Green");
  private static final List<String> KEYS =
      List.of(
          "0x1", "2", "010", "0x8003", "0x7fff", "0xffff", "0x7fff", "0x100", "0x1234", "0x9234",
          "32767");
  private static final List<String> FLAGS =
      List.of(
          "ipoib",
          "ipoib",
          "ip",
          "rate=7",
          "rate=3",
          "rate = 2",
          "r=15",
          "mtu=5",
          "mtu=4",
          "mt=1",
          "sl=3",
          "sl=0",
          "scope=2",
          "scope=5",
          "sc=14",
          "Q_Key=0x1234",
          "TClass=7",
          "T=0x20",
          "FlowLabel=0x12345",
          "defmember=full",
          "defmember=both",
          "def=limited",
          "defm=f",
          "indx0",
          "blue",
          "");
  private static final List<String> GROUP_FLAGS =
      List.of(
          "rate=7",
          "rate=3",
          "mtu=5",
          "mtu=4",
          "sl=2",
          "scope=2",
          "scope=5",
          "Q_Key=0xdeadbeef",
          "TClass=3",
          "FlowLabel=77",
          "green",
          "");
  private static final List<String> KEYWORDS =
      List.of(
          "ALL",
          "ALL",
          "AL",
          "ALL_CAS",
          "ALL_C",
          "ALL_SWITCHES",
          "ALL_ROUTERS",
          "ALL_",
          "SELF",
          "S",
          "NONE",
          "");
  private static final List<String> MEMBERSHIPS =
      List.of("", "", "", "=full", "=full", "=limited", "=both", "=f", " = lim", "=bo", "=foo");
  private static final List<String> MGIDS =
      List.of(
          "ff12:401b::16",
          "ff12:601b::2",
          "ff12:401b:8001::7",
          "ff12:401b:ffff::ffff:ffff",
          "ff12:401b::ffff:ffff",
          "ff12::5",
          "ff15::6",
          "ff1e:0:0:1::2",
          "ff12:a01b::1",
          "ff15:a01b::2",
          "ff15:401b::16",
          "FF12:401b:FFFF::1",
          "ff12:401b::224.0.0.251");
  private static final String JUNK = ";:,=#0xA g\n";

  private final SplittableRandom random;
  private final Fabric fabric;
  private final StringBuilder text = new StringBuilder();

  private RandomPartitionFile(long seed, Fabric fabric) {
    random = new SplittableRandom(seed);
    this.fabric = fabric;
  }

  static String of(long seed, Fabric fabric) {
    return new RandomPartitionFile(seed, fabric).write();
  }

  private String write() {
    if (isOneIn(2)) {
      text.append("Default=0x7fff")
          .append(isOneIn(2) ? ",ipoib" : "")
          .append(isOneIn(2) ? ":ALL=full,SELF=full;\n" : ":ALL,SELF=full;\n");
    }
    for (int i = random.nextInt(6); i >= 0; i--) {
      addDefinition();
    }
    if (isOneIn(4)) {
      damage();
    }
    return text.toString();
  }

  private void addDefinition() {
    if (isOneIn(6)) {
      text.append("# ALL=full; is a comment: here\n");
    }
    text.append(any(NAMES));
    if (!isOneIn(4)) {
      text.append(isOneIn(4) ? " = " : "=").append(any(KEYS));
    }
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(isOneIn(3) ? " , " : ",").append(any(FLAGS));
    }
    text.append(isOneIn(3) ? " :\n  " : ":");
    for (int i = random.nextInt(6); i >= 0; i--) {
      if (isOneIn(8)) {
        addGroup();
      }
      String name = member();
      text.append(name).append(name.isEmpty() ? "" : any(MEMBERSHIPS));
      text.append(i == 0 ? "" : isOneIn(4) ? "\n  " : ", ");
    }
    if (isOneIn(4)) {
      addGroup();
    }
    text.append(isOneIn(8) ? "; " : ";\n");
  }

  /**
   * With a comma, and something that is no member behind its line: opensm reads on in the line
   * before where there is no comma, or a semicolon alone.
   */
  private void addGroup() {
    text.append("\n  mgid=").append(any(MGIDS)).append(",");
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(any(GROUP_FLAGS)).append(i == 1 ? "" : ",");
    }
    text.append("\n  NONE,");
  }

  private String member() {
    if (isOneIn(3)) {
      return any(KEYWORDS);
    }
    if (isOneIn(12)) {
      return "0x123456";
    }
    long guid = fabric.portGuid(fabric.endPorts()[random.nextInt(fabric.endPorts().length)]);
    return isOneIn(4) ? Long.toString(guid) : Guid.format(guid);
  }

  /** Characters go, come, or become other ones. */
  private void damage() {
    for (int i = 1 + random.nextInt(2); i > 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      char junk = JUNK.charAt(random.nextInt(JUNK.length()));
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, junk);
        case 2 -> text.setCharAt(at, junk);
        default -> text.setLength(at);
      }
    }
  }

  private boolean isOneIn(int count) {
    return random.nextInt(count) == 0;
  }

  private String any(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }
}
