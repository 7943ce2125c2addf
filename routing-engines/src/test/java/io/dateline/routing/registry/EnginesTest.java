package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.routing.RoutingEngine;
import org.junit.jupiter.api.Test;

class EnginesTest {
  @Test
  void shouldFindEveryEngineByItsName() {
    assertThat(Engines.names()).contains("minhop").doesNotHaveDuplicates();
    for (String name : Engines.names()) {
      assertThat(Engines.named(name)).map(RoutingEngine::name).contains(name);
    }
  }

  @Test
  void shouldKnowNoOtherName() {
    assertThat(Engines.named("MinHop")).isEmpty();
  }
}
