package io.dateline.sm.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineListTest {
  private static final List<String> ENGINES = List.of("minhop", "updn", "ftree");

  private static EngineList parse(String text) {
    return EngineList.parse(EngineList.words(text), ENGINES::contains, ENGINES);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minhop|minhop",
        "updn|updn minhop", // OpenSM's own fallback
        "ftree,updn|ftree updn minhop",
        "ftree updn|ftree updn minhop",
        "ftree, \tupdn ,|ftree updn minhop",
        "minhop,updn|minhop updn", // it is not asked twice
        "ftree,no_fallback|ftree",
        "no_fallback,ftree,updn|ftree updn",
        "minhop,no_fallback|minhop",
      })
  void shouldTryEnginesInTheOrderOfTheList(String text, String order) {
    assertThat(String.join(" ", parse(text).order())).isEqualTo(order);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|names no engine; there are: minhop, updn, ftree",
        "','|names no engine",
        "no_fallback|names no engine",
        "maxhop|there is no engine 'maxhop'; there are: minhop, updn, ftree",
        "updn,MinHop|there is no engine 'MinHop'",
        "updn,ftree,updn|names 'updn' twice",
        "no_fallback,updn,no_fallback|names 'no_fallback' twice",
      })
  void shouldRefuseAListThatIsNone(String text, String sentence) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(sentence);
  }
}
