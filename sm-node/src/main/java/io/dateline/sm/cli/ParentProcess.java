package io.dateline.sm.cli;

import java.util.Optional;

/**
 * The process that a {@link ChildProcess} ends with. A parent that is killed ends nobody, so its
 * children look after it.
 */
final class ParentProcess {
  private static final String PROPERTY = "dateline.parent"; // its process id

  private ParentProcess() {}

  /** The option by which a JVM that this process starts knows it. */
  static String option() {
    return "-D" + PROPERTY + '=' + ProcessHandle.current().pid();
  }

  /** Has something run once the parent has ended, if this process has one to look after. */
  static void whenEnded(Runnable then) {
    Long pid = Long.getLong(PROPERTY);
    if (pid != null) {
      whenEnded(pid, then);
    }
  }

  /** Likewise, of any process. */
  static void whenEnded(long pid, Runnable then) {
    Optional<ProcessHandle> parent = ProcessHandle.of(pid);
    if (parent.isEmpty()) {
      then.run();
      return;
    }
    Thread.ofPlatform()
        .daemon()
        .name("parent")
        .start(
            () -> {
              parent.get().onExit().join();
              then.run();
            });
  }
}
