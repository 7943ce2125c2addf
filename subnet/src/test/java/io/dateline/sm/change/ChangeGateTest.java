package io.dateline.sm.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ChangeGateTest {
  private static final ChangeRequest REQUEST = () -> 1;

  private final AtomicInteger told = new AtomicInteger();
  private final List<ChangeAnswer> answers = new ArrayList<>();
  private final ChangeGate gate = new ChangeGate(told::incrementAndGet);

  private void offer(int count) {
    for (int i = 0; i < count; i++) {
      gate.offer(new ChangeGate.Waiting(REQUEST, answers::add));
    }
  }

  private void write() {
    gate.take().forEach(asked -> asked.answer().accept(new ChangeAnswer.Refused(1)));
    gate.answered();
  }

  @Test
  void shouldGatherWhatComesDuringAWrite() {
    gate.open();
    offer(1);
    assertThat(told).hasValue(1);
    List<ChangeGate.Waiting> first = gate.take();
    offer(1000);
    assertThat(told).as("once, whatever comes").hasValue(2);
    assertThat(first).hasSize(1);
    gate.answered();
    assertThat(gate.take()).as("all of them in one write").hasSize(1000);
    assertThat(told).hasValue(2);
  }

  @Test
  void shouldWriteNoMoreAtOnceThanIsBounded() {
    gate.open();
    offer(ChangeGate.TAKEN_MAX + 5);
    write();
    assertThat(answers).hasSize(ChangeGate.TAKEN_MAX);
    assertThat(told).as("there are more").hasValue(2);
    write();
    assertThat(answers).hasSize(ChangeGate.TAKEN_MAX + 5);
    assertThat(told).hasValue(2);
  }

  @Test
  void shouldTellAllToAskAgainWhenNobodyCanWrite() {
    offer(1);
    assertThat(answers)
        .as("closed at first")
        .hasSize(1)
        .hasOnlyElementsOfType(ChangeAnswer.Busy.class);
    gate.open();
    offer(2);
    gate.take(); // the write fails
    offer(3);
    gate.close();
    assertThat(answers).hasSize(6).hasOnlyElementsOfType(ChangeAnswer.Busy.class);
    offer(1);
    assertThat(answers).hasSize(7);
    gate.close();
    assertThat(answers).as("one answer each").hasSize(7);
    gate.open();
    int before = told.get();
    offer(1);
    assertThat(told).as("the manager hears of the first after that").hasValue(before + 1);
    write();
    assertThat(answers).hasSize(8);
  }

  @Test
  void shouldBoundWhatWaits() {
    gate.open();
    offer(ChangeGate.WAITING_MAX + 3);
    assertThat(answers).hasSize(3).hasOnlyElementsOfType(ChangeAnswer.Busy.class);
  }
}
