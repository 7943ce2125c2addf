package io.dateline.sm.cli;

import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The process that {@code dateline prepare} watches. It has the journal of its cluster in it, so
 * that what is learned is good for a node that writes its own, too; no node that anybody relies on
 * has.
 */
final class Preparation {
  private Preparation() {}

  /**
   * Serves a journal and, from the first byte of standard input on, runs a command. The journal
   * lasts as long as the process, for the next master reads it while this one shuts down.
   *
   * @param args folder of the journal, HOST and PORT to serve it at, the command
   */
  @SuppressWarnings("resource") // see above
  public static void main(String[] args) throws IOException {
    H2Server server =
        H2Server.start(Path.of(args[0]), args[1], Integer.parseInt(args[2]), ConfigFactory.load());
    System.out.println(server.url());
    if (System.in.read() >= 0) {
      Dateline.main(Arrays.copyOfRange(args, 3, args.length));
    }
  }
}
