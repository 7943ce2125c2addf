package io.dateline.sm.simulation;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SweepWish;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A story told in lines, and what the machines make of it. Lines that begin with {@code >} are
 * done, one after the other:
 *
 * <pre>
 *   fabric SPEC, engine NAME ...      before anything else
 *   spread                            all nodes program; before anything else
 *   start N, kill N, leave N          a node's process
 *   pause N MS, cut off N             it stands still; the others do not reach it
 *   run MS                            time passes
 *   until TEXT                        time passes until a line has this in it
 *   pull S P, plug S P                the cable at port P of switch S
 *   pull-host H, plug-host H          the cable of host H
 *   sweep N                           somebody asks node N for a sweep
 *   off S, on S                       the power of switch S
 *   silence S, hear S                 switch S answers nothing; it answers again
 *   journal WELL|SLOW|AWAY|MUMBLING
 *   rival H PRIORITY STATE            another subnet manager at host H
 *   rival hands over N, rival ends
 *   rival moves LIDs                  it gives every port that it reaches another one
 *   lids                              those of hosts are told
 *   lock H KEY                        the rival puts its key on host H
 *   grant H INDEX GUID                the rival gives host H an alias GUID
 *   mute-guids H, tell-guids H        host H does not answer GUIDInfo; it does again
 *   mute-blocks H, tell-blocks H      the same for all blocks of GUIDInfo but the first
 *   option NAME = VALUE               of dateline.conf, from the next start or reload on
 *   keys H                            what host H holds of P_Keys is told
 *   enforce H                         the rival has the switch port of host H check P_Keys
 *   enforcement                       how many switch ports check P_Keys is told
 *   guids H                           what host H holds of alias GUIDs is told
 *   traps COUNT                       of switch 0, one a millisecond
 *   join H [KEY]                      host H joins the broadcast group, or that of a partition
 *   serve H SECONDS                   host H registers a service with that lease
 *   join-as GUID                      a port joins the broadcast group by an alias GUID
 *   alias H INDEX GUID                host H asks for an alias GUID, 0 for one that is chosen, @H
 *                                     for the own GUID of host H
 *   unalias H INDEX                   host H gives it back
 *   lie NAME [TIMES]                  the engine's next tables lack a way
 *   spoil NAME                        those that another node than the master computes differ
 *   shun NAME                         that engine refuses where another node asks it, once
 *   swallow NAME                      a node that is asked to try that engine says nothing, once
 *   old N                             node N is of a version that tries no candidates
 *   dawdle S MS                       the programmer of switch S tells so much later what it
 *                                     remembers, once
 *   drop S TIMES                      the next question to the programmer of switch S is dropped so
 *                                     often on the way, and told again later
 *   compare N                         an operator has engines compared
 *   reassign N                        an operator has LIDs given anew
 *   forget N                          an operator has what engines remember forgotten
 *   partitions TEXT, partitions gone  the partition file, {host H} for the GUID of host H
 *   reload N                          an operator has node N read the file again
 *   partition N KEY H full|limited|out [ipoib]  an operator changes a partition at run time
 * </pre>
 */
final class Scenario {
  /** Inputs of which there are as many as switches, members or traps. */
  private static final Pattern ANSWERS =
      Pattern.compile("<- (Answered|Recalled|RunPart|Trapped|PollDue|Polled)$");

  private static final long PATIENCE = 100 * World.SECOND;

  private static final int MOVED_LID = 20; // the rival's first one

  private static final Path PARTITIONS = Path.of("target", "transcripts", "partitions.conf");

  private static final Pattern HOST = Pattern.compile("\\{host (\\d+)}");

  private static final Pattern SWITCH = Pattern.compile("0x[0-9a-f]{16}");

