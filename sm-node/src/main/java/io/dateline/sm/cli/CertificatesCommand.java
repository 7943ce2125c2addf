package io.dateline.sm.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dateline certificates}: what nodes on several hosts know each other by. */
@Command(
    name = "certificates",
    description = "Makes the authority of a cluster, and a certificate for each of its hosts.",
    mixinStandardHelpOptions = true,
    subcommands = {AuthorityCommand.class, CertificateCommand.class})
final class CertificatesCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "'authority' or 'node' is missing after 'certificates'");
  }
}
