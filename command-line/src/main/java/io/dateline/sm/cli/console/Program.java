package io.dateline.sm.cli.console;

import io.dateline.fabric.format.FormatException;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.sm.options.OptionException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A command line with subcommands: runs the one that is asked for, and says in a sentence why it
 * could not be done.
 */
public final class Program {
  /** A command whose options stand among its other arguments, which it reads by itself. */
  public interface ReadsItsOptions {}

  private final Supplier<?> root;
  private final List<Class<?>> commands;
  private final Function<Exception, OptionalInt> failures;

  /**
   * One with commands of its own.
   *
   * @param root the command above the others
   * @param commands in the order in which help lists them
   * @param failures exit codes of those that only such commands have; their message says all
   */
  public Program(
      Supplier<?> root, List<Class<?>> commands, Function<Exception, OptionalInt> failures) {
    this.root = root;
    this.commands = commands;
    this.failures = failures;
  }

  /** Runs a command line; returns the exit code. */
  public int execute(String... args) {
    OutputToReader out = new OutputToReader(new FileOutputStream(FileDescriptor.out));
    return execute(
        writer(out, System.out.charset()),
        writer(new FileOutputStream(FileDescriptor.err), System.err.charset()),
        out::isReaderGone,
        args);
  }

  /** Not to System.out, which does not tell that its reader has gone or the disk is full. */
  private static PrintWriter writer(OutputStream stream, Charset charset) {
    return new PrintWriter(new OutputStreamWriter(stream, charset), true);
  }

  /** Runs a command line that prints elsewhere; returns the exit code. */
  public int execute(PrintWriter out, PrintWriter err, String... args) {
    return execute(out, err, () -> false, args);
  }

  private int execute(
      PrintWriter out, PrintWriter err, BooleanSupplier isReaderGone, String... args) {
    CommandLine line =
        withCommands(args)
            .setOut(out)
            .setErr(err)
            .setParameterExceptionHandler(Program::refuse)
            .setExecutionExceptionHandler(this::explain)
            .setAbbreviatedOptionsAllowed(false);
    int code = line.execute(args);
    if (out.checkError() && code == ExitCode.DONE) {
      if (!isReaderGone.getAsBoolean()) {
        err.println("dateline: standard output was closed before all of it was written");
      }
      return ExitCode.FAILED;
    }
    return code;
  }

  /**
   * All commands, or only the one that is asked for: reading the annotations of all of them takes a
   * tenth of a second, and a node that starts has better things to do.
   */
  private CommandLine withCommands(String... args) {
    CommandLine line = new CommandLine(root.get());
    List<Class<?>> asked =
        commands.stream().filter(type -> args.length > 0 && args[0].equals(nameOf(type))).toList();
    for (Class<?> type : asked.isEmpty() ? commands : asked) {
      CommandLine command = new CommandLine(type);
      command.setUnmatchedOptionsArePositionalParams(ReadsItsOptions.class.isAssignableFrom(type));
      line.addSubcommand(command);
      tellVersion(command, line.getCommandSpec().versionProvider());
    }
    return line;
  }

  /** The build's, whichever command is asked. */
  private static void tellVersion(CommandLine command, IVersionProvider version) {
    command.getCommandSpec().versionProvider(version);
    command.getSubcommands().values().forEach(each -> tellVersion(each, version));
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /** What is no command line: the sentence, and what would have been one. */
  private static int refuse(ParameterException bad, String[] args) {
    CommandLine command = bad.getCommandLine();
    ParameterException told = bad instanceof MissingParameterException ? unknown(bad, args) : bad;
    say(command, told.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(told, command.getErr())) {
      command.usage(command.getErr());
    }
    return ExitCode.BAD_INPUT;
  }

  /** What is missing may be there and misspelt: then it is that which has to be told. */
  private static ParameterException unknown(ParameterException missing, String... args) {
    CommandLine command = missing.getCommandLine();
    if (command.isUnmatchedOptionsArePositionalParams()) {
      return missing;
    }
    List<String> unknown =
        Arrays.stream(args)
            .filter(arg -> arg.startsWith("--"))
            .filter(arg -> command.getCommandSpec().findOption(arg.split("=", 2)[0]) == null)
            .toList();
    return unknown.isEmpty() ? missing : new UnmatchedArgumentException(command, unknown);
  }

  /** Bad input is a sentence and exit code 2; anything else is a failure and keeps its trace. */
  private int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    OptionalInt code = failures.apply(failure);
    if (code.isPresent()) {
      say(command, failure.getMessage());
      return code.getAsInt();
    }
    switch (failure) {
      case BadInput bad -> say(command, bad.getMessage());
      case FormatException bad -> say(command, bad.getMessage());
      case OptionException bad -> say(command, bad.getMessage());
      case TransportUnavailableException unavailable -> {
        return fail(command, unavailable);
      }
      case FileSystemException file -> say(command, sentence(file));
      case IOException io -> {
        return fail(command, io);
      }
      case UncheckedIOException io -> {
        say(
            command,
            io.getCause() instanceof FileSystemException file
                ? io.getMessage() + ": " + sentence(file)
                : io.getMessage());
        return ExitCode.FAILED;
      }
      default -> {
        failure.printStackTrace(command.getErr());
        return ExitCode.FAILED;
      }
    }
    return ExitCode.BAD_INPUT;
  }

  /** The message of these exceptions is often the bare path; what is read was looked at before. */
  private static String sentence(FileSystemException failure) {
    String what =
        switch (failure) {
          case AccessDeniedException denied -> "may not be opened";
          case NoSuchFileException missing -> "cannot be made there";
          case FileAlreadyExistsException there -> "is there already and is no folder";
          case NotDirectoryException file -> "is no folder";
          default -> failure.getReason() == null ? "cannot be used" : failure.getReason();
        };
    return failure.getFile() + ": " + what;
  }

  private static int fail(CommandLine command, Exception failure) {
    say(command, failure.getMessage());
    return ExitCode.FAILED;
  }

  private static void say(CommandLine command, String sentence) {
    FirstLines.print(
        ("dateline: " + sentence).lines().toList(), "", " like these", command.getErr());
  }
}
