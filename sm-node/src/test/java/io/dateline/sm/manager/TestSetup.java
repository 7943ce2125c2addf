package io.dateline.sm.manager;

import com.typesafe.config.ConfigFactory;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.entity.HomePorts;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.ProgrammingSettings;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.registration.Register;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.report.SubnetNotice;
import io.dateline.sm.subnet.SubnetView;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What parts of a manager are given in tests: what a test does not set is not there. */
final class TestSetup {
  final SubnetSettings settings = SubnetSettings.of(ConfigFactory.load());
  MadExchange exchange;
  Generations generations;
  private final FabricAccess access;
  Workers workers;
  Supplier<ReplicaView> replicated = () -> ReplicaView.EMPTY;
  KnownSubnet known;
  int parallelism = 1;
  Executor computing = Runnable::run;
  SmStanding standing = new SmStanding(1, ServiceKeys.set(1, 1), () -> 0);
  Consumer<SubnetView> onView = view -> {};
  Consumer<Register> onRegister = register -> {};
  Consumer<SubnetNotice> onNotice = notice -> {};
  Consumer<SubnetStatus> onStatus = status -> {};

  TestSetup(MadExchange exchange) {
    this.exchange = exchange;
    access = new FabricAccess(exchange);
  }

  SubnetManagerSetup make() {
    return new SubnetManagerSetup(
        "test",
        new LiveSettings(settings),
        exchange,
        null,
        access,
        generations,
        workers,
        replicated,
        known,
        new ProgrammingSettings(parallelism, 0),
        HomePorts.none(),
        computing,
        () -> TermKeys.shared(1),
        SiteKeys::random,
        new OwnTerms(),
        standing,
        new Violations(() -> null, InstantSource.system()),
        () -> new Peers(Set.of(), Set.of()),
        () -> true,
        onView,
        onRegister,
        onNotice,
        onStatus);
  }
}
