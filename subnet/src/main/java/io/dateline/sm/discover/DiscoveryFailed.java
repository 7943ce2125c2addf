package io.dateline.sm.discover;

/** The subnet could not be swept at all; the message says why. Trying again may help. */
public final class DiscoveryFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DiscoveryFailed(String message) {
    super(message);
  }
}
