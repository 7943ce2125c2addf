package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.token.Role;
import io.dateline.sm.token.Tokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
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
}
