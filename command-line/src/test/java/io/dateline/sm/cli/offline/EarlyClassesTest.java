package io.dateline.sm.cli.offline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyClassesTest {
  private static final List<String> INITIALIZED = Collections.synchronizedList(new ArrayList<>());

  private static final class First {
    static {
      INITIALIZED.add(Thread.currentThread().getName());
    }
  }

  private static final class Second {
    static {
      INITIALIZED.add(Thread.currentThread().getName());
    }
  }

  private record OfTwoClasses(String name) implements RoutingEngine {
    @Override
    public RoutingOutcome route(RoutingRequest request) {
      throw new UnsupportedOperationException("nothing is to be routed");
    }

    @Override
    public List<Class<?>> classes() {
      return List.of(First.class, Second.class);
    }
  }

  @Test
  void shouldInitializeAllClassesOnAnotherThread() throws InterruptedException {
    Thread thread = EarlyClasses.initialize(new OfTwoClasses("two"));
    thread.join();
    assertEquals(List.of("classes of two", "classes of two"), INITIALIZED);
  }
}
