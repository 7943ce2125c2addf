package io.dateline.sm.registration;

import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.group.GroupSettings;

/**
 * What subnet administration has to know of what ports have asked for: groups, services and
 * subscriptions that there are, and where to ask for changes.
 */
public record Register(GroupBook groups, RegistrationBook registrations, ChangeGate gate) {
  public static final Register EMPTY =
      new Register(GroupBook.EMPTY, RegistrationBook.EMPTY, ChangeGate.CLOSED);

  /** Without groups where an operator wants none, whatever the journal has. */
  public static Register of(
      GroupSettings settings, GroupBook groups, RegistrationBook registrations, ChangeGate gate) {
    return new Register(settings.isDisabled() ? GroupBook.EMPTY : groups, registrations, gate);
  }
}
