package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
  private static final String A = "a".repeat(64);
  private static final String B = "b".repeat(64);

  @TempDir private Path folder;

  @Test
  void shouldMakeARandomTokenForEachRoleOnce() throws Exception {
    Path path = folder.resolve("tokens");
    new TokenFile(path).prepare();
    String text = Files.readString(path);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    assertThat(text.lines())
        .hasSize(Role.values().length)
        .allMatch(line -> line.matches("[a-z]+ [0-9a-f]{64}"));
    Set<String> tokens = new HashSet<>();
    for (Role role : Role.values()) {
      String token = Tokens.parse(text).token(role).orElseThrow();
      tokens.add(token);
      assertThat(new TokenFile(path).tokens().rolesOf(token)).containsExactly(role);
    }
    assertThat(tokens).hasSize(Role.values().length);

    new TokenFile(path).prepare();
    assertThat(path).hasContent(text);
  }

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
