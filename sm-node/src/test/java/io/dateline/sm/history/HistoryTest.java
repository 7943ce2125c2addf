package io.dateline.sm.history;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.NotUsed;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.typed.PersistenceId;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TableDigest;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LayerEvent;
import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.NodeBook;
import io.dateline.sm.history.Sought.Found;
import io.dateline.sm.history.Sought.Refused;
import io.dateline.sm.history.line.HistoryLine;
import io.dateline.sm.replica.Histories;
import io.dateline.sm.replica.MemoryJournal;
import io.dateline.sm.state.SubnetState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The past of histories that are written into an H2 journal in memory. Every event is then given a
 * time: as many seconds after 1970 as its place in the journal is.
 *
 * <p>Long because all questions about the past are asked of the same random histories.
 */
class HistoryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PREFIX = 0xfe80_0000_0000_0000L;
  private static final int PAGE_EVENTS = 3;
  private static final Instant NOW = Instant.parse("2026-11-21T16:40:00Z");

  @TempDir Path folder;

  private MemoryJournal journal;
  private ActorTestKit kit;
  private TestProbe<Done> written;
  private ActorRef<Histories.Write<SubnetEvent>> manager;
  private History history;

  @BeforeEach
  void start() {
    journal = new MemoryJournal(folder);
    kit = journal.kit();
    written = kit.createTestProbe();
    manager = kit.spawn(Histories.Manager.create(SubnetState.persistenceId(PREFIX)));
    history = new History(kit.system(), PREFIX, InstantSource.fixed(NOW), PAGE_EVENTS);
  }

  @AfterEach
  void stop() throws SQLException {
    journal.close();
  }

  private long count(String table) throws SQLException {
    try (Connection connection = journal.connect();
        ResultSet result =
            connection.createStatement().executeQuery("SELECT COUNT(*) FROM \"" + table + "\"")) {
      result.next();
      return result.getLong(1);
    }
  }

  private void write(SubnetEvent... events) {
    manager.tell(new Histories.Write<>(List.of(events), written.ref()));
    written.receiveMessage(PATIENCE);
  }

  private void writeSwitch(long guid, LftEvent... events) {
    ActorRef<Histories.Write<LftEvent>> writer =
        kit.spawn(
            Histories.Tagged.create(
                PersistenceId.of("lft", Guid.hex16(guid)), Set.of(LftProgrammer.TAG)));
    writer.tell(new Histories.Write<>(List.of(events), written.ref()));
    written.receiveMessage(PATIENCE);
    kit.stop(writer);
  }

  private void writeLayers(long topologyId, LayerEvent... events) {
    ActorRef<Histories.Write<LayerEvent>> writer =
        kit.spawn(
            Histories.Tagged.create(
                LayerAssigner.persistenceId(topologyId), Set.of(LayerAssigner.TAG)));
    writer.tell(new Histories.Write<>(List.of(events), written.ref()));
    written.receiveMessage(PATIENCE);
    kit.stop(writer);
  }

  private static LayersAssigned layers(long topologyId, String cycle) {
    return new LayersAssigned(
        topologyId, 1, "minhop", "0123456789abcdef01", false, 1, 12, 1, cycle, "a link came up", 1);
  }

  private void giveTimes() throws SQLException {
    journal.execute("UPDATE \"event_journal\" SET \"write_timestamp\" = \"ordering\" * 1000");
  }

  /** Decisions at random, and the states after them, the one before the first included. */
  private List<SubnetState> writeAtRandom(Random random, int events) {
    List<SubnetState> states = new ArrayList<>(List.of(SubnetState.EMPTY));
    while (states.size() <= events) {
      for (SubnetEvent event : Histories.next(states.getLast(), random)) {
        write(event);
        states.add(states.getLast().apply(event));
        // Of another id, so that places in the journal are no numbers of events.
        writeSwitch(states.size(), new LftEvent.TablesForgotten("x", 1));
      }
    }
    return states;
  }

  private static <T> T now(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static <T> T found(Sought<T> sought) {
    return switch (sought) {
      case Found<T>(T value) -> value;
      case Refused<T>(String why) -> throw new AssertionError(why);
    };
  }

  private Past past(String at) {
    return now(history.past(found(now(history.moment(at)))));
  }

  /** The nodes may be told later than the rest; there is another test for them. */
  private static void assertSame(SubnetState actual, SubnetState expected, String what) {
    assertThat(actual.toSnapshot())
        .as(what)
        .usingRecursiveComparison()
        .ignoringFields("nodes", "silent")
        .isEqualTo(expected.toSnapshot());
  }

  @Test
  void shouldKnowTheStateAfterEveryEventAndAtEveryTimeWithoutAnySnapshot() throws SQLException {
    long seed = Long.getLong("dateline.seed", System.nanoTime());
    System.out.println("seed " + seed);
    List<SubnetState> states = writeAtRandom(new Random(seed), 30);
    assertThat(count("snapshot")).isPositive();
    journal.execute("UPDATE \"snapshot\" SET \"snapshot_payload\" = X'00'");
    giveTimes();

    for (int number = 1; number < states.size(); number++) {
      Past past = past(Integer.toString(number));
      String what = "event %d, seed %d".formatted(number, seed);
      assertThat(past.moment().number()).as(what).isEqualTo(number);
      assertSame(past.subnet(), states.get(number), what);

      Instant time = Instant.ofEpochMilli(past.moment().writtenMs());
      assertSame(past(time.toString()).subnet(), states.get(number), "at " + what);
      Instant after = time.plusMillis(1500); // a switch wrote its event meanwhile
      assertThat(past(after.toString()).moment().number()).as(what).isEqualTo(number);
      assertSame(past(after.toString()).subnet(), states.get(number), "after " + what);
      if (number > 1) {
        assertSame(
            past(time.minusMillis(1).toString()).subnet(),
            states.get(number - 1),
            "before " + what);
      }
    }
  }

  private Refused<Moment> refused(String at) {
    return (Refused<Moment>) now(history.moment(at));
  }

  @Test
  void shouldSayWhatIsWrongWithAPlaceThatIsNone() throws SQLException {
    assertThat(refused("1").why()).contains("nothing has happened yet");
    assertThat(refused("2020-01-01T00:00:00Z").why()).contains("nothing has happened yet");
    writeAtRandom(new Random(1), 2);
    journal.execute("UPDATE \"event_journal\" SET \"write_timestamp\" = 5000");

    assertThat(refused("0").why()).contains("numbered from 1 on");
    assertThat(refused("-3").why()).contains("numbered from 1 on");
    assertThat(refused("99").why()).matches("there is no event 99: the newest is \\d");
    assertThat(refused("noon").why()).contains("'noon' is neither");
    assertThat(refused("").why()).contains("'' is neither");
    assertThat(refused("2026-11-21T16:40:00.001Z").why())
        .contains("is in the future")
        .contains(NOW + "");
    assertThat(refused(Instant.MAX.toString()).why()).contains("is in the future");
    assertThat(refused("1970-01-01T00:00:04.999Z").why())
        .contains("before the history begins, at 1970-01-01T00:00:05Z");
    assertThat(refused(Instant.MIN.toString()).why()).contains("before the history begins");
    assertThat(now(history.first(Optional.of("99"), Optional.empty()))).isInstanceOf(Refused.class);
  }

  private List<HistoryLine> lines(Optional<String> since, Optional<Long> last) {
    List<HistoryLine> lines = new ArrayList<>();
    HistoryPage page = now(history.page(found(now(history.first(since, last)))));
    lines.addAll(page.events());
    while (page.next() > 0) {
      assertThat(page.events()).hasSize(PAGE_EVENTS);
      page = now(history.page(page.next(), page.term()));
      lines.addAll(page.events());
    }
    return lines;
  }

  private static List<Long> numbers(List<HistoryLine> lines) {
    return lines.stream().map(HistoryLine::number).toList();
  }

  @Test
  void shouldTellEveryEventOnceWithItsTermPageByPage() throws SQLException {
    assertThat(lines(Optional.empty(), Optional.empty())).isEmpty();
    long[] guids = {1, 2, 3, 4};
    write(
        new SubnetEvent.TermStarted(
            1, TermKeys.shared(0x5ec2e7), "sm-1", "this node became master", 1),
        new SubnetEvent.LidsAssigned(guids, new int[] {5, 6, 7, 8}, new byte[4], "a term began", 1),
        plan(1, "a term began"),
        new SubnetEvent.RoutingActivated(1, "a term began", 1),
        new SubnetEvent.TermStarted(
            2, TermKeys.shared(0x5ec2e7), "sm-2", "this node became master", 1),
        new SubnetEvent.LidsReleased(new long[] {4}, "trap 128 from LID 3", 1),
        new SubnetEvent.NodesSeen(
            1, new long[] {9}, NodeBook.EMPTY.pack(), List.of(), "", 1, Optional.empty(), false));
    giveTimes();

    List<HistoryLine> lines = lines(Optional.empty(), Optional.empty());
    assertThat(lines).extracting(HistoryLine::term).containsExactly(1L, 1L, 1L, 1L, 2L, 2L, 2L);
    assertThat(lines)
        .extracting(HistoryLine::what)
        .containsExactly(
            "term 1 began at sm-1",
            "4 end ports got LIDs: 0x0000000000000001 5, 0x0000000000000002 6,"
                + " 0x0000000000000003 7, ...",
            "generation 1 routed by minhop after refusals (ftree: no root):"
                + " 1 switch, 2 end ports, tables 0123456789abcdef",
            "generation 1 active",
            "term 2 began at sm-2",
            "1 end port lost LIDs: 0x0000000000000004",
            "0 nodes new or changed; 1 node gone: 0x0000000000000009");
    assertThat(lines.get(5).why()).isEqualTo("trap 128 from LID 3");
    assertThat(lines.get(5).time()).isEqualTo("1970-01-01T00:00:06Z");
    assertThat(lines.toString()).doesNotContain("5ec2e7").doesNotContain("" + 0x5ec2e7);

    assertThat(lines(Optional.empty(), Optional.of(4L))).isEqualTo(lines.subList(3, 7));
    assertThat(lines(Optional.empty(), Optional.of(100L))).isEqualTo(lines);
    assertThat(numbers(lines(Optional.of("6"), Optional.empty()))).containsExactly(6L, 7L);
    String since = "1970-01-01T00:00:04.001Z";
    assertThat(numbers(lines(Optional.of(since), Optional.empty()))).containsExactly(5L, 6L, 7L);
    assertThat(numbers(lines(Optional.of(since), Optional.of(2L)))).containsExactly(6L, 7L);
    assertThat(lines(Optional.of(NOW.toString()), Optional.empty())).isEmpty();
  }

  private static SubnetEvent.RoutingPlanned plan(long generation, String reason) {
    return new SubnetEvent.RoutingPlanned(
        generation,
        7,
        "minhop",
        "",
        "0123456789abcdef0",
        1,
        2,
        reason,
        1,
        List.of(new SubnetEvent.RoutingPlanned.Refusal("ftree", "no root")),
        "");
  }

  // ---- Tables

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();

  private static LftEvent told(long generation, ForwardingTables tables, int node) {
    return new LftEvent.TablesTargeted(
        generation, tables.maxLid(), new int[] {0}, BlockCompression.deflate(tables.row(node)), 1);
  }

  private ForwardingTables randomTables(Random random) {
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), fabric.endPorts().length);
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 1; lid <= tables.maxLid(); lid++) {
        tables.set(node, lid, 1 + random.nextInt(fabric.externalPortCount(node)));
      }
    }
    return tables;
  }

  private String text(String at, Optional<String> guid) {
    Source<ByteString, NotUsed> source = found(history.tables(past(at), guid));
    return now(source.runFold(ByteString.emptyByteString(), ByteString::concat, kit.system()))
        .utf8String();
  }

  private ForwardingTables tables(String at) {
    try {
      Path file = Files.writeString(folder.resolve("lfts"), text(at, Optional.empty()));
      return LftDumpReader.read(file, fabric).tables();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldKnowTheTablesOfAnyMomentEvenAmidProgramming() throws SQLException {
    long seed = Long.getLong("dateline.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    Discovered found = Histories.swept(fabric);
    ForwardingTables before = randomTables(random);
    ForwardingTables after = randomTables(random);
    int switches = fabric.switchCount();
    write(
        new SubnetEvent.TermStarted(1, TermKeys.shared(1), "sm", "test", 1),
        plan(1, "test")); // 1, 2
    for (int node = 0; node < switches; node++) {
      writeSwitch(fabric.nodeGuid(node), told(1, before, node));
    }
    write(new SubnetEvent.RoutingActivated(1, "test", 1)); // 3
    write(NodeBook.EMPTY.changesTo(found, Silence.NONE, 1, "test", 1).orElseThrow()); // 4
    write(plan(2, "test")); // 5
    for (int node = 0; node < switches; node++) {
      writeSwitch(fabric.nodeGuid(node), told(2, after, node));
    }
    write(new SubnetEvent.RoutingActivated(2, "test", 1)); // 6
    giveTimes();

    for (String number : List.of("3", "4", "5")) {
      assertThat(TableDigest.of(tables(number)))
          .as("event %s, seed %d", number, seed)
          .isEqualTo(TableDigest.of(before));
    }
    assertThat(tables("6")).as("seed %d", seed).isEqualTo(after);
    Instant planned = Instant.ofEpochMilli(past("5").moment().writtenMs());
    ForwardingTables amid = tables(planned.plusSeconds(4).toString());
    for (int node = 0; node < switches; node++) {
      assertThat(amid.row(node))
          .as("switch %d, seed %d", node, seed)
          .isEqualTo((node < 4 ? after : before).row(node));
    }
    assertThat(history.tables(past("2"), Optional.empty())).isInstanceOf(Refused.class);
  }

  private Sought<PastRouting> routing(String at) {
    return now(history.routing(past(at), RoutingOptions.DEFAULTS));
  }

  private static String why(Sought<PastRouting> sought) {
    return ((Refused<PastRouting>) sought).why();
  }

  @Test
  void shouldKnowTheRoutingInForceUnlessSwitchesWereBeingToldAnother() throws SQLException {
    ForwardingTables before = randomTables(new Random(5));
    ForwardingTables after = randomTables(new Random(6));
    write(
        new SubnetEvent.TermStarted(1, TermKeys.shared(1), "sm", "test", 1),
        lidsAssigned(),
        plan(1, before)); // 1, 2, 3
    for (int node = 0; node < switchCount(); node++) {
      writeSwitch(fabric.nodeGuid(node), told(1, before, node));
    }
    write(
        new SubnetEvent.RoutingActivated(1, "test", 1),
        NodeBook.EMPTY.changesTo(Histories.swept(fabric), Silence.NONE, 1, "test", 1).orElseThrow(),
        plan(2, after)); // 4, 5, 6
    for (int node = 0; node < switchCount(); node++) {
      writeSwitch(fabric.nodeGuid(node), told(2, after, node));
    }
    write(new SubnetEvent.RoutingActivated(2, "test", 1)); // 7
    giveTimes();

    for (String number : List.of("4", "5", "6")) {
      PastRouting was = found(routing(number));
      assertThat(was.routing().tables()).as(number).isEqualTo(before);
      assertThat(was.routing().engine()).isEqualTo("minhop");
      assertThat(was.lids().maxLid()).isEqualTo(fabric.endPorts().length);
    }
    assertThat(found(routing("7")).routing().tables()).isEqualTo(after);
    assertThat(why(routing("3"))).contains("no switch was known at event 3");
    Instant planned = Instant.ofEpochMilli(past("6").moment().writtenMs());
    assertThat(why(routing(planned.plusSeconds(4).toString())))
        .contains("switches were being told another routing at event 6");
  }

  /** From 1 on, in the order of end ports. */
  private SubnetEvent.LidsAssigned lidsAssigned() {
    long[] guids = Arrays.stream(fabric.endPorts()).mapToLong(fabric::portGuid).toArray();
    int[] lids = IntStream.rangeClosed(1, guids.length).toArray();
    return new SubnetEvent.LidsAssigned(guids, lids, new byte[guids.length], "test", 1);
  }

  private static SubnetEvent.RoutingPlanned plan(long generation, ForwardingTables tables) {
    return new SubnetEvent.RoutingPlanned(
        generation, 7, "minhop", "", TableDigest.of(tables), 1, 2, "test", 1, List.of(), "");
  }

  @Test
  void shouldKnowTheTableOfOneSwitch() throws SQLException {
    ForwardingTables tables = randomTables(new Random(5));
    Discovered found = Histories.swept(fabric);
    write(plan(1, "test"));
    writeSwitch(fabric.nodeGuid(2), told(1, tables, 2));
    write(
        new SubnetEvent.RoutingActivated(1, "test", 1),
        NodeBook.EMPTY.changesTo(found, Silence.NONE, 1, "test", 1).orElseThrow());

    String guid = Guid.format(fabric.nodeGuid(2));
    String text = text("3", Optional.of(guid));
    assertThat(text).containsOnlyOnce("Unicast lids").contains("guid " + guid);
    assertThat(Arrays.stream(text.split("\n"))).hasSize(tables.maxLid() + 2);
    // The others were told nothing.
    assertThat(text("3", Optional.empty())).isEqualTo(text);
    Past past = past("3");
    for (String bad : List.of("0x7777", "x", "", Guid.format(fabric.nodeGuid(switchCount())))) {
      assertThat(history.tables(past, Optional.of(bad))).as(bad).isInstanceOf(Refused.class);
    }
  }

  private int switchCount() {
    return fabric.switchCount(); // index of the first host
  }

  /** The nodes of a sweep are written down after its routing is active, if they have changed. */
  @Test
  void shouldTakeTheNodesOfTheRoutingInForce() {
    Discovered found = Histories.swept(fabric);
    SubnetEvent.NodesSeen nodes =
        NodeBook.EMPTY.changesTo(found, Silence.NONE, 2, "test", 1).orElseThrow();
    write(
        plan(1, "test"),
        new SubnetEvent.RoutingActivated(1, "test", 1),
        plan(2, "test"),
        new SubnetEvent.RoutingActivated(2, "test", 1),
        plan(3, "test"),
        nodes,
        new SubnetEvent.RoutingActivated(3, "test", 1));

    assertThat(past("3").subnet().nodes().size()).as("they are of another sweep").isZero();
    assertThat(past("4").subnet().nodes().size()).isEqualTo(fabric.nodeCount());
    assertThat(past("5").subnet().nodes().size()).isEqualTo(fabric.nodeCount());
    assertThat(past("7").subnet().nodes().size()).isEqualTo(fabric.nodeCount());
  }

  /**
   * They have no numbers of their own, and stand where they happened, also at the end of a page.
   */
  @Test
  void shouldTellWhatLayerAssignersFoundBetweenTheManagersEvents() throws SQLException {
    write(
        new SubnetEvent.TermStarted(1, TermKeys.shared(1), "sm", "test", 1),
        new SubnetEvent.SweepBegan(1, "x", 1));
    writeLayers(5, layers(5, ""), layers(5, "a -> b"));
    write(plan(1, "test")); // 3, the last of its page
    writeLayers(6, layers(6, ""));
    write(new SubnetEvent.RoutingActivated(1, "test", 1)); // 4
    writeLayers(7, layers(7, ""));
    giveTimes();

    HistoryPage first = now(history.page(1));
    assertThat(first.events())
        .extracting(HistoryLine::event)
        .containsExactly(
            "TermStarted",
            "SweepBegan",
            "LayersAssigned",
            "LayersAssigned",
            "RoutingPlanned",
            "LayersAssigned");
    assertThat(first.events())
        .extracting(HistoryLine::number)
        .containsExactly(1L, 2L, 2L, 2L, 3L, 3L);
    assertThat(first.next()).isEqualTo(4);
    assertThat(first.events().get(2).what())
        .isEqualTo(
            "layers of minhop's tables 0123456789abcdef: 1, 12 channels, 1 dependency, free of"
                + " credit loops");
    assertThat(first.events().get(2).why()).isEqualTo("a link came up");
    assertThat(first.events().get(2).term()).isEqualTo(1);
    assertThat(first.events().get(3).what()).endsWith("credit loops are possible: a -> b");
    assertThat(first.events().get(3).time()).isEqualTo("1970-01-01T00:00:04Z");

    HistoryPage last = now(history.page(first.next(), first.term()));
    assertThat(last.events())
        .extracting(HistoryLine::event)
        .containsExactly("RoutingActivated", "LayersAssigned");
    assertThat(last.next()).isZero();
  }
}
