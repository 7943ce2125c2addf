package io.dateline.sm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
  private static final String A = "a".repeat(64);
  private static final String B = "b".repeat(64);

  @Test
  void shouldReadRolesAndCommentsAndPreferTheRoleThatIsAskedFor() {
    Tokens tokens =
        Tokens.parse("# of the site\n\n operator\t" + A + "\nreader " + B + "\nkeys " + A);
    assertThat(tokens.rolesOf(A)).containsExactlyInAnyOrder(Role.OPERATOR, Role.KEYS);
    assertThat(tokens.rolesOf(B)).containsExactly(Role.READER);
    assertThat(tokens.rolesOf("c".repeat(64))).isEmpty();
    assertThat(tokens.rolesOf("")).isEmpty();
    assertThat(tokens.token(Role.READER)).contains(B);
    assertThat(Tokens.parse("operator " + A).token(Role.READER)).contains(A);
    assertThat(Tokens.parse("operator " + A).token(Role.KEYS)).isEmpty();
    assertThat(Tokens.parse("keys " + A).token(Role.OPERATOR)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"root SECRET", "operator", "operator SECRET more", "SECRET", "reader short"})
  void shouldNameTheLineThatIsWrongAndNoToken(String line) {
    String text = "reader " + B + "\n" + line.replace("SECRET", A) + "\n";
    assertThatThrownBy(() -> Tokens.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2")
        .hasMessageNotContaining(A)
        .hasMessageNotContaining(B);
  }
}
