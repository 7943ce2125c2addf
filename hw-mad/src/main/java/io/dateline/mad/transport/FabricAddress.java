package io.dateline.mad.transport;

/** Where the fabric is, as an operator writes it: {@code --fabric} and the configuration. */
public sealed interface FabricAddress {
  /**
   * A port of this host: {@code umad[:CA[/PORT]]}.
   *
   * @param ca channel adapter, such as {@code mlx5_0}; empty for whichever has a link
   * @param port its port number, 0 for the first that has a link
   */
  record Umad(String ca, int port) implements FabricAddress {
    @Override
    public String toString() {
      return "umad" + (ca.isEmpty() ? "" : ":" + ca) + (port == 0 ? "" : "/" + port);
    }
  }

  /**
   * A node of a simulated fabric that speaks ibsim's remote protocol: {@code
   * sim://HOST:PORT[/NODE]}.
   *
   * @param port its control port
   * @param node node id such as {@code H-0002c90300000001}, or node description; empty for the
   *     first one
   */
  record Sim(String host, int port, String node) implements FabricAddress {
    @Override
    public String toString() {
      return "sim://" + host + ":" + port + (node.isEmpty() ? "" : "/" + node);
    }
  }

  /**
   * Reads either form.
   *
   * @throws IllegalArgumentException if it is neither; the message says what was expected
   */
  static FabricAddress parse(String text) {
    if (text.equals("umad")) {
      return new Umad("", 0);
    }
    if (text.startsWith("umad:")) {
      return parseUmad(text, text.substring("umad:".length()));
    }
    if (text.startsWith("sim://")) {
      return parseSim(text, text.substring("sim://".length()));
    }
    throw bad(text, "neither umad[:CA[/PORT]] nor sim://HOST:PORT[/NODE]");
  }

  private static FabricAddress parseUmad(String text, String rest) {
    int slash = rest.indexOf('/');
    String ca = slash < 0 ? rest : rest.substring(0, slash);
    if (ca.isEmpty()) {
      throw bad(text, "the channel adapter's name is missing: umad:CA or umad:CA/PORT");
    }
    // libibumad keeps 10 ports for a channel adapter; a switch's own port is 0, which is also
    // "any".
    return new Umad(ca, slash < 0 ? 0 : number(text, rest.substring(slash + 1), 0, 9));
  }

  private static FabricAddress parseSim(String text, String rest) {
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    int colon = authority.lastIndexOf(':');
    if (colon <= 0) {
      throw bad(text, "host or port is missing: sim://HOST:PORT or sim://HOST:PORT/NODE");
    }
    int port = number(text, authority.substring(colon + 1), 1, 65_535);
    return new Sim(authority.substring(0, colon), port, slash < 0 ? "" : rest.substring(slash + 1));
  }

  private static int number(String text, String digits, int min, int max) {
    try {
      int value = Integer.parseInt(digits);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw bad(text, "port '%s' is not a number from %d to %d".formatted(digits, min, max));
  }

  private static IllegalArgumentException bad(String text, String why) {
    return new IllegalArgumentException("fabric '" + text + "': " + why);
  }
}
