package io.dateline.sm.partition;

import it.unimi.dsi.fastutil.ints.IntSet;

/**
 * Which P_Keys ports are to hold, and how tables are laid out.
 *
 * @param members of the partitions
 * @param keepsIndexes {@code keep_pkey_indexes}: a key that stays is not moved
 * @param isEnforced whether switch ports that face end ports get these ports' keys, too
 * @param isDoubted whether tables are read though they are known: another master may have changed
 *     them after it last told
 * @param keptElsewhere lower 15 bits of P_Keys that ports which are not in the fabric hold and are
 *     not to hold: no port gets them
 */
public record KeyRules(
    PartitionMembers members,
    boolean keepsIndexes,
    boolean isEnforced,
    boolean isDoubted,
    IntSet keptElsewhere) {}
