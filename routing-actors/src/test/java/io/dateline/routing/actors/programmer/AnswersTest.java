package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private final Answers answers = new Answers();
  private final List<Integer> blocks = new ArrayList<>();

  @Test
  void shouldAnnounceOnceUntilTheyAreTaken() {
    assertThat(answers.add(3, null)).isTrue();
    assertThat(answers.add(ProgrammingRun.TOP, null)).isFalse();
    answers.drain((block, outcome) -> blocks.add(block));
    assertThat(blocks).containsExactly(3, ProgrammingRun.TOP);
    assertThat(answers.add(4, null)).isTrue();
  }

  @Test
  void shouldAnnounceWhatComesWhileTheyAreTaken() {
    answers.add(1, null);
    answers.drain(
        (block, outcome) -> {
          blocks.add(block);
          if (block == 1) {
            assertThat(answers.add(2, null)).isTrue();
          }
        });
    assertThat(blocks).containsExactly(1, 2);
  }
}
