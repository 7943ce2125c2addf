package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Switches with the same GUIDs, three of them or six, with a host each. */
class RegistrationsTest {
  private final Fabric few = TopologySpec.parse("torus:3").generate();
  private final Registrations registrations = new Registrations();

  private int missing(Fabric fabric) {
    return registrations.missing(fabric).cardinality();
  }

  @Test
  void shouldAskAllPortsOnceUnlessATermResumed() {
    assertThat(registrations.missing(few).stream().toArray()).isEqualTo(few.endPorts());
    registrations.asked(few, new IntOpenHashSet(Arrays.copyOf(few.endPorts(), 4)));
    assertThat(missing(few)).as("also after a sweep that failed").isEqualTo(2);
    registrations.begin();
    assertThat(registrations.isUnbegun()).isFalse();
    registrations.clear();
    assertThat(registrations.isUnbegun()).isTrue();
    assertThat(missing(few)).as("in another reign").isEqualTo(6);
    registrations.resumed(few);
    assertThat(missing(few)).isZero();
  }

  @Test
  void shouldNotAskPortsThatTheJournalKnowsAndThatWereInNoOtherHands() {
    int kept = few.endPorts()[1];
    registrations.keep(few, port -> port == kept);
    assertThat(registrations.isUnbegun()).isTrue();
    assertThat(missing(few)).isEqualTo(5);
    assertThat(registrations.missing(few).get(kept)).isFalse();
  }

  @Test
  void shouldAskPortsThatComeBack() {
    Fabric one = new Fabric.Builder().build();
    registrations.resumed(few);
    registrations.subnetUp(few);
    assertThat(missing(few)).isZero();
    registrations.subnetUp(one);
    assertThat(missing(few)).isEqualTo(6);
  }
}
