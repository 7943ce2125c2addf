package io.dateline.sm.cli.demo;

import java.util.List;

/** Commands around a simulated fabric. */
public final class DemoCommands {
  /** In the order in which help lists them. */
  public static final List<Class<?>> ALL = List.of(DemoCommand.class, SimCommand.class);

  private DemoCommands() {}
}
