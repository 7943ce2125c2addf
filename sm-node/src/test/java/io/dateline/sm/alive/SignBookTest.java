package io.dateline.sm.alive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SignBookTest {
  private static final int PATIENCE = 6;

  private final SignBook book = new SignBook();

  private void turns(int count, Part... expected) {
    for (int turn = 0; turn < count; turn++) {
      book.turn(Set.of(expected));
    }
  }

  private void hear(Part... parts) {
    turns(1, parts);
    for (Part part : parts) {
      book.answered(part);
    }
  }

  @Test
  void shouldWaitLongerForAFirstAnswer() {
    turns(10 * PATIENCE - 1, Part.PROGRAMMERS);
    assertThat(book.overdue(PATIENCE)).isEmpty();
    turns(1, Part.PROGRAMMERS);
    assertThat(book.overdue(PATIENCE)).isPresent();
    book.answered(Part.PROGRAMMERS);
    turns(PATIENCE, Part.PROGRAMMERS);
    assertThat(book.overdue(PATIENCE)).isPresent();
    book.begun(Part.PROGRAMMERS);
    turns(PATIENCE + 1, Part.PROGRAMMERS);
    assertThat(book.overdue(PATIENCE)).isEmpty();
  }

  /** On a busy host a node that starts is slow for longer than to its parts' first answers. */
  @Test
  void shouldWaitLongerUntilTheNodeHasOnceBeenReady() {
    hear(Part.REPLICA);
    turns(10 * PATIENCE - 1, Part.REPLICA);
    assertThat(book.overdue(PATIENCE)).as("doubted").isPresent();
    assertThat(book.lost(PATIENCE)).isEmpty();
    turns(1, Part.REPLICA);
    assertThat(book.lost(PATIENCE)).as("it is not waited for for ever").isPresent();
    book.answered(Part.REPLICA);
    book.ready();
    turns(PATIENCE - 1, Part.REPLICA);
    assertThat(book.lost(PATIENCE)).isEmpty();
    turns(1, Part.REPLICA);
    assertThat(book.lost(PATIENCE)).isPresent();
  }

  @Test
  void shouldFindWhatHasNotAnsweredForThePatience() {
    hear(Part.MANAGER, Part.REPLICA);
    turns(PATIENCE - 1, Part.MANAGER, Part.REPLICA);
    assertThat(book.overdue(PATIENCE)).isEmpty();
    book.answered(Part.REPLICA);
    turns(1, Part.MANAGER, Part.REPLICA);
    SignBook.Finding dead = book.overdue(PATIENCE).orElseThrow();
    assertThat(dead.part()).isEqualTo(Part.MANAGER);
    assertThat(dead.isStopped()).isFalse();
    assertThat(dead.sentence(Duration.ofMillis(500)))
        .isEqualTo("the subnet manager has not answered for 3.0 s");
  }

  @Test
  void shouldForgetWhatIsNotToLiveHereAnyMore() {
    hear(Part.MANAGER);
    turns(PATIENCE - 1, Part.MANAGER);
    turns(1);
    turns(PATIENCE, Part.MANAGER);
    assertThat(book.overdue(PATIENCE)).isEmpty();
  }

  @Test
  void shouldTakeALateAnswerForASign() {
    hear(Part.MANAGER);
    turns(PATIENCE - 1, Part.MANAGER);
    book.answered(Part.MANAGER);
    turns(PATIENCE - 1, Part.MANAGER);
    assertThat(book.overdue(PATIENCE)).isEmpty();
  }

  @Test
  void shouldNotWaitForWhatHasStopped() {
    turns(1, Part.REPLICA);
    book.stopped(Part.REPLICA);
    turns(1, Part.REPLICA);
    assertThat(book.overdue(PATIENCE)).as("it may be begun again").isEmpty();
    turns(1, Part.REPLICA);
    SignBook.Finding dead = book.overdue(PATIENCE).orElseThrow();
    assertThat(dead.isStopped()).isTrue();
    assertThat(dead.sentence(Duration.ofMillis(500))).isEqualTo("the replica has stopped");
  }

  @Test
  void shouldFindWhatFailsAgainAndAgain() {
    hear(Part.MANAGER);
    book.failed(Part.MANAGER);
    turns(40, Part.MANAGER);
    book.answered(Part.MANAGER);
    book.failed(Part.MANAGER);
    turns(21, Part.MANAGER); // the first is forgotten
    book.answered(Part.MANAGER);
    book.failed(Part.MANAGER);
    assertThat(book.overdue(PATIENCE)).isEmpty();
    book.failed(Part.MANAGER);
    SignBook.Finding failing = book.overdue(PATIENCE).orElseThrow();
    assertThat(failing.isFailing()).isTrue();
    assertThat(failing.sentence(Duration.ofMillis(500)))
        .isEqualTo("the subnet manager fails again and again");
  }

  @Test
  void shouldForgetAnEndThatANewBeginningFollows() {
    turns(1, Part.REPLICA);
    book.stopped(Part.REPLICA);
    book.begun(Part.REPLICA);
    turns(2, Part.REPLICA);
    assertThat(book.overdue(PATIENCE)).isEmpty();
  }
}
