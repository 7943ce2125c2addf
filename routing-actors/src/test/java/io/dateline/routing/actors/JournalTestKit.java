package io.dateline.routing.actors;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.ConfigFactory;

/** Makes test kits with the journal of the persistence test kit. */
public final class JournalTestKit {
  private JournalTestKit() {}

  /**
   * One in which messages are serialized, as between nodes.
   *
   * @param settings more of them, in HOCON
   */
  public static ActorTestKit create(String settings) {
    return ActorTestKit.create(
        ConfigFactory.parseString(settings)
            .withFallback(ConfigFactory.parseString("akka.actor.serialize-messages = on"))
            .withFallback(PersistenceTestKitPlugin.config())
            .withFallback(PersistenceTestKitSnapshotPlugin.config())
            .withFallback(ConfigFactory.load()));
  }
}