  private final World world = new World(1);
  private final SimulatedWire.Weather weather = new SimulatedWire.Weather();
  private final SimulatedJournal journal = new SimulatedJournal(world);
  private final List<String> told = new ArrayList<>();
  private SimulatedFabric fabric;
  private SimulatedCluster cluster;
  private boolean hasPartitions;
  private SimulatedRival rival;
  private final WorkerFaults workerFaults = new WorkerFaults();
  private String fabricSpec = "torus:3x3";
  private String engines = "minhop";
  private int spreadFrom;
  private String option = "";

  /** Once a node has been started. */
  SimulatedFabric fabric() {
    return fabric;
  }

  /** Does what a line says; returns what follows it. */
  List<String> take(String line) {
    told.clear();
    List<String> words = new ArrayList<>(List.of(line.strip().split("\\s+")));
    String word = words.removeFirst();
    switch (word) {
      case "fabric" -> fabricSpec = words.getFirst();
      case "spread" -> spreadFrom = 1;
      case "engine" -> engines = String.join(",", words);
      default -> act(word, words);
    }
    return Lines.folded(told);
  }

  private void act(String word, List<String> words) {
    if (fabric == null) {
      begin();
    }
    switch (word) {
      case "start" -> cluster.start(number(words));
      case "kill" -> cluster.kill(node(number(words)));
      case "leave" -> cluster.leave(node(number(words)));
      case "pause" -> cluster.pause(node(number(words)), number(words) * World.MS);
      case "cut" -> {
        words.removeFirst(); // off
        cluster.isolate(node(number(words)));
      }
      case "run" -> pass(number(words));
      case "until" -> passUntil(String.join(" ", words));
      case "pull" -> fabric.unlink(port(words));
      case "plug" -> fabric.relink(port(words));
      case "pull-host" -> fabric.unlink(host(number(words)));
      case "plug-host" -> fabric.relink(host(number(words)));
      case "sweep" -> node(number(words)).tell(new SmCommand.Sweep("somebody asks"));
      case "compare" ->
          order(words, "the operator has engines compared", SweepWish.COMPARE_ENGINES);
      case "reassign" -> order(words, "the operator has LIDs given anew", SweepWish.REASSIGN_LIDS);
      case "rebalance" ->
          order(words, "the operator has routes balanced anew", SweepWish.REBALANCE);
      case "off" -> fabric.nodeDown(number(words));
      case "on" -> fabric.nodeUp(number(words));
      case "silence" -> weather.silent.set(number(words));
      case "hear" -> weather.silent.clear(number(words));
      case "journal" ->
          journal.become(
              SimulatedJournal.Mood.valueOf(words.removeFirst().toUpperCase(Locale.ROOT)));
      case "rival" -> rival(words);
      case "lids" -> lids();
      case "lock" -> rival.lock(host(number(words)), Long.decode(words.removeFirst()));
      case "enforce" -> rival.enforce(fabric.fabric().peer(host(number(words))));
      case "grant" ->
          rival.grant(host(number(words)), number(words), Long.decode(words.removeFirst()));
      case "mute-guids" -> weather.guidless.set(fabric.fabric().nodeOf(host(number(words))));
      case "tell-guids" -> weather.guidless.clear(fabric.fabric().nodeOf(host(number(words))));
      case "mute-blocks" -> weather.oneBlock.set(fabric.fabric().nodeOf(host(number(words))));
      case "tell-blocks" -> weather.oneBlock.clear(fabric.fabric().nodeOf(host(number(words))));
      case "guids" -> guids(number(words));
      case "keys" -> keys(number(words));
      case "enforcement" -> enforcement();
      case "option" -> option = String.join(" ", words);
      case "traps" -> traps(number(words));
      case "join" -> {
        long guid = fabric.fabric().portGuid(host(number(words)));
        master().join(guid, words.isEmpty() ? 0xFFFF : Integer.decode(words.removeFirst()));
      }
      case "join-as" -> master().join(guid(words.removeFirst()), 0xFFFF);
      case "serve" -> master().serve(fabric.fabric().portGuid(host(number(words))), number(words));
      case "alias" -> alias(true, words);
      case "unalias" -> alias(false, words);
      case "lie" -> workerFaults.lie(words.removeFirst(), words.isEmpty() ? 1 : number(words));
      case "spoil" -> workerFaults.spoil(words.removeFirst());
      case "shun" -> workerFaults.shun(words.removeFirst());
      case "swallow" -> workerFaults.swallow(words.removeFirst());
      case "old" -> cluster.triesNone(node(number(words)));
      case "dawdle" ->
          workerFaults.slow(fabric.fabric().nodeGuid(number(words)), number(words) * World.MS);
      case "drop" -> workerFaults.drop(fabric.fabric().nodeGuid(number(words)), number(words));
      case "forget" -> node(number(words)).forgetFrame();
      case "partitions" -> partitions(String.join(" ", words));
      case "reload" -> node(number(words)).reload(config());
      case "partition" -> partition(words);
      default -> throw new IllegalArgumentException("no such line: " + word);
    }
  }

