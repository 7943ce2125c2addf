package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.Selector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where Debian's opensm and a node differ in what becomes of multicast groups: both are put the
 * same stories ({@link GroupStory}) by four hosts on the same ibsim, one manager after the other. A
 * story ends for the comparison where one has granted what the other has refused, for what follows
 * from that is no news.
 */
public final class GroupDifference {
  private static final List<String> MANAGERS = List.of("h1", "h2");
  private static final List<String> ASKERS = List.of("h3", "h4", "h5", "h6");
  private static final long[] GUIDS = {0x2C900031, 0x2C900041, 0x2C900051, 0x2C900061};
  private static final long[] OTHERS = {0x2C900011, 0x2C900021};

  /**
   * Answers that differ in the same way.
   *
   * @param what which request, and the component or outcome that differs
   * @param count how often
   * @param example a request, opensm's answer and the node's
   */
  public record Line(String what, int count, String example) {}

  /**
   * What came of all stories.
   *
   * @param asked how many requests there were
   * @param granted how many of them both granted
   */
  public record Report(int asked, int granted, int same, List<Line> lines) {
    @Override
    public String toString() {
      StringBuilder text =
          new StringBuilder(
              "%d requests, %d granted by both, %d with the same answer%n"
                  .formatted(asked, granted, same));
      text.append("| request, difference | requests | the first one |\n|---|---:|---|\n");
      lines.forEach(
          line ->
              text.append(
                  "| %s | %d | %s |%n".formatted(line.what(), line.count(), line.example())));
      return text.toString();
    }
  }

  /** A request that was put, and what came back. */
  private record Put(GroupStory.Step step, SaQuestion question, SaSeen seen) {}

  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, String> examples = new TreeMap<>();
  private int story; // that is being compared
  private int asked;
  private int granted;
  private int same;

  private GroupDifference() {}

  /**
   * Asks both.
   *
   * @param topology with the hosts that are named here
   * @param partitions a file of partitions for both
   */
  public static Report between(Path topology, Path partitions, Path folder, long seed, int stories)
      throws Exception {
    BothManagers.Answers<List<List<Put>>> answers =
        BothManagers.ask(
            topology,
            folder,
            MANAGERS,
            List.of("partition_config_file " + partitions),
            List.of(
                "-Ddateline.subnet.partition_config_file=" + partitions,
                "-Ddateline.subnet.sa_key=1",
                "-Ddateline.quota.joins-per-second=0",
                "-Ddateline.subnet.sm_priority=5"),
            address -> ask(address, seed, stories));
    GroupDifference difference = new GroupDifference();
    for (int story = 0; story < stories; story++) {
      difference.story = story;
      difference.compare(answers.theirs().get(story), answers.ours().get(story));
    }
    return difference.report();
  }

  private static List<List<Put>> ask(String address, long seed, int stories) {
    List<SaAsker> askers = new ArrayList<>();
    try {
      ASKERS.forEach(host -> askers.add(SaAsker.at(address + host)));
      List<List<Put>> told = new ArrayList<>();
      for (int number = 0; number < stories; number++) {
        told.add(tell(askers, GroupStory.of(seed, number, GUIDS, OTHERS)));
      }
      return told;
    } finally {
      askers.forEach(SaAsker::close);
    }
  }

  private static List<Put> tell(List<SaAsker> askers, List<GroupStory.Step> story) {
    List<Put> told = new ArrayList<>();
    Set<List<Gid>> joined = new LinkedHashSet<>();
    Gid made = Gid.ZERO;
    for (GroupStory.Step step : story) {
      SaQuestion question = step.about(made);
      SaSeen seen = askers.get(step.asker()).askPatiently(question);
      told.add(new Put(step, question, seen));
      if (question.method() == Mad.SET && seen.status() == 0) {
        McMemberRecord record = McMemberRecord.of(seen.records().getFirst());
        joined.add(List.of(record.mgid(), record.portGid()));
        made = step.ofMade() ? record.mgid() : made;
      }
    }
    joined.forEach(pair -> leave(askers, pair.getFirst(), pair.getLast()));
    return told;
  }

  /** A story leaves nothing behind: whichever port may take a member out does. */
  private static void leave(List<SaAsker> askers, Gid mgid, Gid portGid) {
    for (int state = 1; state < 16; state <<= 1) {
      byte[] sample = new McMemberRecord().mgid(mgid).portGid(portGid).joinState(state).bytes();
      SaQuestion leaving =
          SaQuestion.of("end", SaKind.MC_MEMBER, Mad.DELETE)
              .like(McMemberRecord.MGID, sample)
              .like(McMemberRecord.PORT_GID, sample)
              .like(McMemberRecord.JOIN_STATE, sample);
      askers.forEach(asker -> asker.askPatiently(leaving));
    }
  }

