package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Requests of some ports about one or two multicast groups, from a seed: a group is wanted with
 * certain terms, and most requests keep to them, so that joins, leaves and refusals of every kind
 * follow each other. No two stories have the same group, but for those of partitions.
 */
final class GroupStory {
  private static final int STEPS_MIN = 5;
  private static final int STEPS_MORE = 12;
  private static final long OTHER_PREFIX = Gid.DEFAULT_PREFIX | 1;

  private static final List<Field> MAY_BE_SELECTED =
      McMemberRecord.LAYOUT.fields().stream().filter(field -> !field.isReserved()).toList();

  /** What a join has to say that may make a group. */
  static final List<Field> OF_CREATION =
      List.of(
          McMemberRecord.MGID,
          McMemberRecord.PORT_GID,
          McMemberRecord.JOIN_STATE,
          McMemberRecord.Q_KEY,
          McMemberRecord.P_KEY,
          McMemberRecord.SL,
          McMemberRecord.FLOW_LABEL,
          McMemberRecord.T_CLASS);

  /** Where OpenSM makes a group of the bits of these, selected or not; they are always selected. */
  private static final List<Field> UNSAID =
      List.of(
          McMemberRecord.HOP_LIMIT,
          McMemberRecord.SCOPE,
          McMemberRecord.PACKET_LIFE_TIME_SELECTOR,
          McMemberRecord.PACKET_LIFE_TIME);

  private static final List<Field> OF_JOINS =
      List.of(McMemberRecord.MGID, McMemberRecord.PORT_GID, McMemberRecord.JOIN_STATE);

  /**
   * A request.
   *
   * @param asker which of the ports asks
   * @param ofMade whether it is about the group that was made last in this story
   */
  record Step(int asker, boolean ofMade, SaQuestion question) {
    /** The question, about the group that was made where there is one. */
    SaQuestion about(Gid made) {
      if (!ofMade || made.equals(Gid.ZERO)) {
        return question;
      }
      byte[] sample = question.record().clone();
      Gid.write(McMemberRecord.MGID, sample, 0, made);
      return question.like(McMemberRecord.MGID, sample);
    }
  }

  private final SplittableRandom random;
  private final int number;
  private final long[] askers;
  private final long[] others;
  private final boolean isNoisy; // bits that are not selected hold something
  private final Gid main;
  private final McMemberRecord wanted = new McMemberRecord();

  private GroupStory(long seed, int number, long[] askers, long[] others) {
    random = new SplittableRandom(seed * 1_000_003 + number);
    this.number = number;
    this.askers = askers;
    this.others = others;
    isNoisy = random.nextInt(4) == 0;
    main = mgid();
    wanted
        .qKey(pick(0xB1B, 0xB1B, 0x80010000, 7))
        .pKey(pKey())
        .sl(pick(0, 0, 0, 3))
        .tClass(pick(0, 0, 0x20))
        .flowLabel(pick(0, 0, 0xABCDE))
        .hopLimit(pick(0, 0, 1, 255))
        .scope(pick(2, 2, 5, 8, 14, 0))
        .mtuSelector(random.nextInt(4))
        .mtu(pick(4, 4, 4, 1, 2, 3, 5, 6, 0, 63))
        .rateSelector(random.nextInt(4))
        .rate(pick(3, 3, 2, 5, 6, 7, 11, 0, 1, 25, 63))
        .packetLifeTimeSelector(Selector.EXACTLY)
        .packetLifeTime(pick(18, 18, 17, 19, 0, 63))
        .mlid(pick(0xC000, 0xC020, 0xC155, 0xBFFF, 0xFFFF, 5, 0));
    if (random.nextInt(4) > 0) {
      fitToMain();
    }
  }

  /** What a host asks for that knows what it does. */
  private void fitToMain() {
    wanted.mtu(4).rate(random.nextBoolean() ? 3 : 2).mtuSelector(Selector.EXACTLY);
    wanted.rateSelector(Selector.EXACTLY).mlid(0xC000 + random.nextInt(0x400));
    if (Mgid.isIpoib(main)) {
      wanted.qKey(0xB1B).pKey(Mgid.key(main)).sl(0).tClass(0).flowLabel(0).hopLimit(0);
      wanted.scope(Mgid.scope(main));
    } else {
      wanted.pKey(0xFFFF);
    }
  }

