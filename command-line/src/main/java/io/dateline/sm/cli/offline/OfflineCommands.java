package io.dateline.sm.cli.offline;

import java.util.List;

/** Commands that need no node. */
public final class OfflineCommands {
  /** In the order in which help lists them. */
  public static final List<Class<?>> ALL =
      List.of(
          RouteCommand.class,
          CheckCommand.class,
          AnalyzeCommand.class,
          GenerateCommand.class,
          GroupsCommand.class);

  private OfflineCommands() {}
}
