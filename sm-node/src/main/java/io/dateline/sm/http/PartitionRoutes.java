package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mtu;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.sm.manager.PartitionAnswer;
import io.dateline.sm.partition.Member;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionBook;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.token.Role;
import it.unimi.dsi.fastutil.longs.Long2ByteLinkedOpenHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * {@code GET /partitions}: those in force, from any node, as the journal has them. {@code POST
 * /partitions}: ports are given to one, or taken back, by the master.
 */
final class PartitionRoutes {
  private static final String KEY = "pKey";
  private static final String NAME = "name";
  private static final String REASON = "reason";
  private static final String IPOIB = "ipoib";
  private static final String MTU = "mtu";
  private static final String RATE = "rate";
  private static final String SL = "sl";
  private static final int SL_MAX = 15;
  private static final Map<String, Byte> MEMBERSHIPS =
      Map.of(
          "full", RunTimePartition.FULL,
          "limited", RunTimePartition.LIMITED,
          "both", RunTimePartition.BOTH,
          "remove", RunTimePartition.OUT);
  private static final Map<String, JsonNodeType> FIELDS =
      Map.ofEntries(
          Map.entry(IPOIB, JsonNodeType.BOOLEAN),
          Map.entry(MTU, JsonNodeType.NUMBER),
          Map.entry(RATE, JsonNodeType.NUMBER),
          Map.entry(SL, JsonNodeType.NUMBER),
          Map.entry(KEY, JsonNodeType.STRING),
          Map.entry(NAME, JsonNodeType.STRING),
          Map.entry(REASON, JsonNodeType.STRING),
          Map.entry("full", JsonNodeType.ARRAY),
          Map.entry("limited", JsonNodeType.ARRAY),
          Map.entry("both", JsonNodeType.ARRAY),
          Map.entry("remove", JsonNodeType.ARRAY));

  /** A name goes into lines of the journal and of logs. */
  private static final String NAME_PATTERN = "[A-Za-z0-9._ -]{0,64}";

  private record Told(boolean isManaged, String fileDigest, List<ToldPartition> partitions) {}

  private record ToldPartition(
      String name, String pKey, List<String> members, List<String> atRunTime, int groups) {}

  private final JournalReads journal;
  private final NodeOrders orders;
  private final OrderBook book;

  PartitionRoutes(JournalReads journal, NodeOrders orders, OrderBook book) {
    this.journal = journal;
    this.orders = orders;
    this.book = book;
  }

  Route routes(HttpGuard guard) {
    return path(
        "partitions",
        () ->
            concat(
                get(
                    () ->
                        guard.reading(
                            () -> completeWithFuture(journal.answer(PartitionRoutes::list)))),
                guard.order(Role.OPERATOR, FIELDS, this::change)));
  }

  private static HttpResponse list(SubnetState subnet) {
    PartitionBook known = subnet.partitions();
    return JsonAnswer.of(
        new Told(
            !known.isEmpty(),
            known.digest(),
            known.inForce().all().stream().map(one -> told(known, one)).toList()));
  }

  private static ToldPartition told(PartitionBook known, Partition partition) {
    int fromFile = known.ofFile().find(partition.key()).map(one -> one.members().size()).orElse(0);
    List<String> members = partition.members().stream().map(Member::toString).toList();
    return new ToldPartition(
        partition.name(),
        "0x%04x".formatted(partition.key()),
        members.subList(0, fromFile),
        members.subList(fromFile, members.size()),
        partition.groups().size());
  }

  private CompletionStage<HttpResponse> change(JsonNode order) {
    String reason = order.path(REASON).asText().strip();
    String name = order.path(NAME).asText().strip();
    if (!reason.isEmpty() && !OperatorReason.isFit(reason)) {
      return JsonAnswer.wrong(
          "a reason has 1 to %d printable characters".formatted(OperatorReason.LENGTH_MAX));
    }
    if (!name.matches(NAME_PATTERN)) {
      return JsonAnswer.wrong("a name has up to 64 letters, digits, blanks, dots, dashes");
    }
    RunTimePartition changes;
    try {
      changes = changes(order, name);
    } catch (IllegalArgumentException e) {
      return JsonAnswer.wrong(e.getMessage());
    }
    return book.begun(
        orders
            .partition()
            .order(changes, reason.isEmpty() ? "it was ordered" : reason)
            .thenApply(PartitionRoutes::answer));
  }

  private static RunTimePartition changes(JsonNode order, String name) {
    String text = order.path(KEY).asText();
    if (!text.matches("0x[0-9a-fA-F]{1,4}")) {
      throw new IllegalArgumentException(
          "a P_Key is needed, as in {\"%s\": \"0x8001\"}".formatted(KEY));
    }
    int key = Integer.parseInt(text.substring(2), 16) & Partition.DEFAULT_KEY;
    Long2ByteLinkedOpenHashMap members = new Long2ByteLinkedOpenHashMap();
    MEMBERSHIPS.forEach(
        (word, membership) ->
            order
                .path(word)
                .valueStream()
                .forEach(
                    guid -> {
                      if (members.containsKey(guid(guid))) {
                        throw new IllegalArgumentException(
                            guid.asText() + " is named more than once");
                      }
                      members.put(guid(guid), membership.byteValue());
                    }));
    return new RunTimePartition(
        key,
        name,
        members.keySet().toLongArray(),
        members.values().toByteArray(),
        broadcast(order));
  }

  private static Optional<Broadcast> broadcast(JsonNode order) {
    int mtu = order.path(MTU).asInt();
    int rate = order.path(RATE).asInt();
    int sl = order.path(SL).asInt();
    if (!order.path(IPOIB).asBoolean()) {
      if (order.has(MTU) || order.has(RATE) || order.has(SL)) {
        throw new IllegalArgumentException(
            "mtu, rate and sl are those of IPoIB's broadcast group: ask for ipoib, too");
      }
      return Optional.empty();
    }
    if (order.has(MTU) && !Mtu.isValid(mtu)) {
      throw new IllegalArgumentException(
          "mtu=%d is no code of an MTU, as 4 is of 2048 bytes".formatted(mtu));
    }
    if (order.has(RATE) && !LinkRate.isValid(rate)) {
      throw new IllegalArgumentException(
          "rate=%d is no code of a rate, as 3 is of 10 Gb/s".formatted(rate));
    }
    if (sl < 0 || sl > SL_MAX) {
      throw new IllegalArgumentException("sl=%d is not within 0 to %d".formatted(sl, SL_MAX));
    }
    return Optional.of(new Broadcast(mtu, rate, sl));
  }

  /** In hex only: a GUID that was copied without its 0x would be another one in decimal. */
  private static long guid(JsonNode text) {
    if (!text.asText().matches("0[xX](?!0+$)[0-9a-fA-F]{1,16}")) {
      throw new IllegalArgumentException(
          "'%.40s' is no GUID, as 0x0002c90300001231 is".formatted(text.asText()));
    }
    return Guid.parse(text.asText());
  }

  private static HttpResponse answer(PartitionAnswer answer) {
    return switch (answer) {
      case PartitionAnswer.Changed changed -> JsonAnswer.of(changed);
      case PartitionAnswer.NotChanged(String why) -> JsonAnswer.error(StatusCodes.CONFLICT, why);
    };
  }
}
