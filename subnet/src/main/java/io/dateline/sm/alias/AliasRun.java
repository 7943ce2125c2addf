package io.dateline.sm.alias;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Tells ports their alias GUIDs: Set of GUIDInfo (IBA Vol 1, 14.2.5.5), only of blocks that the
 * book has and the port does not hold so. What is not known of these is read. Counters belong to
 * the exchange's thread.
 */
public final class AliasRun {
  /** A port shows its own GUID there, whatever it is told. */
  private static final int OWN_BYTES = Long.BYTES;

  /**
   * How a run ended.
   *
   * @param sent Sets
   * @param failed Sets without an answer, and blocks that could not be read: to be tried again
   * @param refused blocks that ports answered with no, or with other GUIDs: they may be unable
   * @param errors sentences about the first of these
   */
  public record Result(int sent, int failed, Set<AliasGuid.Id> refused, List<String> errors) {
    /** Nothing was to be done. */
    public static final Result NONE = new Result(0, 0, Set.of(), List.of());

    /** Of a run that ended with something unexpected. */
    public static Result failure(Throwable failure) {
      return new Result(0, 1, Set.of(), List.of("unexpected: " + failure));
    }
  }

  /**
   * What a run is to do.
   *
   * @param book that ports are to hold
   * @param isDoubted whether blocks that are known are read, too
   * @param isLeftOut of a block of the book, by its first entry
   */
  public record Order(AliasBook book, boolean isDoubted, Predicate<AliasGuid.Id> isLeftOut) {}

  /** A block to be told, by its number. */
  record Block(int port, int number, AliasGuid.Id id) {}

  private final MadExchange exchange;
  private final KnownGuids tables;
  private final Order order;
  private final List<Block> blocks = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final Set<AliasGuid.Id> refused = new HashSet<>();
  private int failed;
  private int withNo; // answered
  private int disobeyed;

  private AliasRun(MadExchange exchange, KnownGuids tables, Order order) {
    this.exchange = exchange;
    this.tables = tables;
    this.order = order;
  }

  /**
   * Begins a run.
   *
   * @param attributes of the fabric; what ports answer is written into them
   * @param mKeys that ports take Sets with
   */
  public static CompletionStage<Result> of(
      MadExchange exchange,
      Fabric fabric,
      Attributes attributes,
      RouteBook routes,
      TermKeys mKeys,
      Order order) {
    KnownGuids tables = new KnownGuids(fabric, attributes, routes, mKeys);
    AliasRun run = new AliasRun(exchange, tables, order);
    run.chooseBlocks();
    return GuidReading.of(exchange, tables, run.blocks, order.isDoubted())
        .thenCompose(run::tell)
        .thenApply(run::result);
  }

  private void chooseBlocks() {
    for (AliasGuid.Id id : order.book().blocks()) {
      int port = tables.fabric.endPortByGuid(id.portGuid());
      if (port == Fabric.NONE || tables.route(port) == null || order.isLeftOut().test(id)) {
        continue; // it is told when it is there again
      }
      if (id.index() < tables.capacity(port)) {
        blocks.add(new Block(port, id.index() / AliasBook.BLOCK, id));
      } else {
        errors.add(
            "port %s has room for %d GUIDs now, and does not get those from index %d on"
                .formatted(Guid.format(id.portGuid()), tables.capacity(port), id.index()));
      }
    }
  }

  private CompletionStage<PortSets.Result> tell(GuidReading.Unread unread) {
    failed += unread.silent().size();
    unread.refused().forEach(block -> refused.add(block.id()));
    errors.addAll(unread.sentences());
    blocks.removeAll(unread.silent());
    blocks.removeAll(unread.refused());
    PortSets sets = new PortSets();
    for (Block block : blocks) {
      byte[] wanted = bytes(order.book().guids(block.id()));
      if (!isSame(block, tables.held(block.port(), block.number()), wanted)) {
        sets.add(
            tables.route(block.port()),
            tables.nodeGuid(block.port()),
            AttributeId.GUID_INFO,
            block.number(),
            tables.mKey(block.port()),
            wanted,
            new Answer(block, wanted));
      }
    }
    return sets.send(exchange);
  }

  private static byte[] bytes(long[] guids) {
    GuidInfo info = new GuidInfo();
    for (int i = 0; i < guids.length; i++) {
      info.guidBlock(i, guids[i]);
    }
    return info.bytes();
  }

  private static boolean isSame(Block block, byte[] one, byte[] other) {
    int from = block.number() == 0 ? OWN_BYTES : 0;
    return Arrays.equals(one, from, GuidInfo.BYTES, other, from, GuidInfo.BYTES);
  }

  private Result result(PortSets.Result sets) {
    failed += sets.failed() - withNo;
    errors.addAll(sets.failures());
    if (disobeyed > 0) {
      errors.add("%d Sets of alias GUIDs were answered with others".formatted(disobeyed));
    }
    return new Result(sets.sent(), failed, Set.copyOf(refused), List.copyOf(errors));
  }

  private final class Answer implements PortSets.AnswerSink {
    private final Block block;
    private final byte[] wanted;

    Answer(Block block, byte[] wanted) {
      this.block = block;
      this.wanted = wanted;
    }

    @Override
    public void accept(byte[] data) {
      tables.learn(block.port(), block.number(), data);
      if (!isSame(block, data, wanted)) {
        disobeyed++;
        refused.add(block.id());
      }
    }

    /** It may have been done all the same. */
    @Override
    public void onFailure() {
      tables.forget(block.port(), block.number());
    }

    @Override
    public void onRefusal(int status) {
      withNo++;
      refused.add(block.id());
    }
  }
}
