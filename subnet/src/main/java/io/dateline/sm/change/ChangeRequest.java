package io.dateline.sm.change;

/**
 * A port asks for a change that subnet administration remembers: of a group, a service, a
 * subscription or an alias GUID. Immutable; stays on its node.
 */
public interface ChangeRequest {
  /** PortGUID of the end port that asks. */
  long requesterGuid();
}
