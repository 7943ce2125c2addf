package io.dateline.sm.sa;

import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;

/**
 * What a path query says of MTU, rate and packet life time (IBA Vol 1, 15.2.5.16). A limit counts
 * where both the value and its selector are asked for; one without the other is ignored.
 *
 * <p>A path that could do more is offered as one that does what was asked for: "less than" and
 * "exactly" lower its MTU, and "less than" its rate. A life time is lowered in the same way, as
 * OpenSM does it: it is the administrator's one bound for the whole subnet, not a property of the
 * path. "Exactly" is strict with rates only: senders cannot go slower unless told by how much.
 *
 * @param mtuSelector a {@link Selector}, {@link #ANY} without limit
 * @param rateSelector likewise
 * @param lifeSelector likewise
 */
record PathLimits(
    int mtuSelector, int mtu, int rateSelector, int rate, int lifeSelector, int life) {
  /** No limit. */
  static final int ANY = -1;

  /** No value would do. */
  static final int NONE = -1;

  static PathLimits of(SaQuery query) {
    return new PathLimits(
        selector(query, PathRecord.MTU_SELECTOR, PathRecord.MTU),
        query.value(PathRecord.MTU),
        selector(query, PathRecord.RATE_SELECTOR, PathRecord.RATE),
        query.value(PathRecord.RATE),
        selector(query, PathRecord.PACKET_LIFE_TIME_SELECTOR, PathRecord.PACKET_LIFE_TIME),
        query.value(PathRecord.PACKET_LIFE_TIME));
  }

  private static int selector(SaQuery query, Field selector, Field value) {
    return query.has(selector) && query.has(value) ? query.value(selector) : ANY;
  }

  /** 0, or the status for codes that do not exist. */
  int check() {
    boolean mtuCounts = mtuSelector != ANY && mtuSelector != Selector.BEST;
    boolean rateCounts = rateSelector != ANY && rateSelector != Selector.BEST;
    return (mtuCounts && !Mtu.isValid(mtu)) || (rateCounts && !LinkRate.isValid(rate))
        ? SaStatus.REQ_INVALID
        : 0;
  }

  /** The MTU code to offer for a path that can do {@code available}, or {@link #NONE}. */
  int mtuOf(int available) {
    return lowered(mtuSelector, mtu, available, Mtu.MTU_256);
  }

  /**
   * The rate code to offer for a path whose slowest rate has that rank, or {@link #NONE}.
   *
   * @param known codes that may be offered, as {@link KnownRates} has them
   */
  int rateOf(int slowestRank, int known) {
    int availableRank = KnownRates.lower(slowestRank, known);
    int available = PathChannels.rateCode(availableRank);
    if (rateSelector == ANY || rateSelector == Selector.BEST) {
      return available;
    }
    int limit = PathChannels.rateRankOf(rate);
    return switch (rateSelector) {
      case Selector.GREATER_THAN -> availableRank > limit ? available : NONE;
      case Selector.LESS_THAN -> {
        if (availableRank < limit) {
          yield available;
        }
        yield limit > 0 ? PathChannels.rateCode(KnownRates.lower(limit - 1, known)) : NONE;
      }
      default -> availableRank == limit ? available : NONE;
    };
  }

  /** The life time code to offer where {@code available} holds, or {@link #NONE}. */
  int lifeOf(int available) {
    return lowered(lifeSelector, life, available, 0);
  }

  private static int lowered(int selector, int limit, int available, int least) {
    return switch (selector) {
      case Selector.GREATER_THAN -> available > limit ? available : NONE;
      case Selector.LESS_THAN -> {
        int offer = Math.min(available, limit - 1);
        yield offer >= least ? offer : NONE;
      }
      case Selector.EXACTLY -> available >= limit ? limit : NONE;
      default -> available;
    };
  }
}