  /**
   * The requests of one.
   *
   * @param number of the story
   * @param askers GUIDs of the ports that ask
   * @param others GUIDs of other ports of the subnet
   */
  static List<Step> of(long seed, int number, long[] askers, long[] others) {
    GroupStory story = new GroupStory(seed, number, askers, others);
    List<Step> steps = new ArrayList<>();
    int count = STEPS_MIN + story.random.nextInt(STEPS_MORE);
    for (int i = 0; i < count; i++) {
      steps.add(story.step());
    }
    for (int asker = 0; asker < askers.length; asker++) {
      steps.add(story.look(asker));
    }
    return List.copyOf(steps);
  }

  private Step step() {
    int turn = random.nextInt(100);
    if (turn < 62) {
      return change("join", Mad.SET);
    }
    return turn < 84 ? change("leave", Mad.DELETE) : query();
  }

  private Step change(String group, int method) {
    McMemberRecord record = somewhatOther();
    record.joinState(pick(1, 1, 1, 1, 1, 2, 4, 8, 3, 5, 9, 15, 0)).proxyJoin(random.nextBoolean());
    int asker = random.nextInt(askers.length);
    record.portGid(new Gid(prefix(), port(asker)));
    boolean isJoin = method == Mad.SET && random.nextInt(3) > 0;
    long mask = mask(isJoin ? OF_CREATION : OF_JOINS);
    if ((mask & of(OF_CREATION)) == of(OF_CREATION)) {
      mask |= of(UNSAID);
    }
    return new Step(asker, isOfMade(record), question(group, method, 0, mask, record));
  }

  private Step query() {
    McMemberRecord record = somewhatOther();
    int asker = random.nextInt(askers.length);
    record
        .portGid(new Gid(Gid.DEFAULT_PREFIX, port(asker)))
        .joinState(pick(1, 1, 2, 4, 8, 9))
        .proxyJoin(random.nextBoolean());
    long mask = mask(List.of(McMemberRecord.MGID));
    for (Field field : MAY_BE_SELECTED) {
      // Groups of other stories are none of this one's business.
      mask |= random.nextInt(12) == 0 && !field.equals(McMemberRecord.MLID) ? field.mask() : 0;
    }
    mask |= McMemberRecord.MGID.mask();
    boolean isTrusted = random.nextBoolean();
    int method = random.nextInt(3) == 0 ? Mad.GET : Mad.GET_TABLE;
    return new Step(
        asker,
        isOfMade(record),
        question(isTrusted ? "trusted query" : "query", method, isTrusted ? 1 : 0, mask, record));
  }

  /** What an asker sees of the group's members in the end. */
  private Step look(int asker) {
    McMemberRecord record =
        new McMemberRecord()
            .mgid(main)
            .portGid(new Gid(Gid.DEFAULT_PREFIX, askers[random.nextInt(askers.length)]));
    long mask = McMemberRecord.MGID.mask() | McMemberRecord.PORT_GID.mask();
    return new Step(
        asker, isOfMade(record), question("trusted query", Mad.GET_TABLE, 1, mask, record));
  }

  private static boolean isOfMade(McMemberRecord record) {
    return record.mgid().equals(Gid.ZERO);
  }

  private SaQuestion question(
      String group, int method, long smKey, long mask, McMemberRecord record) {
    byte[] data = Arrays.copyOf(record.bytes(), Mad.SA_DATA_BYTES);
    if (!isNoisy) {
      for (Field field : MAY_BE_SELECTED) {
        if ((mask & field.mask()) == 0) {
          clear(field, data);
        }
      }
    }
    return new SaQuestion(group, SaKind.MC_MEMBER, method, 0, smKey, mask, data);
  }

  private static void clear(Field field, byte[] data) {
    if (field.equals(McMemberRecord.MGID) || field.equals(McMemberRecord.PORT_GID)) {
      Gid.write(field, data, 0, Gid.ZERO);
    } else {
      field.set(data, 0, 0);
    }
  }

  private static long of(List<Field> fields) {
    return fields.stream().mapToLong(Field::mask).reduce(0, (some, more) -> some | more);
  }

