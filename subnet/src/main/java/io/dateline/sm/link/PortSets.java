package io.dateline.sm.link;

import io.dateline.fabric.Guid;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.MadNames;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A batch of Sets sent side by side; ends when each has been answered or given up. Answers and
 * counters belong to the exchange's thread.
 */
public final class PortSets {
  private static final int FAILURES_NAMED = 20;

  /** Handed over for one node at a time; no fewer than may be on the wire to it. */
  private static final int AHEAD_MAX = 16;

  /**
   * MADs in a row that a node left unanswered, all their tries, before the rest of the batch is not
   * sent to it: a switch with many ports that goes away has a thousand to come.
   */
  private static final int SILENCES_MAX = 8;

  private final List<Item> items = new ArrayList<>();

  /** Receives the attribute as the node answered it. */
  @FunctionalInterface
  public interface AnswerSink {
    void accept(byte[] data);

    /** The Set was refused, not answered, or not sent to a node that does not answer. */
    default void onFailure() {}

    /** The node has answered that it will not, with this status; {@link #onFailure} else. */
    default void onRefusal(int status) {
      onFailure();
    }
  }

  /** The MAD is made when it is sent: there may be hundreds of thousands of them. */
  record Item(
      DirectedRoute route,
      long nodeGuid,
      int attributeId,
      int modifier,
      long mKey,
      byte[] data,
      AnswerSink sink) {
    MadRequest request() {
      Mad mad = Smp.set(route, attributeId, modifier, mKey, data);
      return MadRequest.of(MadPacket.directed(mad), nodeGuid);
    }
  }

  /**
   * How a batch ended.
   *
   * @param sent Sets in it
   * @param failed Sets refused, not answered, or not sent for that reason
   * @param failures sentences about the first of them
   */
  public record Result(int sent, int failed, List<String> failures) {}

  /**
   * Adds a Set.
   *
   * @param data the attribute, not to be changed before the batch has ended
   * @param nodeGuid the node it is for; also what the window per target counts by
   * @param mKey the key the port holds now
   */
  public PortSets add(
      DirectedRoute route,
      long nodeGuid,
      int attributeId,
      int modifier,
      long mKey,
      byte[] data,
      AnswerSink sink) {
    items.add(new Item(route, nodeGuid, attributeId, modifier, mKey, data, sink));
    return this;
  }

  /**
   * Has another node send all, in parts; call once.
   *
   * @param relay sends a part that was packed ({@link PackedSets}), and tells which failed
   */
  public RelayedSets relay(Function<byte[], CompletionStage<RelayedSets.Answer>> relay) {
    return new RelayedSets(PackedSets.parts(items, RelayedSets.PART), relay);
  }

  public int size() {
    return items.size();
  }

  /** Sends all, but to nodes that do not answer; call once. */
  public CompletionStage<Result> send(MadExchange exchange) {
    Run run = new Run(exchange, items.size());
    if (items.isEmpty()) {
      run.finish();
    }
    run.take(items).forEach(run::request);
    return run.done;
  }

  /** What is under way to one node. */
  private static final class Node {
    private final ArrayDeque<Item> waiting = new ArrayDeque<>();
    private int handedOver;
    private int silences; // since it answered
  }

  private static final class Run {
    private final MadExchange exchange;
    private final CompletableFuture<Result> done = new CompletableFuture<>();
    private final Long2ObjectMap<Node> nodes = new Long2ObjectOpenHashMap<>(); // by GUID
    private final List<String> failures = new ArrayList<>();
    private final int sent;
    private int outstanding;
    private int failed;

    Run(MadExchange exchange, int sent) {
      this.exchange = exchange;
      this.sent = sent;
      outstanding = sent;
    }

    /** Those to begin with; the others wait. */
    List<Item> take(List<Item> items) {
      List<Item> first = new ArrayList<>();
      for (Item item : items) {
        Node node = nodes.computeIfAbsent(item.nodeGuid, guid -> new Node());
        if (node.handedOver < AHEAD_MAX) {
          node.handedOver++;
          first.add(item);
        } else {
          node.waiting.add(item);
        }
      }
      return first;
    }

    void request(Item item) {
      exchange.request(item.request(), outcome -> onOutcome(item, outcome));
    }

    private void onOutcome(Item item, MadOutcome outcome) {
      Node node = nodes.get(item.nodeGuid);
      switch (outcome) {
        case MadOutcome.Answered answered -> {
          node.silences = 0;
          item.sink.accept(Smp.data(answered.reply()));
        }
        case MadOutcome.Refused refused -> {
          node.silences = 0;
          int status = refused.reply().status();
          item.sink.onRefusal(status);
          note(item, "refused with " + MadNames.status(status));
        }
        case MadOutcome.TimedOut timedOut -> {
          node.silences++;
          fail(item, "not answered in %d tries".formatted(timedOut.tries()));
        }
        case MadOutcome.Rejected rejected -> fail(item, rejected.reason());
      }
      outstanding--;
      while (node.silences >= SILENCES_MAX && !node.waiting.isEmpty()) {
        fail(node.waiting.poll(), "not sent, for the node does not answer");
        outstanding--;
      }
      if (!node.waiting.isEmpty()) {
        request(node.waiting.poll());
      }
      if (outstanding == 0) {
        finish();
      }
    }

    private void fail(Item item, String how) {
      item.sink.onFailure();
      note(item, how);
    }

    private void note(Item item, String how) {
      failed++;
      if (failures.size() < FAILURES_NAMED) {
        failures.add(
            "%s, modifier 0x%x, at %s: %s"
                .formatted(
                    MadNames.kind(Mad.CLASS_SUBN_DIRECTED, Mad.SET, item.attributeId),
                    item.modifier,
                    Guid.format(item.nodeGuid),
                    how));
      }
    }

    private void finish() {
      done.complete(new Result(sent, failed, List.copyOf(failures)));
    }
  }
}
