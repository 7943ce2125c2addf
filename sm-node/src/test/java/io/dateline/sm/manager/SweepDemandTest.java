package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.javadsl.TimerScheduler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepDemandTest {
  private final List<Long> seconds = new ArrayList<>();

  private final SweepDemand demand = new SweepDemand(recorded());

  /** Timers that never run out; what they are started with is taken down. */
  @SuppressWarnings("unchecked")
  private TimerScheduler<SubnetManager.Command> recorded() {
    return (TimerScheduler<SubnetManager.Command>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {TimerScheduler.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("startSingleTimer")) {
                seconds.add(((Duration) arguments[2]).toSeconds());
              }
              return null;
            });
  }

  @Test
  void whatEnginesGoOnRefusingIsTriedLessAndLessOften() {
    for (int failure = 0; failure < 7; failure++) {
      demand.sweepRefused("why");
    }
    assertThat(seconds).containsExactly(2L, 4L, 8L, 16L, 30L, 30L, 30L);
  }

  @Test
  void anySuccessBeginsAnew() {
    demand.sweepRefused("why");
    demand.sweepRefused("why");
    demand.sweepEnded();
    demand.sweepRefused("why");
    assertThat(seconds).containsExactly(2L, 4L, 2L);
  }

  @Test
  void otherFailuresAreTriedAgainSoon() {
    for (int failure = 0; failure < 3; failure++) {
      demand.sweepFailed("the local port is down");
    }
    assertThat(seconds).containsExactly(2L, 2L, 2L);
  }
}
