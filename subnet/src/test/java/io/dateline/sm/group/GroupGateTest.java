package io.dateline.sm.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.sa.McMemberRecord;
import io.dateline.sm.group.GroupRequest.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GroupGateTest {
  private static final GroupRequest REQUEST =
      new GroupRequest(
          true,
          0,
          new McMemberRecord(),
          Optional.empty(),
          new Port(1, 4, 3, key -> true),
          true,
          new GroupRequest.Subnet(0, 0xFFFE, 18, Optional.empty()));

  private final AtomicInteger told = new AtomicInteger();
  private final List<GroupAnswer> answers = new ArrayList<>();
  private final GroupGate gate = new GroupGate(told::incrementAndGet);

  private void offer(int count) {
    for (int i = 0; i < count; i++) {
      gate.offer(new GroupGate.Waiting(REQUEST, answers::add));
    }
  }

  private void write() {
    gate.take().forEach(asked -> asked.answer().accept(new GroupAnswer.Refused(1)));
    gate.answered();
  }

  @Test
  void shouldGatherWhatComesDuringAWrite() {
    gate.open();
    offer(1);
    assertThat(told).hasValue(1);
    List<GroupGate.Waiting> first = gate.take();
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
    offer(GroupGate.TAKEN_MAX + 5);
    write();
    assertThat(answers).hasSize(GroupGate.TAKEN_MAX);
    assertThat(told).as("there are more").hasValue(2);
    write();
    assertThat(answers).hasSize(GroupGate.TAKEN_MAX + 5);
    assertThat(told).hasValue(2);
  }

  @Test
  void shouldTellAllToAskAgainWhenNobodyCanWrite() {
    offer(1);
    assertThat(answers)
        .as("closed at first")
        .hasSize(1)
        .hasOnlyElementsOfType(GroupAnswer.Busy.class);
    gate.open();
    offer(2);
    gate.take(); // the write fails
    offer(3);
    gate.close();
    assertThat(answers).hasSize(6).hasOnlyElementsOfType(GroupAnswer.Busy.class);
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
    offer(GroupGate.WAITING_MAX + 3);
    assertThat(answers).hasSize(3).hasOnlyElementsOfType(GroupAnswer.Busy.class);
  }
}
