package io.dateline.fabric.format;

import io.dateline.fabric.format.PrefixRoutes.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads {@link PrefixRoutes}:
 *
 * <pre>
 * # prefix            port GUID of the router
 * 0xfec0000000000001  0x0002c90200423f10
 * *                   *                       # all others by any router
 * </pre>
 *
 * <p>Unlike OpenSM, which goes on without routes, this reads all of a file or nothing.
 */
public final class PrefixRoutesReader {
  private static final String ANY = "*";

  private PrefixRoutesReader() {}

  /**
   * Reads a file.
   *
   * @throws FormatException that names every line with something wrong, up to a bound
   */
  public static PrefixRoutes read(Path file) throws IOException {
    List<Route> routes = new ArrayList<>();
    LineScanner.scan(
            file,
            (line, lineNumber) -> {
              if (!isOver(line)) {
                routes.add(new Route(number(line, "prefix"), number(line, "port GUID")));
                if (!isOver(line)) {
                  throw new LineException("more than a prefix and a port GUID: " + line.found());
                }
              }
            })
        .fail();
    return new PrefixRoutes(routes);
  }

  private static boolean isOver(LineCursor line) {
    return line.atEnd() || line.peek() == '#';
  }

  private static OptionalLong number(LineCursor line, String what) throws LineException {
    return line.tryText(ANY) ? OptionalLong.empty() : OptionalLong.of(line.unsigned64(what));
  }
}
