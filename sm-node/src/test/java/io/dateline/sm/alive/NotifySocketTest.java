package io.dateline.sm.alive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NotifySocketTest {
  @Test
  void shouldTellNothingWhereTheNameIsNoSocketOfSystemds() {
    assertThat(NotifySocket.open("vsock:2:1234")).isSameAs(ServiceManager.NONE);
    assertThat(NotifySocket.open("/" + "x".repeat(200))).isSameAs(ServiceManager.NONE);
  }

  @Test
  void shouldGoOnWhereNobodyListens() {
    ServiceManager absent = NotifySocket.open("/nonexistent/notify");
    absent.tell("READY=1");
    absent.tell("WATCHDOG=1");
    assertThat(absent).isInstanceOf(NotifySocket.class);
  }
}
