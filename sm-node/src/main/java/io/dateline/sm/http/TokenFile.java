package io.dateline.sm.http;

import io.dateline.persistence.file.NotPrivateException;
import io.dateline.persistence.file.PrivateFile;
import io.dateline.sm.token.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A node's file of tokens. It is read anew for each question, so a change counts at once. */
public final class TokenFile {
  private final Path path;

  public TokenFile(Path path) {
    this.path = path;
  }

  /**
   * Makes the file, with random tokens, where there is none; otherwise looks at it.
   *
   * @throws UnusableTokensException if no token can be taken from it
   * @throws UncheckedIOException if it cannot be made, as on a full disk
   */
  public void prepare() {
    try {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        PrivateFile.create(path, Tokens.random().text());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the token file %s cannot be made".formatted(path), e);
    }
    tokens();
  }

  /**
   * The tokens in the file as it is now. It reads the disk.
   *
   * @throws UnusableTokensException if there is no such file, if others may read it, or if it says
   *     something else: then no token counts
   */
  Tokens tokens() {
    try {
      return Tokens.parse(PrivateFile.read(path));
    } catch (NotPrivateException e) {
      throw new UnusableTokensException("the token file " + e.getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new UnusableTokensException("there is no token file " + path, e);
    } catch (IOException e) {
      throw new UnusableTokensException("the token file %s cannot be read".formatted(path), e);
    } catch (IllegalArgumentException e) {
      throw new UnusableTokensException(
          "the token file %s is wrong: %s".formatted(path, e.getMessage()), e);
    }
  }
}