  private void compare(List<Put> theirs, List<Put> ours) {
    for (int i = 0; i < theirs.size(); i++) {
      Put their = theirs.get(i);
      SaSeen our = ours.get(i).seen();
      asked++;
      String what = their.question().group() + oddity(their.question()) + ": ";
      if (!their.seen().outcome().equals(our.outcome())) {
        note(what + their.seen().outcome() + " and " + our.outcome(), their, "", "");
        boolean hasChanged = their.seen().status() == 0 || our.status() == 0;
        if (hasChanged && isChange(their.question())) {
          return;
        }
      } else if (their.seen().records().isEmpty()) {
        same++;
      } else {
        granted++;
        if (!areSame(what, their, their.seen().records(), our.records())) {
          if (isChange(their.question())) {
            return;
          }
        } else {
          same++;
        }
      }
    }
  }

  private static boolean isChange(SaQuestion question) {
    return question.method() == Mad.SET || question.method() == Mad.DELETE;
  }

  /** What OpenSM takes otherwise wherever it stands; COMPATIBILITY.md has the reasons. */
  private static String oddity(SaQuestion question) {
    if (isAlone(question, McMemberRecord.MTU_SELECTOR, McMemberRecord.MTU)
        || isAlone(question, McMemberRecord.RATE_SELECTOR, McMemberRecord.RATE)) {
      return " by a selector alone";
    }
    boolean isQuery = !isChange(question);
    if (isQuery && has(question, McMemberRecord.PROXY_JOIN)) {
      return " by ProxyJoin";
    }
    if (isQuery && question.smKey() == 0 && has(question, McMemberRecord.JOIN_STATE)) {
      return " by JoinState";
    }
    if (isQuery && has(question, McMemberRecord.MLID)) {
      return " by MLID";
    }
    McMemberRecord record = McMemberRecord.of(question.record());
    return has(question, McMemberRecord.PACKET_LIFE_TIME)
            && record.packetLifeTimeSelector() != Selector.EXACTLY
        ? " with another packet life"
        : "";
  }

  private static boolean isAlone(SaQuestion question, Field selector, Field value) {
    return has(question, selector) && !has(question, value);
  }

  private static boolean has(SaQuestion question, Field component) {
    return (question.mask() & component.mask()) != 0;
  }

  private boolean areSame(String what, Put put, List<byte[]> theirs, List<byte[]> ours) {
    boolean areSame = true;
    for (int i = 0; i < ours.size(); i++) {
      for (Field field : McMemberRecord.LAYOUT.fields()) {
        boolean counts = !field.isReserved() && counts(put, field);
        if (counts && !told(field, theirs.get(i)).equals(told(field, ours.get(i)))) {
          areSame = false;
          String how = left(put, theirs.get(i), ours.get(i));
          note(
              what + how + field.name(), put, told(field, theirs.get(i)), told(field, ours.get(i)));
        }
      }
      if (put.question().smKey() != 0
          && isProxied(theirs.get(i)) != McMemberRecord.of(ours.get(i)).proxyJoin()) {
        areSame = false;
        note(what + "proxyJoin", put, "" + isProxied(theirs.get(i)), "");
      }
    }
    return areSame;
  }

  /**
   * How the bits differ that a leave has left: OpenSM takes some with others; and counts such
   * members on, so that it does not see when a group of a partition has lost the last one.
   */
  private static String left(Put put, byte[] theirs, byte[] ours) {
    if (put.question().method() != Mad.DELETE) {
      return "";
    }
    Gid mgid = McMemberRecord.of(theirs).mgid();
    if (McMemberRecord.of(theirs).joinState() == 0) {
      return "forgotten ";
    }
    boolean isPartitions = Mgid.isIpoib(mgid) && mgid.equals(Mgid.broadcast(mgid));
    return isPartitions && McMemberRecord.of(ours).joinState() == 0 ? "miscounted " : "";
  }

  /** OpenSM has the bit at the other end of its byte. */
  private static boolean isProxied(byte[] theirs) {
    return (theirs[McMemberRecord.PROXY_JOIN.byteOffset()] & 1) != 0;
  }

  /**
   * MLIDs are of what was free, and what a manager has made has its numbers. A leave is answered by
   * OpenSM with what was asked.
   */
  private static boolean counts(Put put, Field field) {
    if (put.question().method() == Mad.DELETE) {
      return field.equals(McMemberRecord.JOIN_STATE);
    }
    return !field.equals(McMemberRecord.MLID)
        && !field.equals(McMemberRecord.PROXY_JOIN)
        && !(field.equals(McMemberRecord.MGID) && put.step().ofMade());
  }

  private static String told(Field field, byte[] record) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < field.count(); i++) {
      text.append(Long.toHexString(field.get(record, 0, i))).append(' ');
    }
    return text.toString().strip();
  }

  private void note(String what, Put put, String theirs, String ours) {
    counts.merge(what, 1, Integer::sum);
    examples.putIfAbsent(
        what,
        "story %d: %s asks mgid=%s port=%s %s: %s, ours %s"
            .formatted(
                story,
                ASKERS.get(put.step().asker()),
                McMemberRecord.of(put.question().record()).mgid(),
                McMemberRecord.of(put.question().record()).portGid(),
                put.question(),
                theirs,
                ours));
  }

  private Report report() {
    List<Line> lines =
        counts.entrySet().stream()
            .map(it -> new Line(it.getKey(), it.getValue(), examples.get(it.getKey())))
            .toList();
    return new Report(asked, granted, same, lines);
  }
}
