package io.dateline.sm.simulation;

import io.dateline.routing.actors.programmer.Work;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.manager.SmCommand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What Akka Cluster does for nodes, as a model. Its guarantees, which the manager relies on:
 *
 * <ul>
 *   <li>The manager is at the oldest member. When that one has ended, the next oldest has it.
 *   <li>A member that does not answer is removed after a while, and the others go on. One that was
 *       removed and lives finds that out, and ends; until then there may be two managers.
 *   <li>A member that leaves in order hands over before the next one begins.
 *   <li>A programmer lives at one member, and moves when it has nothing under way. When its member
 *       was removed another has it, and may be asked before the manager is told that the member is
 *       lost.
 * </ul>
 */
final class SimulatedCluster implements SimulatedNode.Cluster {
  private static final double MOVING = 0.1;
  private static final long RESTART = 2 * World.SECOND;

  private final World world;
  private final Function<Integer, SimulatedNode> starter; // of a process at a place, by number
  private final BiConsumer<SimulatedNode, Work> onOrder;
  private final List<SimulatedNode> members = new ArrayList<>(); // oldest first
  private final Set<SimulatedNode> sawElder = new HashSet<>();
  private final Set<SimulatedNode> triersNot = new HashSet<>();
  private final SimulatedNode[] places;
  private final Map<Long, SimulatedNode> homes = new TreeMap<>(); // of programmers, by switch

  SimulatedCluster(
      World world,
      int size,
      Function<Integer, SimulatedNode> starter,
      BiConsumer<SimulatedNode, Work> onOrder) {
    this.world = world;
    this.starter = starter;
    this.onOrder = onOrder;
    places = new SimulatedNode[size];
  }

  /** Nodes at ports of a fabric, in fair weather; programmers live beside the master. */
  static SimulatedCluster at(
      int[] ports,
      World world,
      SimulatedFabric fabric,
      SimulatedJournal journal,
      SubnetSettings settings) {
    SimulatedWire.Weather fair = new SimulatedWire.Weather();
    SimulatedCluster[] cluster = new SimulatedCluster[1]; // that its nodes are to know
    cluster[0] =
        new SimulatedCluster(
            world,
            ports.length,
            place ->
                new SimulatedNode(
                    world,
                    journal,
                    fabric,
                    fair,
                    settings,
                    cluster[0],
                    "node" + place,
                    ports[place],
                    0,
                    new WorkerFaults()),
            (node, work) -> {});
    return cluster[0];
  }

  /** A node is of a version that tries no candidates. */
  void triesNone(SimulatedNode node) {
    triersNot.add(node);
  }

  int size() {
    return places.length;
  }

  /** The process at a place, if there is one. */
  Optional<SimulatedNode> at(int place) {
    return Optional.ofNullable(places[place]).filter(SimulatedNode::isAlive);
  }

  /** Starts a process where there is none. */
  void start(int place) {
    if (at(place).isPresent()) {
      return;
    }
    SimulatedNode node = starter.apply(place);
    places[place] = node;
    world.note("%s starts", node.name());
    world.in(world.between(100 * World.MS, 600 * World.MS), () -> join(node));
  }

  private void join(SimulatedNode node) {
    if (!node.isAlive() || node.isPaused()) {
      return;
    }
    if (!members.isEmpty()) {
      sawElder.add(node);
    }
    members.add(node);
    node.appear();
    world.note("%s is a member", node.name());
    settle();
  }

  /** The oldest has the manager, after the time that it takes to tell. */
  private void settle() {
    if (members.isEmpty()) {
      return;
    }
    SimulatedNode oldest = members.getFirst();
    world.in(
        world.between(World.MS, 40 * World.MS),
        () -> {
          if (!members.isEmpty()
              && members.getFirst() == oldest
              && oldest.isAlive()
              && !oldest.hasManager()) {
            world.note("%s has the manager", oldest.name());
            oldest.manage();
          }
        });
  }

  void kill(SimulatedNode node) {
    world.note("%s is killed", node.name());
    node.kill();
    world.in(world.between(200 * World.MS, 700 * World.MS), () -> remove(node));
    world.in(RESTART, () -> startAgain(node));
  }

