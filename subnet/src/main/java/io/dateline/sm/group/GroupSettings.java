package io.dateline.sm.group;

/**
 * What an operator may set of multicast groups, as OpenSM's options of the same names.
 *
 * @param isDisabled {@code disable_multicast}: there are none
 * @param validatesIpoib {@code ipoib_mcgroup_creation_validation}: a group of IPoIB needs the
 *     broadcast group of its scope and partition, and what is said of it must be as there
 * @param validatesJoins {@code mcgroup_join_validation}: what a join says of a group must be so
 * @param consolidatesSnm {@code consolidate_ipv6_snm_req}: new groups of IPv6's solicited nodes
 *     that are of one partition and scope share a multicast LID
 * @param portMax {@code sa_etm_max_num_mcgs}: how many groups one port may have joined; 0 is no
 *     limit
 */
public record GroupSettings(
    boolean isDisabled,
    boolean validatesIpoib,
    boolean validatesJoins,
    boolean consolidatesSnm,
    int portMax) {
  public static final GroupSettings DEFAULTS = new GroupSettings(false, true, true, false, 128);

  /** These, with what a running node takes of others. */
  public GroupSettings with(GroupSettings read) {
    return new GroupSettings(
        isDisabled, read.validatesIpoib, read.validatesJoins, read.consolidatesSnm, read.portMax);
  }
}