  /** The usual components, at times without one of them, and at times with others. */
  private long mask(List<Field> usual) {
    long mask = 0;
    for (Field field : usual) {
      mask |= random.nextInt(60) == 0 ? 0 : field.mask();
    }
    if (random.nextInt(4) == 0) {
      for (Field field : MAY_BE_SELECTED) {
        mask |= random.nextInt(4) == 0 ? field.mask() : 0;
      }
    }
    return mask;
  }

  /** What is wanted of the group, at times with one thing that is otherwise. */
  private McMemberRecord somewhatOther() {
    McMemberRecord record = McMemberRecord.of(wanted.bytes().clone());
    record.mgid(random.nextInt(12) == 0 ? mgid() : main);
    if (random.nextInt(5) > 0) {
      return record;
    }
    switch (random.nextInt(12)) {
      case 0 -> record.qKey(8);
      case 1, 2 -> record.pKey(pKey());
      case 3 -> record.sl(1);
      case 4 -> record.flowLabel(9);
      case 5 -> record.tClass(9);
      case 6 -> record.hopLimit(9);
      case 7 -> record.mtuSelector(random.nextInt(4)).mtu(random.nextInt(8));
      case 8 -> record.rateSelector(random.nextInt(4)).rate(random.nextInt(16));
      case 9 -> record.packetLifeTimeSelector(random.nextInt(4)).packetLifeTime(random.nextInt(64));
      case 10 -> record.scope(random.nextInt(16));
      default -> record.mlid(0xC000 + random.nextInt(0x400));
    }
    return record;
  }

  private int pKey() {
    return pick(
        0xFFFF, 0xFFFF, 0xFFFF, 0x7FFF, 0x8001, 0x8001, 0x0001, 0x8002, 0x0002, 0x8003, 0x8004,
        0x8009, 0x8000, 0);
  }

  private long prefix() {
    return random.nextInt(25) == 0 ? (random.nextBoolean() ? OTHER_PREFIX : 0) : Gid.DEFAULT_PREFIX;
  }

  private long port(int asker) {
    int turn = random.nextInt(20);
    if (turn < 12) {
      return askers[asker];
    }
    if (turn < 17) {
      return askers[random.nextInt(askers.length)];
    }
    return turn < 19 ? others[random.nextInt(others.length)] : 0xDEAD;
  }

  private Gid mgid() {
    long own = number & 0xFFFFL;
    return switch (random.nextInt(24)) {
      case 0, 1 -> Gid.ZERO;
      case 2 -> new Gid(0xFF12_401B_FFFF_0000L, 0xFFFF_FFFFL);
      case 3 -> new Gid(0xFF12_401B_8001_0000L, 0xFFFF_FFFFL);
      case 4 -> new Gid(0xFF12_401B_8003_0000L, 0xFFFF_FFFFL);
      case 5 -> new Gid(0xFF12_1111_0000_0000L, 4);
      case 6, 7 -> new Gid(0xFF12_401B_FFFF_0000L, 0x100_0000L | own);
      case 8 -> new Gid(0xFF12_401B_8001_0000L, 0x100_0000L | own);
      case 9 -> new Gid(0xFF12_401B_0001_0000L, 0x100_0000L | own);
      case 10 -> new Gid(0xFF12_401B_8002_0000L, 0x100_0000L | own);
      case 11 -> new Gid(0xFF15_401B_FFFF_0000L, 0x100_0000L | own);
      case 12 -> new Gid(0xFF12_601B_FFFF_0000L, 0x1_FF00_0000L | own);
      case 13 -> new Gid(0xFF12_601B_8001_0000L, 0x1_FF00_0000L | own);
      case 14 -> new Gid(0xFF12_A01B_0000_0000L, own);
      case 15, 16 -> new Gid(0xFF15_A01B_FE80_0000L, own);
      case 17 -> new Gid(0xFF32_0000_0000_0000L, own);
      case 18 -> new Gid(0xFE80_0000_0000_0000L, own);
      case 19, 20 -> new Gid(0xFF02_0000_0000_0000L | (long) random.nextInt(16) << 48, own);
      default -> new Gid(0xFF1E_0000_0000_0000L, own);
    };
  }

  private int pick(int... values) {
    return values[random.nextInt(values.length)];
  }
}
