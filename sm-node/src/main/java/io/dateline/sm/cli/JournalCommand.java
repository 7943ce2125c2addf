package io.dateline.sm.cli;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.H2Server;
import io.dateline.sm.cli.console.Addresses;
import io.dateline.sm.cli.console.ExitCode;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline journal}: a journal that several nodes share. */
@Command(
    name = "journal",
    description = {
      "Serves an H2 journal to several nodes on one host, until ^C.",
      "Its password is made at the first start, in a file that is printed;",
      "or it is DATELINE_H2_PASSWORD, here and at the nodes."
    },
    mixinStandardHelpOptions = true)
final class JournalCommand implements Callable<Integer> {
  @Option(
      names = "--state",
      paramLabel = "DIR",
      defaultValue = "journal",
      description = "the journal's files (default: ./${DEFAULT-VALUE})")
  private Path stateDir;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7171",
      description = "TCP address (default: ${DEFAULT-VALUE})")
  private String listen;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    InetSocketAddress address = Addresses.parse("--listen", listen);
    Config config = ConfigFactory.load();
    String host = listen.substring(0, listen.lastIndexOf(':'));
    H2Server server = H2Server.start(stateDir, host, address.getPort(), config);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "close-journal"));
    PrintWriter out = spec.commandLine().getOut();
    server
        .passwordFile()
        .ifPresent(file -> out.println("dateline.persistence.h2.password-file = \"" + file + "\""));
    out.println("dateline.persistence.h2.url = \"" + server.url() + "\"");
    out.flush();
    new CountDownLatch(1).await();
    return ExitCode.DONE;
  }
}
