package io.dateline.sm.multicast;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.Routing;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.routing.multicast.HopTrees;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Plays a transcript: lines that begin with {@code >} happen, and those with {@code <} are what the
 * machine then wants done, in that order. Others set the scene, or are comments.
 *
 * <p>The fabric is three switches in a ring, an adapter at port 3 of each:
 *
 * <pre>
 *        0
 *      1/ \2
 *     2/   \1
 *     1 --- 2
 *      1   2
 * </pre>
 *
 * <p>Entries are written {@code c000:1,3 c001:2}: multicast LID and ports. A group is written
 * {@code c000:0,1}: its multicast LID, and the switches whose adapters are in it.
 */
final class MulticastTranscript {
  private static final int SWITCHES = 3;
  private static final Pattern ENTRY = Pattern.compile("([0-9a-f]{4}):([0-9,]+)");

  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern BAR = Pattern.compile("\\|");

  private final Fabric fabric = ring();
  private final Map<Integer, MulticastEffect.Program> told = new HashMap<>(); // by switch
  private MulticastState state = MulticastState.first(0);
  private MulticastEffect.Compute computing;
  private boolean isInCharge = true;
  private Optional<Long> settled = Optional.empty(); // generation
  private List<MulticastGroup> groups = List.of();

  private static Fabric ring() {
    Fabric.Builder builder = new Fabric.Builder();
    List<Fabric.NodeDraft> nodes = new ArrayList<>();
    for (int i = 0; i < SWITCHES; i++) {
      nodes.add(builder.node(NodeType.SWITCH, 0x100 + i, 4));
    }
    for (int i = 0; i < SWITCHES; i++) {
      Fabric.NodeDraft host = builder.node(NodeType.CA, 0x1000 + 16 * i, 1);
      builder.link(nodes.get(i), 1, nodes.get((i + 1) % 3), 2, LinkWidth.X4, LinkSpeed.EDR);
      builder.link(nodes.get(i), 3, host, 1, LinkWidth.X4, LinkSpeed.EDR);
    }
    return builder.build();
  }

