package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Guid;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline history}: what happened when and why, and how the subnet was then. */
@Command(
    name = "history",
    description = {
      "Shows what happened to the subnet, when and why: number, time, term, what, why.",
      "With --at, how it was: LIDs as in OpenSM's guid2lid, and the routing in force; with --tables"
          + " the forwarding tables as in opensm-lfts.dump.",
      "A PLACE is the number of an event, or a time such as 2026-11-21T16:40:00Z, or in local time"
          + " 2026-11-21T16:40 or 16:40."
    },
    mixinStandardHelpOptions = true)
final class HistoryCommand implements Callable<Integer> {
  private static final String ALL = "";
  private static final String BEGIN = "history";

  @Option(names = "--since", paramLabel = "PLACE", description = "begin there")
  private String since;

  @Option(names = "--last", paramLabel = "N", description = "the newest N events at most")
  private Long last;

  @Option(names = "--at", paramLabel = "PLACE", description = "how the subnet was then")
  private String at;

  @Option(
      names = "--tables",
      paramLabel = "GUID",
      arity = "0..1",
      fallbackValue = ALL,
      description = "with --at: what the switches, or one of them, had been told")
  private String tables;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "events that the journal does not hold any more, from the files of this folder")
  private Path archive;

  @Mixin private RemoteOptions remote;
  @Spec private CommandSpec spec;

  private final Clock clock = Clock.system(ZoneId.systemDefault());

  @Override
  public Integer call() throws InterruptedException {
    check();
    if (archive != null) {
      return ArchivedHistory.print(archive, printer());
    }
    if (at == null) {
      return list();
    }
    String place = "at=" + TimeText.place("--at", at, clock);
    return tables == null
        ? remote.print(
            "history/state?" + place,
            "lids",
            out(),
            err(),
            (state, out) -> PastText.print(state, out, zone()))
        : remote.printText("history/tables?" + place + switchParameter(), out(), err());
  }

  private void check() {
    if (archive != null && (at != null || since != null || last != null)) {
      throw new BadInput("--archive tells all that is there, without --at, --since or --last");
    }
    if (at != null && (since != null || last != null)) {
      throw new BadInput("--at does not go together with --since or --last");
    }
    if (at == null && tables != null) {
      throw new BadInput("--tables needs --at");
    }
    if (tables != null && remote.json()) {
      throw new BadInput("--tables prints OpenSM's dump format and no JSON");
    }
    if (last != null && last < 1) {
      throw new BadInput("--last takes 1 or more, not " + last);
    }
  }

  private String switchParameter() {
    if (tables.equals(ALL)) {
      return "";
    }
    try {
      return "&switch=" + Guid.format(Guid.parse(tables));
    } catch (NumberFormatException e) {
      throw new BadInput("--tables '%s' is no GUID such as 0x0002c90300abcdef".formatted(tables));
    }
  }

  /** Page by page: a long history fills no memory, here or there. */
  private int list() throws InterruptedException {
    String[] next = {BEGIN + firstPage()}; // path of a page; null behind the last one
    try (EventPrinter printer = printer()) {
      int code;
      do {
        code =
            remote.ask(
                next[0],
                "events",
                out(),
                err(),
                page -> {
                  if (BEGIN.equals(next[0])) {
                    tellWhatIsMissing(page);
                  }
                  next[0] = printed(page, printer);
                });
      } while (code == ExitCode.DONE && next[0] != null && !out().checkError());
      return code;
    }
  }

  /** Where the answer is not from the first event on, though that was asked for. */
  private void tellWhatIsMissing(JsonNode page) {
    long first = page.path("events").path(0).path("number").asLong(1);
    if (first > 1) {
      err()
          .printf(
              "events before %d are archived: dateline history --archive DIR (dateline status names"
                  + " the folder)%n",
              first);
    }
  }

  private EventPrinter printer() {
    return remote.json() ? new EventPrinter.Json(out()) : new EventPrinter.Text(out(), zone());
  }

  private static String printed(JsonNode page, EventPrinter printer) {
    printer.print(page.path("events"));
    long from = page.path("next").asLong();
    return from == 0 ? null : "history?from=%d&term=%d".formatted(from, page.path("term").asLong());
  }

  private String firstPage() {
    List<String> parameters = new ArrayList<>();
    if (since != null) {
      parameters.add("since=" + TimeText.place("--since", since, clock));
    }
    if (last != null) {
      parameters.add("last=" + last);
    }
    return parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
  }

  private ZoneId zone() {
    return clock.getZone();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
