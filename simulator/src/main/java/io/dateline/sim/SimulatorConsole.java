package io.dateline.sim;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands to a simulated fabric, one a line, in the words of ibsim's console where it has them.
 * Case does not matter; a node is named by id, GUID or description, with quotes if there are blanks
 * in it. {@code help} lists them.
 */
final class SimulatorConsole {
  private static final String HELP =
      """
      link NODE[PORT] NODE[PORT]   put a cable between two ports
      unlink NODE[PORT] | NODE     pull out a cable, or all of a node
      relink NODE[PORT] | NODE     put back what was pulled out
      down NODE                    switch a node off
      up NODE                      switch it on again: no LIDs, no tables
      drop RATE [SEED]             lose MADs on links, RATE from 0 to 1
      duplicate RATE [SEED]        deliver MADs twice
      delay MS                     deliver MADs later
      trap NUMBER NODE[PORT]       report errors at a port: 129, 130 or 131
      rename NODE NAME             have a node call itself otherwise, and send trap 144
      show NODE                    ports, states, LIDs
      stats                        what has happened so far""";

  /** A word, a quoted text, or either with a port number behind it. */
  private static final Pattern WORD =
      Pattern.compile("\\G\\s*(?:\"([^\"]*)\"|([^\\s\"\\[]+))(?:\\[(\\d{1,3})\\])?");

  private record Word(String text, int number) {}

  /** What is wrong with a command, in a sentence. */
  private static final class Mistake extends Exception {
    private static final long serialVersionUID = 1;

    Mistake(String message) {
      super(message);
    }
  }

  private final SimulatedFabric simulated;
  private final Fabric fabric;

  SimulatorConsole(SimulatedFabric simulated) {
    this.simulated = simulated;
    fabric = simulated.fabric();
  }

  /** Carries out a command and says what came of it; never throws for what was typed. */
  String execute(String line) {
    try {
      List<Word> words = split(line);
      if (words.isEmpty()) {
        return "";
      }
      return execute(words.getFirst().text().toLowerCase(Locale.ROOT), words);
    } catch (Mistake | IllegalArgumentException e) {
      return "error: " + e.getMessage();
    }
  }

  private String execute(String verb, List<Word> words) throws Mistake {
    return switch (verb) {
      case "link" -> {
        int a = port(words, 1);
        int b = port(words, 2);
        yield simulated.link(a, b) ? "linked" : "error: one of the ports has a cable already";
      }
      case "unlink" -> unlink(words);
      case "relink" -> relink(words);
      case "down" -> simulated.nodeDown(node(words, 1)) ? "down" : "error: it is down already";
      case "up" -> simulated.nodeUp(node(words, 1)) ? "up" : "error: it is up already";
      case "drop" -> {
        simulated.loss(rate(words, 1), words.size() > 2 ? number(words, 2) : 1);
        yield "dropping " + words.get(1).text();
      }
      case "duplicate" -> {
        simulated.duplicate(rate(words, 1), words.size() > 2 ? number(words, 2) : 1);
        yield "duplicating " + words.get(1).text();
      }
      case "delay" -> {
        simulated.delay(number(words, 1));
        yield "delaying " + words.get(1).text() + " ms";
      }
      case "trap" -> {
        simulated.portError(port(words, 2), (int) number(words, 1));
        yield "reported";
      }
      case "rename" -> {
        simulated.rename(node(words, 1), word(words, 2).text());
        yield "renamed";
      }
      case "show" -> show(node(words, 1));
      case "stats" -> simulated.stats().toString();
      case "help", "?" -> HELP;
      default -> throw new Mistake("no command '" + verb + "'; help lists them");
    };
  }

  private String unlink(List<Word> words) throws Mistake {
    if (word(words, 1).number() >= 0) {
      return simulated.unlink(port(words, 1)) ? "unlinked 1" : "error: there is no cable";
    }
    int node = node(words, 1);
    int count = 0;
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      count += simulated.unlink(fabric.port(node, number)) ? 1 : 0;
    }
    return "unlinked " + count;
  }

  private String relink(List<Word> words) throws Mistake {
    if (word(words, 1).number() >= 0) {
      return simulated.relink(port(words, 1)) ? "relinked 1" : "error: there is nothing to relink";
    }
    int node = node(words, 1);
    int count = 0;
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      count += simulated.relink(fabric.port(node, number)) ? 1 : 0;
    }
    return "relinked " + count;
  }

  private String show(int node) {
    StringBuilder text =
        new StringBuilder(
            "%s \"%s\" %s"
                .formatted(
                    NodeNames.id(fabric, node),
                    fabric.description(node),
                    simulated.isUp(node) ? "on" : "off"));
    for (int number = fabric.isSwitch(node) ? 0 : 1;
        number <= fabric.externalPortCount(node);
        number++) {
      int port = fabric.port(node, number);
      int peer = simulated.peer(port);
      text.append(
          "%n  [%d] state %d lid %d%s"
              .formatted(
                  number,
                  simulated.portState(port),
                  simulated.lid(port),
                  peer == Fabric.NONE ? "" : " -> " + NodeNames.port(fabric, peer)));
    }
    return text.toString();
  }

  private static List<Word> split(String line) throws Mistake {
    List<Word> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line.strip());
    int end = 0;
    while (matcher.find()) {
      String text = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      int number = matcher.group(3) == null ? -1 : Integer.parseInt(matcher.group(3));
      words.add(new Word(text, number));
      end = matcher.end();
    }
    if (end != line.strip().length()) {
      throw new Mistake("cannot read '" + line.strip().substring(end) + "'");
    }
    return words;
  }

  private static Word word(List<Word> words, int index) throws Mistake {
    if (index >= words.size()) {
      throw new Mistake("something is missing after '" + words.getLast().text() + "'");
    }
    return words.get(index);
  }

  private int node(List<Word> words, int index) throws Mistake {
    String name = word(words, index).text();
    int node = NodeNames.find(fabric, name);
    if (node == Fabric.NONE) {
      throw new Mistake("no node '" + name + "'");
    }
    return node;
  }

  private int port(List<Word> words, int index) throws Mistake {
    int node = node(words, index);
    int number = words.get(index).number();
    if (number < 1 || number > fabric.externalPortCount(node)) {
      throw new Mistake(
          "%s has ports 1 to %d: NODE[PORT]"
              .formatted(words.get(index).text(), fabric.externalPortCount(node)));
    }
    return fabric.port(node, number);
  }

  private static double rate(List<Word> words, int index) throws Mistake {
    try {
      return Double.parseDouble(word(words, index).text());
    } catch (NumberFormatException e) {
      throw new Mistake("not a rate: '" + words.get(index).text() + "'");
    }
  }

  private static long number(List<Word> words, int index) throws Mistake {
    try {
      return Long.parseLong(word(words, index).text());
    } catch (NumberFormatException e) {
      throw new Mistake("not a number: '" + words.get(index).text() + "'");
    }
  }
}
