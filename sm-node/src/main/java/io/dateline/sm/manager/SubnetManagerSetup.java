package io.dateline.sm.manager;

import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.entity.HomePorts;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.ProgrammingSettings;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.FirstLook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.report.SubnetNotice;
import io.dateline.sm.subnet.SubnetView;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a subnet manager works with on the node it lives on.
 *
 * @param nodeName of this SM node, for the journal
 * @param live how the subnet is to be managed, as of now
 * @param exchange requests through this node's port
 * @param firstLook begun before there was a subnet manager
 * @param access how programmers on this node reach switches
 * @param generations fabrics and routings known on this node
 * @param workers engines, programmers, the layer assigner, the replica
 * @param replicated what this node has read of the journal, as of a moment ago
 * @param known the subnet as it was put together by a rehearsal
 * @param programming how switches are programmed
 * @param homes takes the nodes that programmers are to live on
 * @param computing where judging, and putting a generation together, have a thread
 * @param newKeys makes the M_Keys of a term
 * @param newSiteKeys makes the keys of a site
 * @param ownTerms that this node has begun
 * @param standing this node's standing among subnet managers, as SMInfo tells it
 * @param violations of keys, as far as this node is told
 * @param peers the ports of the nodes of this cluster, now
 * @param sawElder whether this node has seen the one that was to manage the subnet before it
 * @param onView receives what subnet administration is to answer from
 * @param onRegister receives groups, services and subscriptions when they are others
 * @param onNotice receives what subscribers are told of
 * @param onStatus receives the status after every step
 */
public record SubnetManagerSetup(
    String nodeName,
    LiveSettings live,
    MadExchange exchange,
    FirstLook firstLook,
    FabricAccess access,
    Generations generations,
    Workers workers,
    Supplier<ReplicaView> replicated,
    KnownSubnet known,
    ProgrammingSettings programming,
    HomePorts homes,
    Executor computing,
    Supplier<TermKeys> newKeys,
    Supplier<SiteKeys> newSiteKeys,
    OwnTerms ownTerms,
    SmStanding standing,
    Violations violations,
    Supplier<Peers> peers,
    BooleanSupplier sawElder,
    Consumer<SubnetView> onView,
    Consumer<Register> onRegister,
    Consumer<SubnetNotice> onNotice,
    Consumer<SubnetStatus> onStatus) {
  /** How the subnet is to be managed, as of now. */
  public SubnetSettings settings() {
    return live.get();
  }
}
