package io.dateline.sm.cli.remote;

import java.util.List;

/** Commands that ask a running node. */
public final class RemoteCommands {
  /** In the order in which help lists them. */
  public static final List<Class<?>> ALL =
      List.of(
          StatusCommand.class,
          ClusterCommand.class,
          FabricCommand.class,
          PathCommand.class,
          RoutingCommand.class,
          KeyCommand.class,
          PartitionCommand.class,
          SweepCommand.class,
          RebalanceCommand.class,
          ReloadCommand.class,
          DumpCommand.class,
          HistoryCommand.class);

  private RemoteCommands() {}
}
