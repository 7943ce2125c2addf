package io.dateline.sm.registration;

/**
 * What an operator may set of services and subscriptions, as OpenSM's options of the same names.
 *
 * @param servicesMax {@code sa_etm_max_num_srvcs}: how many services one port may have registered;
 *     0 is no limit
 * @param subscriptionsMax {@code sa_etm_max_num_event_subs}: how many subscriptions one port may
 *     have; 0 is no limit
 * @param dropsDeparted {@code drop_event_subscriptions}: a port that has left the subnet loses both
 */
public record RegistrationSettings(int servicesMax, int subscriptionsMax, boolean dropsDeparted) {
  public static final RegistrationSettings DEFAULTS = new RegistrationSettings(512, 512, false);
}
