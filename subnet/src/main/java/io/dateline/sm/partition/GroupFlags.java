package io.dateline.sm.partition;

import io.dateline.fabric.format.CNumber;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mgid;
import io.dateline.mad.attribute.Mtu;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What groups are to be like: flags of a definition, or of a group's own line. Has one owner. */
final class GroupFlags {
  private static final int RATE_10_GBPS = 3;
  private static final int IP_Q_KEY = 0x0B1B;
  private static final int SIX_BITS = 0x3F;
  private static final int SCOPE_MAX = 15;
  private static final int SL_MAX = 15;
  private static final int T_CLASS_MAX = 0xFF;
  private static final int FLOW_LABEL_MAX = 0xFFFFF;

  private int mtu = Mtu.MTU_2048;
  private int rate = RATE_10_GBPS;
  private PartitionGroup.Sl sl = new PartitionGroup.Sl(0, true);
  private int qKey;
  private int trafficClass;
  private int flowLabel;
  private int scopes; // bit mask; 0 where none was given

  /** Those of a definition; of what is usual none was given. */
  static GroupFlags of(Broadcast given) {
    GroupFlags flags = new GroupFlags();
    flags.mtu = given.mtu() == 0 ? flags.mtu : given.mtu();
    flags.rate = given.rate() == 0 ? flags.rate : given.rate();
    flags.sl = new PartitionGroup.Sl(given.sl(), flags.sl.needsQos());
    return flags;
  }

  /** A group's own flags, of which the definition gives all but the TClass. */
  GroupFlags ofGroup() {
    GroupFlags own = new GroupFlags();
    own.mtu = mtu;
    own.rate = rate;
    own.sl = sl;
    own.qKey = qKey;
    own.flowLabel = flowLabel;
    own.scopes = scopes;
    return own;
  }

  int sl() {
    return sl.value();
  }

  /** Takes a flag; {@code isOwn} says whether it stands in a group's line. */
  void set(Keyword flag, Optional<String> given, boolean isOwn) throws LineException {
    String value = given.orElseThrow(() -> new LineException(flag.text() + " has no value"));
    switch (flag) {
      case MTU -> mtu = number(flag, value, 1, SIX_BITS);
      case RATE -> rate = number(flag, value, 1, SIX_BITS);
      case SCOPE -> scopes |= 1 << number(flag, value, 1, SCOPE_MAX);
      case Q_KEY -> qKey = (int) unsigned(flag, value, 0, 0xFFFF_FFFFL);
      case T_CLASS -> trafficClass = number(flag, value, 0, T_CLASS_MAX);
      case SL -> sl = new PartitionGroup.Sl(number(flag, value, 0, SL_MAX), !isOwn);
      case FLOW_LABEL -> flowLabel = number(flag, value, 0, FLOW_LABEL_MAX);
      case IPOIB, DEFMEMBER, INDX0 -> throw new IllegalArgumentException("no flag of groups");
    }
  }

  private static int number(Keyword flag, String value, int min, int max) throws LineException {
    return (int) unsigned(flag, value, min, max);
  }

  private static long unsigned(Keyword flag, String value, long min, long max)
      throws LineException {
    long number;
    try {
      number = CNumber.parse(value);
    } catch (NumberFormatException e) {
      throw new LineException(
          "%s needs a number, not '%s'".formatted(flag.text(), LineCursor.excerpt(value)));
    }
    if (Long.compareUnsigned(number, min) < 0 || Long.compareUnsigned(number, max) > 0) {
      boolean isCode = flag == Keyword.MTU || flag == Keyword.RATE;
      throw new LineException(
          "%s %s is not within %d to %d%s"
              .formatted(
                  flag.text(),
                  value,
                  min,
                  max,
                  isCode ? "; it is a code, as mtu=4 for 2048 bytes and rate=3 for 10 Gb/s" : ""));
    }
    return number;
  }

  /** The scopes in which groups are to be, in ascending order; that of a link without any. */
  List<Integer> scopes() {
    return scopes == 0
        ? List.of(Mgid.LINK_LOCAL)
        : IntStream.rangeClosed(1, SCOPE_MAX)
            .filter(scope -> (scopes & (1 << scope)) != 0)
            .boxed()
            .toList();
  }

  /** Whether scopes were given. */
  boolean hasScopes() {
    return scopes != 0;
  }

  /** Why no group can be like this, if none can. */
  Optional<String> problem() {
    if (!Mtu.isValid(mtu)) {
      return Optional.of("mtu=%d is no code of an MTU".formatted(mtu));
    }
    return LinkRate.isValid(rate)
        ? Optional.empty()
        : Optional.of("rate=%d is no code of a rate".formatted(rate));
  }

  /** Whether a group of IP has the MTU and rate of the definition that it is in. */
  boolean isLike(GroupFlags definition) {
    return mtu == definition.mtu && rate == definition.rate;
  }

  /** A group with a GID that has its scope and P_Key already. */
  PartitionGroup group(Gid mgid) {
    int key = qKey == 0 && Mgid.isIpoib(mgid) ? IP_Q_KEY : qKey;
    return new PartitionGroup(mgid, mtu, rate, sl, key, trafficClass, flowLabel);
  }
}