  /** The transcript as it should have been: its lines, with the effects that there were. */
  List<String> play(List<String> lines) {
    List<String> played = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("<")) {
        continue;
      }
      played.add(line);
      if (line.startsWith(">")) {
        happen(line.substring(1).strip()).forEach(effect -> played.add("  < " + effect));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        set(line.strip());
      }
    }
    return played;
  }

  private void set(String line) {
    if (line.equals("in charge") || line.equals("not in charge")) {
      isInCharge = line.equals("in charge");
    } else if (line.startsWith("settled")) {
      settled = Optional.of(Long.parseLong(rest(line)));
    } else if (line.equals("sweeping")) {
      settled = Optional.empty();
    } else if (line.startsWith("groups")) {
      groups = groups(rest(line));
    } else {
      throw new IllegalArgumentException(line);
    }
  }

  private List<String> happen(String line) {
    MulticastMachine.Step step =
        MulticastMachine.step(
            state, input(line), new Surroundings(isInCharge, settled.map(this::subnet), groups, 2));
    state = step.next();
    return step.effects().stream().map(this::text).toList();
  }

  private MulticastSubnet subnet(long generation) {
    int[] room = {64, 64, 64};
    return new MulticastSubnet(
        generation,
        fabric,
        Routing.singleLane("test", new ForwardingTables(SWITCHES, 8)),
        room,
        new BitSet());
  }

  private MulticastInput input(String line) {
    return switch (line.replaceAll("[ :].*", "")) {
      case "term" -> new MulticastInput.TermBegan();
      case "abandoned" -> new MulticastInput.Abandoned();
      case "forget" -> new MulticastInput.SwitchForgotten(guid(rest(line)));
      case "recalled" -> new MulticastInput.SwitchRecalled(guid(rest(line)), row(line));
      case "read" -> new MulticastInput.EntriesRead(rows(rest(line)));
      case "changed" -> new MulticastInput.GroupsChanged();
      case "reached" -> new MulticastInput.SweepReached(subnet(Long.parseLong(rest(line))));
      case "over" -> new MulticastInput.SweepOver();
      case "computed" -> computed();
      case "uncomputed" -> new MulticastInput.NotComputed(computing.run(), rest(line));
      case "took" -> answered(rest(line), Optional.empty());
      case "failed" -> answered(rest(line), Optional.of("it is silent"));
      default -> throw new IllegalArgumentException(line);
    };
  }

  private static String rest(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }

  private static int node(String text) {
    return Integer.parseInt(text.substring(0, 1));
  }

  private long guid(String text) {
    return fabric.nodeGuid(node(text));
  }

  private MulticastInput computed() {
    return new MulticastInput.Computed(
        computing.run(),
        GroupPlan.of(
            fabric,
            computing.subnet().routing(),
            new HopTrees(fabric, computing.capacities()),
            computing.groups(),
            computing.capacities()));
  }

  private MulticastInput answered(String text, Optional<String> failure) {
    MulticastEffect.Program program = told.get(node(text));
    return new MulticastInput.Told(program.run(), program.telling(), failure);
  }

  private static MulticastRow row(String text) {
    MulticastRow.Builder row = new MulticastRow.Builder();
    for (Matcher entry = ENTRY.matcher(text); entry.find(); ) {
      for (String port : COMMA.splitAsStream(entry.group(2)).toList()) {
        row.set(Integer.parseInt(entry.group(1), 16), Integer.parseInt(port));
      }
    }
    return row.build();
  }

  /** As {@code 0 c000:1 | 1 | 2 c000:1,2}: switches and their entries. */
  private Map<Long, MulticastRow> rows(String text) {
    return BAR.splitAsStream(text)
        .map(String::strip)
        .collect(Collectors.toMap(this::guid, MulticastTranscript::row));
  }

  private List<MulticastGroup> groups(String text) {
    List<MulticastGroup> parsed = new ArrayList<>();
    for (Matcher group = ENTRY.matcher(text); group.find(); ) {
      int mlid = Integer.parseInt(group.group(1), 16);
      List<MulticastGroup.Member> members = new ArrayList<>();
      for (String at : COMMA.splitAsStream(group.group(2)).toList()) {
        int adapter = fabric.peer(fabric.port(Integer.parseInt(at), 3));
        members.add(
            new MulticastGroup.Member(fabric.portGuid(adapter), MulticastGroup.FULL_MEMBER, false));
      }
      parsed.add(
          new MulticastGroup(
              1,
              mlid,
              mlid,
              new MulticastGroup.Terms(1, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2),
              false,
              members));
    }
    return parsed;
  }

  private String text(MulticastEffect effect) {
    return switch (effect) {
      case MulticastEffect.EnterStep enter -> "the multicast step begins";
      case MulticastEffect.Compute compute -> {
        computing = compute;
        yield "compute run %d for sweep %d%s"
            .formatted(compute.run(), compute.subnet().generation(), without(compute));
      }
      case MulticastEffect.ForgetTrees forget -> "forget trees";
      case MulticastEffect.Program program -> {
        told.put(program.telling().node(), program);
        yield text(program);
      }
      case MulticastEffect.Warn warning ->
          "warn%s: %s"
              .formatted(
                  warning.isOfSweep() ? " in sweep " + warning.generation() : "",
                  warning.sentence());
      case MulticastEffect.SweepLacks lacks ->
          "sweep %d lacks switches %s"
              .formatted(
                  lacks.generation(),
                  lacks.switchGuids().stream().map(fabric::nodeByGuid).toList());
      case MulticastEffect.AskForSweep ask -> "ask for a sweep: " + ask.reason();
      case MulticastEffect.Publish publish -> "publish";
      case MulticastEffect.SweepGoesOn goOn -> "the sweep goes on";
    };
  }

  private static String without(MulticastEffect.Compute compute) {
    TreeSet<Integer> without = new TreeSet<>();
    for (int node = 0; node < SWITCHES; node++) {
      if (compute.capacities()[node] == 0) {
        without.add(node);
      }
    }
    return without.isEmpty() ? "" : " without switches " + without;
  }

  private static String text(MulticastEffect.Program program) {
    TableRun.Telling telling = program.telling();
    String what = telling.isClearing() ? "clear" : telling.onlyTake() ? "take from" : "give";
    return "%s switch %d%s: %s"
        .formatted(
            what,
            telling.node(),
            program.isInSweep() ? " (in the sweep)" : "",
            telling.onlyTake() ? "all but " + text(telling.row()) : text(telling.row()));
  }

  private static String text(MulticastRow row) {
    if (row.isEmpty()) {
      return "nothing";
    }
    List<String> entries = new ArrayList<>();
    for (int mlid = 0xC000; mlid <= row.topMlid(); mlid++) {
      BitSet ports = row.ports(mlid);
      if (!ports.isEmpty()) {
        entries.add(
            "%04x:%s"
                .formatted(
                    mlid,
                    ports.stream().mapToObj(Integer::toString).collect(Collectors.joining(","))));
      }
    }
    return String.join(" ", entries);
  }
}
