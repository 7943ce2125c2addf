package io.dateline.sm.sa;

import io.dateline.mad.sa.PathRecord;

/** The P_Keys of the paths of one query. Immutable. */
final class KeyChoice {
  /** The ports may not talk to each other. */
  static final int NONE = -1;

  private final SaQuery query;
  private final boolean isRaw;
  private final boolean isAsked;
  private final int asked;

  KeyChoice(SaQuery query, boolean isRaw) {
    this.query = query;
    this.isRaw = isRaw;
    isAsked = query.has(PathRecord.P_KEY);
    asked = query.value(PathRecord.P_KEY);
  }

  /**
   * The P_Key of a path between two end ports, or {@link #NONE}. Where it is not asked for, and for
   * raw traffic, it is the first that they share, among the level's if that has any, as the source
   * holds it. A limited member has none to itself either: the queue pair that gets the packet
   * compares two limited keys (IBA Vol 1, 10.9.3). (OpenSM tells a level's key as the policy file
   * has it, without the bit of a full member.)
   */
  int key(int source, int destination, PathLevel level) {
    PartitionKeys ours = query.keysOf(source);
    PartitionKeys theirs = query.keysOf(destination);
    int shared = ours.sharedWith(theirs);
    if (shared == 0) {
      return NONE;
    }
    if (isRaw) {
      return shared;
    }
    boolean isAny = level.pKeys().isEmpty();
    if (isAsked) {
      boolean isLevels = isAny || level.pKeys().contains(asked & PartitionKeys.BASE_MASK);
      return isLevels && ours.shares(theirs, asked) ? asked : NONE;
    }
    if (isAny) {
      return shared;
    }
    int ofLevel = ours.sharedWith(theirs, level.pKeys());
    return ofLevel == 0 ? NONE : ofLevel;
  }
}
