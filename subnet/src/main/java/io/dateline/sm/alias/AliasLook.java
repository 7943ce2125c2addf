package io.dateline.sm.alias;

import io.dateline.fabric.Fabric;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Looks what ports hold of alias GUIDs (IBA Vol 1, 14.2.5.5), in all blocks that they have room
 * for. So what another subnet manager has granted is known before anything is written.
 */
public final class AliasLook {
  /**
   * How a look ended.
   *
   * @param silent own GUIDs of ports that did not answer, and of which not all is known
   * @param errors sentences about the first of them
   */
  public record Result(Set<Long> silent, List<String> errors) {
    /** Of a look that ended with something unexpected. */
    public static Result failure(Throwable failure, Set<Long> ports) {
      return new Result(ports, List.of("unexpected: " + failure));
    }
  }

  private AliasLook() {}

  /**
   * Begins a look. A port that answers with no has none.
   *
   * @param attributes of the fabric; what ports answer is written into them
   * @param mKeys that ports answer to
   * @param ports own GUIDs
   */
  public static CompletionStage<Result> of(
      MadExchange exchange,
      Fabric fabric,
      Attributes attributes,
      RouteBook routes,
      TermKeys mKeys,
      Set<Long> ports) {
    KnownGuids tables = new KnownGuids(fabric, attributes, routes, mKeys);
    List<AliasRun.Block> blocks = new ArrayList<>();
    for (long guid : ports) {
      int port = fabric.endPortByGuid(guid);
      if (port != Fabric.NONE && tables.route(port) != null) {
        addBlocks(tables, port, blocks);
      }
    }
    return GuidReading.of(exchange, tables, blocks, /* isWhole= */ false)
        .thenApply(unread -> result(tables, blocks, unread));
  }

  private static void addBlocks(KnownGuids tables, int port, List<AliasRun.Block> blocks) {
    long guid = tables.fabric.portGuid(port);
    for (int number = 0; number < tables.blocks(port); number++) {
      blocks.add(
          new AliasRun.Block(port, number, new AliasGuid.Id(guid, number * AliasBook.BLOCK)));
    }
  }

  private static Result result(
      KnownGuids tables, List<AliasRun.Block> blocks, GuidReading.Unread unread) {
    blocks.stream().mapToInt(AliasRun.Block::port).distinct().forEach(tables::trim);
    Set<Long> silent = new HashSet<>();
    unread.silent().forEach(block -> silent.add(block.id().portGuid()));
    return new Result(silent, unread.sentences());
  }
}
