package io.dateline.sm.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineListTest {
  private static final List<String> ENGINES = List.of("minhop", "updn", "ftree");
  private static final List<String> WITH_FILE = List.of("minhop", "updn", "file", "chain");

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "updn,ftree|updn ftree minhop|''",
        "best:ftree,updn|ftree updn minhop|ftree updn",
        "best: ftree updn|ftree updn minhop|ftree updn",
        "best:ftree,updn,no_fallback|ftree updn|ftree updn",
        "best:updn|updn minhop|updn",
        "best:updn,minhop|updn minhop|updn minhop",
        "auto|minhop updn ftree|minhop updn ftree",
        "auto,no_fallback|minhop updn ftree|minhop updn ftree",
      })
  void shouldTellCandidates(String text, String order, String candidates) {
    EngineList list = parse(text);
    assertThat(String.join(" ", list.order())).isEqualTo(order);
    assertThat(String.join(" ", list.candidates())).isEqualTo(candidates);
    assertThat(list.isTournament()).isEqualTo(!candidates.isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "best:|names no engine",
        "updn,best:ftree|there is no engine 'best:ftree'",
        "auto,updn|names 'updn' twice",
        "best:auto|there is no engine 'auto'",
      })
  void shouldRefuseCandidatesThatAreNone(String text, String sentence) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(sentence);
  }

  @Test
  void shouldKnowWhetherThereIsAFallback() {
    assertThat(parse("minhop").isWithoutFallback()).isFalse();
    assertThat(parse("minhop,no_fallback").isWithoutFallback()).isTrue();
  }

  @Test
  void shouldNotCompareWhatIsToldFromAFile() {
    assertThat(EngineList.parse(List.of("auto"), WITH_FILE::contains, WITH_FILE).order())
        .containsExactly("minhop", "updn");
  }
}
