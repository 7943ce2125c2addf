package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacesTest {
  private final Places<String> places = new Places<>(2);

  @Test
  void shouldTakeThePlaceThatWasHeldLongest() {
    assertThat(places.take("first")).isEmpty();
    assertThat(places.take("second")).isEmpty();
    assertThat(places.take("third")).contains("first");
    assertThat(places.take("fourth")).contains("second");
    assertThat(places.taken()).isEqualTo(2);
  }

  @Test
  void shouldGiveAPlaceThatWasLeft() {
    places.take("first");
    places.take("second");
    places.leave("second");
    places.leave("of no place");
    assertThat(places.take("third")).isEmpty();
    assertThat(places.take("fourth")).contains("first");
  }

  /** A connection may end before it is known that it has lost its place. */
  @Test
  void shouldLetTheSameLeaveTwice() {
    places.take("first");
    places.take("second");
    places.take("third");
    places.leave("first");
    assertThat(places.taken()).isEqualTo(2);
  }
}
