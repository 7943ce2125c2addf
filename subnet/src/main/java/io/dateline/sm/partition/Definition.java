package io.dateline.sm.partition;

import io.dateline.sm.partition.Member.Membership;

/**
 * The head of a definition: what holds for the members and groups behind it.
 *
 * @param line where it stands, counted from 1
 * @param partition what it is of
 * @param flags what its groups are like
 * @param membership of members that have no word of their own
 * @param isIndex0 whether the P_Key goes to index 0 of the members' tables
 */
record Definition(
    int line,
    PartitionDraft partition,
    GroupFlags flags,
    Membership membership,
    boolean isIndex0) {}
