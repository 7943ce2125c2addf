package io.dateline.sm.registration;

/**
 * What an operator may set of services, subscriptions and alias GUIDs, as OpenSM's options of the
 * same names; the limit of alias GUIDs is not OpenSM's.
 *
 * @param servicesMax {@code sa_etm_max_num_srvcs}: how many services one port may have registered;
 *     0 is no limit
 * @param subscriptionsMax {@code sa_etm_max_num_event_subs}: how many subscriptions one port may
 *     have; 0 is no limit
 * @param dropsDeparted {@code drop_event_subscriptions}: a port that has left the subnet loses all
 * @param aliasesMax how many alias GUIDs one port may have; 0 is no limit
 * @param smAssignedGuid {@code sm_assigned_guid}: a byte of the alias GUIDs that the subnet manager
 *     chooses
 */
public record RegistrationSettings(
    int servicesMax,
    int subscriptionsMax,
    boolean dropsDeparted,
    int aliasesMax,
    int smAssignedGuid) {
  public static final RegistrationSettings DEFAULTS =
      new RegistrationSettings(512, 512, false, 128, 0);

  /** The same with the limits of others, which may change while there are registrations. */
  public RegistrationSettings withLimitsOf(RegistrationSettings others) {
    return new RegistrationSettings(
        others.servicesMax, others.subscriptionsMax, dropsDeparted, aliasesMax, smAssignedGuid);
  }
}
