package io.dateline.sm.group;

import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.Selector;
import io.dateline.persistence.event.MulticastGroup.Terms;
import java.util.function.IntUnaryOperator;

/**
 * Whether what a request says of a group is so. What it does not select says nothing; MTU and rate
 * say something together with their selectors only. As with OpenSM packet life is not compared.
 */
public final class Agreement {
  private static final int FULL_MEMBER_KEY = 0x8000;

  private Agreement() {}

  /** On Q_Key, P_Key, TClass, SL, FlowLabel and HopLimit. */
  public static boolean onIdentity(Terms terms, AskedGroup said) {
    return same(McMemberRecord.Q_KEY, terms.qKey(), said)
        && (!said.has(McMemberRecord.P_KEY)
            || isOnePartition(terms.pKey(), said.value(McMemberRecord.P_KEY)))
        && same(McMemberRecord.T_CLASS, terms.trafficClass(), said)
        && same(McMemberRecord.SL, terms.sl(), said)
        && same(McMemberRecord.FLOW_LABEL, terms.flowLabel(), said)
        && same(McMemberRecord.HOP_LIMIT, terms.hopLimit(), said);
  }

  private static boolean same(Field component, int value, AskedGroup said) {
    return !said.has(component) || said.value(component) == value;
  }

  /** Of two limited members none can hear the other. */
  private static boolean isOnePartition(int key, int other) {
    return ((key ^ other) & ~FULL_MEMBER_KEY & 0xFFFF) == 0
        && ((key | other) & FULL_MEMBER_KEY) != 0;
  }

  /** On MTU and rate. */
  public static boolean onLimits(Terms terms, AskedGroup said) {
    return within(
            McMemberRecord.MTU_SELECTOR,
            McMemberRecord.MTU,
            said,
            limit -> Integer.compare(terms.mtu(), limit))
        && within(
            McMemberRecord.RATE_SELECTOR,
            McMemberRecord.RATE,
            said,
            limit -> compareRates(terms.rate(), limit));
  }

  private static boolean within(
      Field selector, Field value, AskedGroup said, IntUnaryOperator comparedTo) {
    if (!said.has(selector) || !said.has(value)) {
      return true;
    }
    int order = comparedTo.applyAsInt(said.value(value));
    return switch (said.value(selector)) {
      case Selector.GREATER_THAN -> order > 0;
      case Selector.LESS_THAN -> order < 0;
      case Selector.EXACTLY -> order == 0;
      default -> true;
    };
  }

  /** Of two rate codes, which compare as what they stand for. */
  static int compareRates(int code, int other) {
    return Double.compare(LinkRate.gbps(code), LinkRate.gbps(other));
  }

  static boolean isFaster(int code, int other) {
    return compareRates(code, other) > 0;
  }
}