  /** A number, or {@code @H} for the own GUID of host H. */
  private long guid(String word) {
    return word.startsWith("@")
        ? fabric.fabric().portGuid(host(Integer.parseInt(word.substring(1))))
        : Long.decode(word);
  }

  private void alias(boolean isSet, List<String> words) {
    long port = fabric.fabric().portGuid(host(number(words)));
    int index = number(words);
    long guid = isSet ? guid(words.removeFirst()) : 0;
    master().alias(isSet, port, index, guid, answer -> {});
  }

  private void guids(int host) {
    long[] held = fabric.guids(host(host));
    List<String> aliases = new ArrayList<>();
    for (int index = 1; index < held.length; index++) {
      if (held[index] != 0) {
        aliases.add("%x at index %d".formatted(held[index], index));
      }
    }
    world.note("host %d holds %s", host, aliases);
  }

  private static int number(List<String> words) {
    return Integer.parseInt(words.removeFirst());
  }

  private int port(List<String> words) {
    return fabric.fabric().port(number(words), number(words));
  }

  private int host(int number) {
    return Adapters.ports(fabric.fabric())[number];
  }

  private SimulatedNode node(int place) {
    return cluster.at(place).orElseThrow();
  }

  private SimulatedNode master() {
    return cluster.alive().stream().filter(SimulatedNode::hasManager).findFirst().orElseThrow();
  }

  private void begin() {
    fabric = new SimulatedFabric(TopologySpec.parse(fabricSpec).generate());
    world.listen(line -> told.add(line));
    cluster =
        new SimulatedCluster(
            world,
            /* size= */ 3,
            place ->
                new SimulatedNode(
                    world,
                    journal,
                    fabric,
                    weather,
                    SubnetSettings.of(config()),
                    cluster,
                    "node" + place,
                    host(2 * place),
                    spreadFrom,
                    workerFaults),
            (node, order) -> {});
    world.drive(fabric, 10 * World.MS);
  }

  private Config config() {
    Config usual = Settings.config(engines, "1h", hasPartitions ? PARTITIONS.toString() : "");
    return ConfigFactory.parseString(option).withFallback(usual).resolve();
  }

  private void keys(int host) {
    List<String> held = new ArrayList<>();
    for (short key : fabric.pKeys(host(host))) {
      if (key != 0) {
        held.add("0x%04x".formatted(key & 0xFFFF));
      }
    }
    world.note("host %d holds P_Keys %s", host, held);
  }

  private void enforcement() {
    Fabric known = fabric.fabric();
    int count = 0;
    for (int port = 0; port < known.portCount(); port++) {
      if (known.isSwitch(known.nodeOf(port)) && known.portNumber(port) > 0) {
        PortInfo info = fabric.portInfo(port);
        count += info.partitionEnforcementInbound() || info.partitionEnforcementOutbound() ? 1 : 0;
      }
    }
    world.note("%d switch ports check P_Keys", count);
  }

