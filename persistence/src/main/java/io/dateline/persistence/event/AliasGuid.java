package io.dateline.persistence.event;

import java.util.Objects;

/**
 * A further GUID of an end port, beside its own (IBA Vol 1, 14.2.5.5): packets to it go to the
 * port. Virtual machines that share an adapter have one each. Immutable.
 *
 * @param id which entry of the port's GUID table
 * @param guid never 0, but in snapshots: there it stands for a block of 8 entries, the first of
 *     which is named, that was in use and has no GUID left
 */
public record AliasGuid(Id id, long guid) {
  public AliasGuid {
    Objects.requireNonNull(id);
  }

  /**
   * An entry.
   *
   * @param portGuid own GUID of the port
   * @param index from 0 on, over all blocks; 0 is the port's own GUID
   */
  public record Id(long portGuid, int index) {}
}
