package io.dateline.sm.cli;

import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.tls.CertificateMaker;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline certificates node}. */
@Command(
    name = "node",
    description = {
      "Makes a certificate for a host: ca.pem, node.pem and node-key.pem, which that host needs as"
          + " its dateline.security.certificates.",
      "A node takes files that are replaced while it runs (--replace)."
    },
    mixinStandardHelpOptions = true)
final class CertificateCommand implements Callable<Integer> {
  private static final int DAYS_MAX = 36_500;

  @Option(
      names = "--authority",
      paramLabel = "DIR",
      required = true,
      description = "what 'dateline certificates authority' has made")
  private Path authority;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      required = true,
      split = ",",
      description =
          "name or address of the host, as in dateline.cluster.nodes; others of it may follow")
  private List<String> hosts;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "directory for the three files")
  private Path out;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "730",
      description = "days that it is valid (default: ${DEFAULT-VALUE})")
  private int days;

  @Option(names = "--replace", description = "replace a certificate and key that are there")
  private boolean replace;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    checkDays(days);
    if (hosts.stream().anyMatch(String::isBlank)) {
      throw new BadInput("--host names no host");
    }
    carryOut(() -> CertificateMaker.node(authority, hosts, days, out, replace));
    spec.commandLine()
        .getOut()
        .println("certificate for %s: %s".formatted(String.join(", ", hosts), out));
    return ExitCode.DONE;
  }

  static void checkDays(int days) {
    if (days < 1 || days > DAYS_MAX) {
      throw new BadInput("--days takes 1 to %d, not %d".formatted(DAYS_MAX, days));
    }
  }

  /** What is done with files. */
  interface Work {
    void run() throws IOException, GeneralSecurityException;
  }

  static void carryOut(Work work) {
    try {
      work.run();
    } catch (FileAlreadyExistsException e) {
      throw new BadInput(
          "%s is there already, and stays as it is (--replace replaces a node's)"
              .formatted(e.getFile()));
    } catch (NoSuchFileException e) {
      throw new BadInput("there is no " + e.getFile());
    } catch (IOException | GeneralSecurityException e) {
      throw new BadInput("certificates cannot be made: " + e.getMessage());
    }
  }
}
