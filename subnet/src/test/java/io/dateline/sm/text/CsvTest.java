package io.dateline.sm.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CsvTest {
  @Test
  void shouldQuoteWhatWouldBeTakenForSomethingElse() throws IOException {
    StringBuilder text = new StringBuilder();
    Csv csv = new Csv(text);
    csv.line("a", 1, 2.5, "");
    csv.line("leaf, 2", "the \"big\" one", "two\nlines");
    assertThat(text).hasToString("a,1,2.5,\n\"leaf, 2\",\"the \"\"big\"\" one\",two lines\n");
  }
}
