package io.dateline.sm.node;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import io.dateline.sm.cluster.JoinSecrets;
import io.dateline.sm.cluster.KeyDigests;
import io.dateline.sm.cluster.SettingsAgreement;
import io.dateline.sm.config.ClusterSettings;
import io.dateline.sm.config.NodeSettings;
import io.dateline.sm.config.Reload;
import io.dateline.sm.config.SharedJournal;
import io.dateline.sm.discover.FirstLook;
import io.dateline.sm.http.StatusServer;
import io.dateline.sm.http.UnusableCertificateException;
import io.dateline.sm.http.UnusableTokensException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running SM node: its port into the fabric, its actor system, its HTTP server. Closing it hands
 * the singleton over and leaves the cluster.
 */
public final class SmNode {
  private static final Logger LOG = LoggerFactory.getLogger(SmNode.class);

  private final ActorSystem<Void> system;
  private final Journal journal;
  private final CompletableFuture<?> end;

  private SmNode(ActorSystem<Void> system, Journal journal) {
    this.system = system;
    this.journal = journal;
    end = LastWait.of(system);
  }

  /**
   * Starts a node.
   *
   * @param config everything, {@code reference.conf} included
   * @param source reads the same when the operator has it read again
   * @throws com.typesafe.config.ConfigException if a setting is wrong
   * @throws io.dateline.mad.transport.TransportUnavailableException if the port cannot be opened,
   *     or another subnet manager runs on it
   */
  public static SmNode start(Config config, Supplier<Config> source) {
    NodeSettings settings = NodeSettings.of(config);
    SharedJournal.check(config, settings.cluster());
    MadTransport transport = FabricPort.open(settings.fabric());
    return start(config, settings, transport, OwnProcess.ITS_OWN, source);
  }

  /** As {@link #start(Config, Supplier)}, with what is there already. */
  public static SmNode start(Config config) {
    return start(config, () -> config);
  }

  /**
   * As {@link #start(Config, Supplier)}, over a port that is open already, in a process that is not
   * to end where the node has to at once.
   */
  public static SmNode start(Config config, NodeSettings settings, MadTransport transport) {
    return start(config, settings, transport, OwnProcess.ANOTHERS, () -> config);
  }

  private static SmNode start(
      Config config,
      NodeSettings settings,
      MadTransport transport,
      OwnProcess process,
      Supplier<Config> source) {
    MadExchange exchange = Transactor.open(transport, settings.exchange());
    try {
      TakenPort taken = TakenPort.ask(exchange);
      FirstLook look =
          JournalSetup.isNew(config, settings.stateDir())
              ? FirstLook.begin(exchange)
              : FirstLook.none();
      return start(config, settings, exchange, taken, look, process, source);
    } catch (RuntimeException e) {
      exchange.close();
      throw e;
    }
  }

  private static SmNode start(
      Config config,
      NodeSettings settings,
      MadExchange exchange,
      TakenPort taken,
      FirstLook look,
      OwnProcess process,
      Supplier<Config> source) {
    Journal journal = JournalSetup.open(config, settings.stateDir());
    LOG.info(
        "Port {} into the fabric, journal {}",
        exchange.port().name(),
        JournalSetup.place(config, settings.stateDir()));
    try {
      taken.refuse(); // the answer has come while the journal was opened
      prepareHttp(config, settings);
      ActorSystem<Void> system =
          ActorSystem.create(
              NodeGuardian.create(
                  settings, live -> new Reload(source, config, live), exchange, look, process),
              ClusterSettings.SYSTEM_NAME,
              NodeTls.setup(
                  told(journal.config(), settings, exchange.port().portGuid()),
                  settings.cluster()));
      return new SmNode(system, journal);
    } catch (RuntimeException e) {
      journal.close();
      throw TakenAddress.explain(e, settings.cluster());
    }
  }

  /** The settings of its actor system: other nodes see some of them. */
  private static Config told(Config config, NodeSettings settings, long portGuid) {
    Config agreed =
        SettingsAgreement.withPolicy(
            ClusterPorts.withRoles(config, portGuid, settings.subnet().smPriority()),
            settings.subnet().policy());
    return JoinSecrets.keep(
        settings.cluster().isAlone()
            ? agreed
            : KeyDigests.with(agreed, settings.subnet().smKey(), settings.subnet().saKey()));
  }

  /** Tokens are made in the state directory, which is this node's now. */
  private static void prepareHttp(Config config, NodeSettings settings) {
    try {
      StatusServer.prepare(settings.http());
    } catch (UnusableTokensException e) {
      throw bad(config, "dateline.http.token-file", e);
    } catch (UnusableCertificateException e) {
      throw bad(config, "dateline.security.certificates", e);
    }
  }

  private static ConfigException bad(Config config, String key, RuntimeException failure) {
    return new ConfigException.BadValue(
        config.getValue(key).origin(), key, failure.getMessage(), failure);
  }

  public ActorSystem<Void> system() {
    return system;
  }

  /**
   * Returns when the node has stopped, see {@link LastWait}; each time that it is called.
   *
   * @throws NodeUnfitException if it has ended because it must not take part
   * @throws NodeDiedException if it has ended because a part of it had
   */
  public void awaitTermination() throws InterruptedException {
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    try {
      LastWait.await(end);
    } finally {
      journal.close();
    }
    NodeUnfitException.throwIf(shutdown);
    NodeDiedException.throwIf(shutdown);
  }
}
