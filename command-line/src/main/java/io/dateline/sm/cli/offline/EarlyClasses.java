package io.dateline.sm.cli.offline;

import io.dateline.routing.RoutingEngine;

/**
 * Has the classes of an engine initialized by a thread of its own, while something else goes on.
 * That is when the JVM compiles what {@code dateline prepare} has seen compiled, which would take
 * longer than the routing of a small fabric. Nothing is routed.
 */
final class EarlyClasses {
  private EarlyClasses() {}

  /**
   * Begins, and does not wait. A thread that needs a class that is not done yet initializes it, or
   * waits for that one.
   *
   * @return the thread that does it
   */
  static Thread initialize(RoutingEngine engine) {
    return Thread.ofPlatform()
        .daemon()
        .name("classes of " + engine.name())
        .start(() -> engine.classes().forEach(EarlyClasses::initialize));
  }

  private static void initialize(Class<?> type) {
    try {
      Class.forName(type.getName(), true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("a class that is there is not found", e);
    }
  }
}