  private void startAgain(SimulatedNode node) {
    for (int place = 0; place < places.length; place++) {
      if (places[place] == node) {
        start(place);
      }
    }
  }

  /** The process stands still; if that takes long, the others remove it. */
  void pause(SimulatedNode node, long lengthNs) {
    world.note("%s stands still for %d ms", node.name(), lengthNs / World.MS);
    node.pause();
    long patience = world.between(300 * World.MS, 900 * World.MS);
    if (lengthNs > patience) {
      world.in(patience, () -> remove(node));
    }
    world.in(
        lengthNs,
        () -> {
          if (node.isAlive()) {
            world.note("%s goes on", node.name());
            node.wake();
            notice(node);
          }
        });
  }

  /** The others do not reach it any more, and it does not reach them; all reach the journal. */
  void isolate(SimulatedNode node) {
    if (members.size() < 3 || !members.contains(node)) {
      return;
    }
    world.note("%s is cut off from the others", node.name());
    world.in(world.between(300 * World.MS, 900 * World.MS), () -> remove(node));
    notice(node);
  }

  /** One that was removed finds out. */
  private void notice(SimulatedNode node) {
    world.in(
        world.between(400 * World.MS, 1500 * World.MS),
        () -> {
          if (node.isAlive() && !node.isPaused() && !members.contains(node)) {
            ended(node, "it was removed");
          }
        });
  }

  void leave(SimulatedNode node) {
    world.note("%s is told to end", node.name());
    node.leave();
  }

  private void remove(SimulatedNode node) {
    if (members.remove(node)) {
      world.note("%s is no member any more", node.name());
      homes.values().removeIf(home -> home == node);
      for (SimulatedNode other : members) {
        world.in(
            world.between(0, 20 * World.MS),
            () -> other.tell(new SmCommand.HomeLost(node.portGuid())));
      }
      settle();
    }
  }

  @Override
  public void ended(SimulatedNode node, String why) {
    if (!node.isAlive()) {
      return;
    }
    world.note("%s ends: %s", node.name(), why);
    node.kill();
    world.in(world.between(World.MS, 50 * World.MS), () -> remove(node));
    world.in(RESTART, () -> startAgain(node));
  }

  @Override
  public void ordered(SimulatedNode node, Work work) {
    onOrder.accept(node, work);
  }

  @Override
  public Set<Long> ports() {
    Set<Long> ports = new HashSet<>();
    for (SimulatedNode node : places) {
      if (node != null) {
        ports.add(node.portGuid());
      }
    }
    return ports;
  }

  @Override
  public Set<Long> hosts() {
    Set<Long> hosts = new HashSet<>();
    members.forEach(node -> hosts.add(node.portGuid()));
    return hosts;
  }

  @Override
  public Set<Long> triers() {
    Set<Long> triers = hosts();
    triersNot.forEach(node -> triers.remove(node.portGuid()));
    return triers;
  }

  @Override
  public Optional<SimulatedNode> memberAt(long port) {
    return members.stream().filter(node -> node.portGuid() == port).findFirst();
  }

  /** Where a switch's programmer lives. It moves now and then, as when shards are balanced. */
  @Override
  public SimulatedNode home(long switchGuid, SimulatedNode asker) {
    if (!members.contains(asker)) {
      return asker; // the others' shards are not there, as far as it knows
    }
    SimulatedNode home = homes.get(switchGuid);
    List<SimulatedNode> chosen =
        members.stream().filter(node -> asker.isHome(node.portGuid())).toList();
    if (home == null) {
      home = chosen.isEmpty() ? asker : chosen.get(world.random().nextInt(chosen.size()));
      homes.put(switchGuid, home);
    } else if (chosen.isEmpty() ? home != asker : world.chance(MOVING)) {
      if (home.giveAway(switchGuid)) {
        homes.remove(switchGuid);
        return home(switchGuid, asker);
      }
    }
    return home;
  }

  @Override
  public boolean sawElder(SimulatedNode node) {
    return sawElder.contains(node);
  }

  List<SimulatedNode> alive() {
    List<SimulatedNode> alive = new ArrayList<>();
    for (int place = 0; place < places.length; place++) {
      at(place).ifPresent(alive::add);
    }
    return alive;
  }
}