  private void partitions(String text) {
    hasPartitions = true;
    try {
      Files.deleteIfExists(PARTITIONS);
      if (!text.equals("gone")) {
        Files.createDirectories(PARTITIONS.getParent());
        Files.writeString(
            PARTITIONS,
            HOST.matcher(text)
                .replaceAll(
                    host ->
                        Guid.format(
                            fabric.fabric().portGuid(host(Integer.parseInt(host.group(1)))))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void partition(List<String> words) {
    SimulatedNode node = node(number(words));
    int key = Integer.decode(words.removeFirst());
    long guid = fabric.fabric().portGuid(host(number(words)));
    byte membership =
        switch (words.removeFirst()) {
          case "full" -> RunTimePartition.FULL;
          case "limited" -> RunTimePartition.LIMITED;
          default -> RunTimePartition.OUT;
        };
    boolean isIpoib = !words.isEmpty();
    node.partition(
        new RunTimePartition(
            key,
            "job",
            new long[] {guid},
            new byte[] {membership},
            isIpoib ? Optional.of(RunTimePartition.Broadcast.USUAL) : Optional.empty()));
  }

  private void pass(long millis) {
    world.go(millis * World.MS);
  }

  private void passUntil(String text) {
    long until = world.nanos() + PATIENCE;
    while (told.stream().noneMatch(line -> line.contains(text))) {
      if (!world.step(until)) {
        throw new IllegalStateException("no line has this: " + text);
      }
    }
  }

  private void order(List<String> words, String reason, SweepWish wish) {
    node(number(words))
        .tell(new SmCommand.OrderedSweep(reason, wish, answer -> world.note("%s", answer)));
  }

  private void rival(List<String> words) {
    String first = words.removeFirst();
    switch (first) {
      case "hands" -> {
        words.removeFirst(); // over
        rival.handOver(host(2 * number(words)));
      }
      case "ends" -> rival.end();
      case "moves" -> moveLids();
      default ->
          rival =
              new SimulatedRival(
                  world, fabric, host(Integer.parseInt(first)), number(words), number(words));
    }
  }

  private void moveLids() {
    rival.address(rival.port(), MOVED_LID);
    int lid = MOVED_LID;
    for (int port : fabric.fabric().endPorts()) {
      lid++;
      boolean isHost = !fabric.fabric().isSwitch(fabric.fabric().nodeOf(port));
      boolean isCutOff = isHost && fabric.portInfo(port).portState() == PortState.DOWN;
      if (port != rival.port() && !isCutOff) {
        rival.address(port, lid);
      }
    }
  }

  private void lids() {
    List<Integer> held = new ArrayList<>();
    for (int port : Adapters.ports(fabric.fabric())) {
      held.add(fabric.lid(port));
    }
    world.note("hosts have LIDs %s", held);
  }

  private void traps(int count) {
    int port = fabric.fabric().port(0, 1);
    for (int trap = 0; trap < count; trap++) {
      world.in(trap * World.MS, () -> fabric.portError(port, 129));
    }
  }

  /** Folds lines that differ in a number of a switch only. */
  static final class Lines {
    private Lines() {}

    static List<String> folded(List<String> lines) {
      List<String> folded = new ArrayList<>();
      Map<String, Integer> places = new HashMap<>(); // of the first line of a kind in this sweep
      Map<Integer, Integer> counts = new HashMap<>(); // by place
      for (String line : lines) {
        String lasting = line.replaceAll("took \\d+ ms", "took * ms");
        String kind = SWITCH.matcher(lasting).replaceAll("*");
        if (kind.contains("Heavy sweep")) {
          places.clear();
        }
        boolean isOfMany = !kind.equals(lasting) || ANSWERS.matcher(line).find();
        Integer place = isOfMany ? places.get(kind) : null;
        if (place == null) {
          place = folded.size();
          folded.add(kind);
          places.put(kind, place);
        }
        counts.merge(place, 1, Integer::sum);
      }
      counts.forEach(
          (place, count) -> {
            if (count > 1) {
              folded.set(place, "%s (%d times)".formatted(folded.get(place), count));
            }
          });
      return folded;
    }
  }
}
