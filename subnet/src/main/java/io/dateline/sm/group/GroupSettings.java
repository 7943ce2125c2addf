package io.dateline.sm.group;

/**
 * What an operator may set of multicast groups, as OpenSM's options of the same names.
 *
 * @param isDisabled {@code disable_multicast}: there are none
 * @param validatesIpoib {@code ipoib_mcgroup_creation_validation}: a group of IPoIB needs the
 *     broadcast group of its scope and partition, and what is said of it must be as there
 * @param validatesJoins {@code mcgroup_join_validation}: what a join says of a group must be so
 * @param portMax {@code sa_etm_max_num_mcgs}: how many groups one port may have joined; 0 is no
 *     limit
 */
public record GroupSettings(
    boolean isDisabled, boolean validatesIpoib, boolean validatesJoins, int portMax) {
  public static final GroupSettings DEFAULTS = new GroupSettings(false, true, true, 128);

  /** The same with another limit, which may change while there are groups. */
  public GroupSettings withPortMax(int max) {
    return new GroupSettings(isDisabled, validatesIpoib, validatesJoins, max);
  }
}
