package io.dateline.sm.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lists of options in {@code docs/FROM-OPENSM.md}, against what the code acts on. */
class FromOpensmPageTest {
  private static final Path PAGE = Path.of("../docs/FROM-OPENSM.md");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9_*]+)`");

  /** Names in the list below a heading; a star stands for any end. */
  private static List<Pattern> listed(String heading) throws IOException {
    String page = Files.readString(PAGE);
    int list = page.indexOf("\n\n", page.indexOf(heading + "\n\n") + heading.length() + 2);
    String names = page.substring(list, (page + "\n###").indexOf("\n###", list));
    return NAME.matcher(names)
        .results()
        .map((MatchResult name) -> Pattern.compile(name.group(1).replace("*", ".*")))
        .toList();
  }

  private static void assertListed(String heading, boolean isActedOn) throws IOException {
    List<Pattern> listed = listed(heading);
    List<String> named =
        OpensmOptions.all().stream()
            .filter(option -> option.setting().isPresent() == isActedOn)
            .map(OpensmOption::name)
            .toList();

    assertThat(named)
        .as("options that are under " + heading)
        .allMatch(name -> listed.stream().anyMatch(one -> one.matcher(name).matches()));
    assertThat(listed)
        .as("names under %s that are such options", heading)
        .isNotEmpty()
        .allMatch(one -> named.stream().anyMatch(name -> one.matcher(name).matches()));
  }

  @Test
  void shouldListWhatIsActedOn() throws IOException {
    assertListed("### Acted on", true);
  }

  @Test
  void shouldListWhatIsNot() throws IOException {
    assertListed("### Not acted on", false);
  }

  /** A pattern of one list must not cover an option of the other. */
  @Test
  void shouldListEachOptionOnce() throws IOException {
    List<Pattern> acted = listed("### Acted on");
    List<Pattern> not = listed("### Not acted on");
    assertThat(OpensmOptions.all())
        .extracting(OpensmOption::name)
        .allMatch(
            name ->
                acted.stream().filter(one -> one.matcher(name).matches()).count()
                        + not.stream().filter(one -> one.matcher(name).matches()).count()
                    == 1);
  }
}
