package io.dateline.sm.cli;

import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.tls.CertificateMaker;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline certificates authority}. */
@Command(
    name = "authority",
    description = {
      "Makes an authority: ca.pem, which each node gets, and ca-key.pem, which no node needs.",
      "Keep ca-key.pem where only you can read it."
    },
    mixinStandardHelpOptions = true)
final class AuthorityCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "directory for the two files")
  private Path out;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "3650",
      description = "days that it is valid (default: ${DEFAULT-VALUE})")
  private int days;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CertificateCommand.checkDays(days);
    CertificateCommand.carryOut(() -> CertificateMaker.authority(out, days));
    spec.commandLine().getOut().println("authority: " + out.resolve("ca.pem"));
    return ExitCode.DONE;
  }
}
