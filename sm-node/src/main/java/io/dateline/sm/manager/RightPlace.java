package io.dateline.sm.manager;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.fabric.Guid;
import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalMark;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Recognition;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Whether this node's port is in the subnet that its journal is of. */
public final class RightPlace {
  private static final String SUBNET = SubnetManager.persistenceId(0).id().split("\\|", 2)[0] + "|";

  /** Until a journal is asked again what is in it. */
  private static final Duration INSPECT_AGAIN = Duration.ofSeconds(1);

  /** What is in the journal; nothing where it does not answer. */
  record Inspected(Optional<JournalHead.Contents> contents) implements SubnetManager.Command {}

  /** What the journal lacks of what this node has read; nothing where it does not answer. */
  record Held(Optional<JournalWentBack> missed) implements SubnetManager.Command {}

  private RightPlace() {}

  /**
   * A manager that does not begin where the port is known to be in another fabric: the node leaves,
   * and the next one manages the subnet.
   *
   * @param strangeness of the fabric around the port, as it was seen last
   */
  public static Behavior<SubnetManager.Command> required(
      Supplier<Optional<String>> strangeness, Behavior<SubnetManager.Command> manager) {
    return Behaviors.setup(
        context -> {
          Optional<String> strange = strangeness.get();
          if (strange.isEmpty()) {
            return manager;
          }
          Misplacement.inFabric(context.getSystem(), strange.get());
          return Behaviors.receiveMessage(
              message ->
                  message instanceof SubnetManager.Stop ? Behaviors.stopped() : Behaviors.same());
        });
  }

  /** Why what a sweep has found is another fabric; nothing may be told to what is in it. */
  static Optional<String> strangeness(
      SubnetState state, Discovered found, SubnetSettings settings) {
    return settings.isNewFabric()
        ? Optional.empty()
        : Recognition.strangeness(state.nodes(), found);
  }

  /**
   * Asks whether the journal still holds what this node has read. That it ends behind is not
   * enough: another node may have written to it after it went back.
   */
  static void compare(ActorContext<SubnetManager.Command> context) {
    context.pipeToSelf(
        JournalMark.get(context.getSystem()).missed(),
        (missed, failure) -> new Held(failure == null ? missed : Optional.empty()));
  }

  /** Asks what is in a journal that holds nothing of this subnet yet. */
  static void inspect(ActorContext<SubnetManager.Command> context) {
    context.pipeToSelf(
        new JournalHead(context.getSystem()).contents(),
        (contents, failure) -> new Inspected(Optional.ofNullable(contents)));
  }

  /**
   * Whether the first term may begin in a journal. A node leaves where it is another subnet's, and
   * asks again later where it did not answer.
   */
  static boolean isOwn(
      ActorContext<SubnetManager.Command> context, Inspected journal, long subnetPrefix) {
    if (journal.contents().isEmpty()) {
      context.scheduleOnce(INSPECT_AGAIN, context.getSelf(), new SubnetManager.Begin());
      return false;
    }
    String own = SubnetManager.persistenceId(subnetPrefix).id();
    Optional<String> other =
        journal.contents().get().persistenceIds().stream()
            .filter(id -> id.startsWith(SUBNET) && !id.equals(own))
            .findFirst();
    other.ifPresent(
        id ->
            Misplacement.inJournal(
                context.getSystem(),
                "dateline.subnet.subnet_prefix is 0x%s, and the journal is of the subnet 0x%s; one database serves one subnet"
                    .formatted(Guid.hex16(subnetPrefix), id.substring(SUBNET.length()))));
    return other.isEmpty();
  }
}
