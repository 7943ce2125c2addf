package io.dateline.sm.node;

import akka.cluster.MemberStatus;
import io.dateline.sm.alive.Health;
import io.dateline.sm.alive.Part;
import io.dateline.sm.alive.SignBook;
import io.dateline.sm.alive.SignBook.Finding;
import io.dateline.sm.alive.WatchdogSettings;
import io.dateline.sm.http.StatusBoard;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.replica.ReplicaStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether this node manages the subnet, or could take over: it is a member, its parts give signs of
 * life, its port reaches the fabric, and its manager answers or its replica follows.
 */
final class NodeHealth implements Supplier<Health> {
  /** It speaks every second, and after 6 s where the journal hangs. */
  private static final Duration REPLICA_AGE_MAX = Duration.ofSeconds(10);

  private final SignBook book;
  private final WatchdogSettings settings;
  private final Supplier<MemberStatus> member;
  private final OwnPort port;
  private final FabricSight sight;
  private final SmStanding standing;
  private final StatusBoard board;

  NodeHealth(
      SignBook book,
      WatchdogSettings settings,
      Supplier<MemberStatus> member,
      OwnPort port,
      FabricSight sight,
      SmStanding standing,
      StatusBoard board) {
    this.book = book;
    this.settings = settings;
    this.member = member;
    this.port = port;
    this.sight = sight;
    this.standing = standing;
    this.board = board;
  }

  @Override
  public Health get() {
    Optional<Finding> dead = book.lost(settings.patienceTurns());
    if (dead.isPresent()) {
      return Health.dead(sentence(dead.get()));
    }
    return obstacle().map(Health::notReady).orElseGet(Health::ready);
  }

  /** What is wrong with the manager, as far as it is to be doubted that there is one. */
  Optional<String> managerTrouble() {
    return book.overdue(settings.doubtTurns())
        .filter(finding -> finding.part() == Part.MANAGER)
        .map(this::sentence);
  }

  private Optional<String> obstacle() {
    Optional<String> doubt = book.overdue(settings.doubtTurns()).map(this::sentence);
    if (doubt.isPresent()) {
      return doubt;
    }
    if (member.get() != MemberStatus.up()) {
      return Optional.of("it is no member of its cluster");
    }
    return port.trouble().or(sight::strangeness).or(this::idleness);
  }

  /** Why neither its manager nor its replica does its work. */
  private Optional<String> idleness() {
    Optional<SubnetStatus> manager =
        board.manager().filter(status -> !status.role().equals(SubnetStatus.RETIRED));
    if (manager.isEmpty()) {
      return board.replica().map(this::behind).orElse(Optional.of("it is starting"));
    }
    SubnetStatus status = manager.get();
    if (status.hasRole(SubnetStatus.STANDBY)) {
      return Optional.empty();
    }
    boolean answers = standing.answersQuestions() && board.view().isPresent();
    boolean works =
        status.hasRole(SubnetStatus.MASTER) || status.hasRole(SubnetStatus.WAITING_FOR_JOURNAL);
    if (!works) {
      return Optional.of("its subnet manager is " + status.role());
    }
    return answers
        ? Optional.empty()
        : Optional.of("its subnet manager has not brought the subnet up yet");
  }

  /** One that begins anew again and again says nothing any more. */
  private Optional<String> behind(ReplicaStatus replica) {
    if (board.replicaAgeNs() > REPLICA_AGE_MAX.toNanos()) {
      return Optional.of(
          "its replica has said nothing for more than %d s".formatted(REPLICA_AGE_MAX.toSeconds()));
    }
    return replica.isFollowing()
        ? Optional.empty()
        : Optional.of("its replica is " + replica.state());
  }

  private String sentence(Finding finding) {
    return finding.sentence(settings.interval());
  }
}
