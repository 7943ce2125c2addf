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
   * holds it. (OpenSM tells a level's key as the policy file has it, without the bit of a full
   * member.)
   */
  int key(int source, int destination, PathLevel level) {
    PartitionKeys ours = query.keysOf(source);
    PartitionKeys theirs = query.keysOf(destination);
    boolean isSelf = source == destination; // a limited member may talk to itself
    int shared = isSelf ? ours.first() : ours.sharedWith(theirs);
    if (shared == 0) {
      return NONE;
    }
    if (isRaw) {
      return shared;
    }
    boolean isAny = level.pKeys().isEmpty();
    if (isAsked) {
      boolean isLevels = isAny || level.pKeys().contains(asked & PartitionKeys.BASE_MASK);
      boolean isShared = isSelf ? ours.holds(asked) : ours.shares(theirs, asked);
      return isLevels && isShared ? asked : NONE;
    }
    if (isAny) {
      return shared;
    }
    int ofLevel = isSelf ? ours.first(level.pKeys()) : ours.sharedWith(theirs, level.pKeys());
    return ofLevel == 0 ? NONE : ofLevel;
  }
}
