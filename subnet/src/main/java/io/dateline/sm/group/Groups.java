package io.dateline.sm.group;

/**
 * What subnet administration has to know of groups: those that there are, and where to ask for
 * changes.
 */
public record Groups(GroupBook book, GroupGate gate) {
  public static final Groups NONE = new Groups(GroupBook.EMPTY, GroupGate.CLOSED);

  /** None where an operator wants none, whatever the journal has. */
  public static Groups of(GroupSettings settings, GroupBook book, GroupGate gate) {
    return settings.isDisabled() ? NONE : new Groups(book, gate);
  }
}
