package io.dateline.sm.manager;

import io.dateline.fabric.Guid;
import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Recognition;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Optional;

/** Whether this node's port is in the subnet that its journal is of. */
final class RightPlace {
  private static final String INSPECT_TIMER = "inspect";

  /** Until a journal is asked again what is in it. */
  private static final Duration INSPECT_AGAIN = Duration.ofSeconds(1);

  /** What is in the journal; nothing where it does not answer. */
  record Inspected(Optional<JournalHead.Contents> contents) implements SmCommand {}

  /** What the journal lacks of what this node has read; nothing where it does not answer. */
  record Held(Optional<JournalWentBack> missed) implements SmCommand {}

  private RightPlace() {}

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
  static void compare(SmContext context) {
    context
        .out()
        .await(
            "what the journal lacks",
            context.setup().workers()::missed,
            (missed, failure) -> new Held(failure == null ? missed : Optional.empty()));
  }

  /** Asks what is in a journal that holds nothing of this subnet yet. */
  static void inspect(SmContext context) {
    context
        .out()
        .await(
            "what is in the journal",
            context.setup().workers()::contents,
            (contents, failure) -> new Inspected(Optional.ofNullable(contents)));
  }

  /**
   * Whether the first term may begin in a journal. A node leaves where it is another subnet's, and
   * asks again later where it did not answer.
   */
  static boolean isOwn(SmContext context, Inspected journal) {
    if (journal.contents().isEmpty()) {
      context.out().startTimer(INSPECT_TIMER, INSPECT_AGAIN, new SmCommand.Begin());
      return false;
    }
    long subnetPrefix = context.setup().settings().subnetPrefix();
    String own = SubnetState.journalId(subnetPrefix);
    Optional<String> other =
        journal.contents().get().persistenceIds().stream()
            .filter(id -> id.startsWith(SubnetState.JOURNAL_ID) && !id.equals(own))
            .findFirst();
    other.ifPresent(
        id ->
            context
                .out()
                .leave(
                    SmEffect.Cause.OTHER_JOURNAL,
                    "dateline.subnet.subnet_prefix is 0x%s, and the journal is of the subnet 0x%s; one database serves one subnet"
                        .formatted(
                            Guid.hex16(subnetPrefix),
                            id.substring(SubnetState.JOURNAL_ID.length()))));
    return other.isEmpty();
  }
}
