package io.dateline.sm.manager;

/**
 * Why something failed, in the words of what failed first: of a full disk, H2 only says that the
 * database has been closed.
 */
public final class RootCause {
  private static final int DEPTH_MAX = 20;

  private RootCause() {}

  /** The first cause's message, or its name where it has none. */
  public static String of(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause.getCause() != null && depth < DEPTH_MAX; depth++) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
