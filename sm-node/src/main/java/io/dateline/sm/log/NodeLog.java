package io.dateline.sm.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.fabric.format.ReadableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** The log of a node's process, as {@code dateline.log} says. Until then it is standard error's. */
public final class NodeLog {
  /** As in logback.xml, which holds until the settings are read. */
  private static final String PATTERN =
      "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\"} %-5level %logger{20} %msg%n";

  private static final String OWN = "io.dateline";

  /** Loggers that warn of heartbeats: on a busy host these warnings ask for nothing to be done. */
  private static final List<String> HEARTBEATS =
      List.of("akka.cluster.ClusterHeartbeat", "akka.remote.PhiAccrualFailureDetector");

  private static Optional<FileAppender<ILoggingEvent>> file = Optional.empty();

  private NodeLog() {}

  /**
   * Has the log of this process look and go as a node's settings say.
   *
   * @throws ConfigException that names the key, if a setting is wrong, or the file cannot be
   *     written to
   */
  public static void begin(Config config) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      begin(config, context);
    }
  }

  static synchronized void begin(Config config, LoggerContext context) {
    LogSettings settings = LogSettings.of(config);
    settings.file().ifPresent(path -> touch(config, path));
    context.getLogger(OWN).setLevel(settings.level());
    Level heartbeats = settings.heartbeats() ? Level.WARN : Level.ERROR;
    HEARTBEATS.forEach(name -> context.getLogger(name).setLevel(heartbeats));
    OutputStreamAppender<ILoggingEvent> appender = appender(context, settings);
    if (!settings.heartbeats()) {
      appender.addFilter(new AbsentPeers());
    }
    write(context, appender);
  }

  private static void touch(Config config, Path path) {
    try {
      if (ReadableFile.isPipe(path)) { // it would wait for a reader
        throw LogSettings.badFile(config, path + " is a pipe");
      }
      Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    } catch (IOException e) {
      throw LogSettings.badFile(config, "%s cannot be written to: %s".formatted(path, e));
    }
  }

  private static OutputStreamAppender<ILoggingEvent> appender(
      LoggerContext context, LogSettings settings) {
    OutputStreamAppender<ILoggingEvent> appender;
    if (settings.file().isPresent()) {
      FileAppender<ILoggingEvent> toFile = new FileAppender<>();
      toFile.setFile(settings.file().get().toString());
      file = Optional.of(toFile);
      appender = toFile;
    } else {
      ConsoleAppender<ILoggingEvent> toError = new ConsoleAppender<>();
      toError.setTarget("System.err");
      file = Optional.empty();
      appender = toError;
    }
    appender.setContext(context);
    appender.setName("NODE");
    appender.setEncoder(encoder(context, settings.format()));
    appender.start();
    return appender;
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogSettings.Format format) {
    return switch (format) {
      case TEXT -> {
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern(PATTERN);
        text.start();
        yield text;
      }
      case JSON -> {
        JsonEncoder json = new JsonEncoder();
        json.setContext(context);
        json.setWithSequenceNumber(false);
        json.setWithNanoseconds(false);
        json.setWithContext(false);
        json.setWithMarkers(false);
        json.setWithMDC(false);
        json.setWithKVPList(false);
        json.setWithMessage(false);
        json.setWithArguments(false);
        json.setWithFormattedMessage(true);
        json.start();
        yield json;
      }
    };
  }

  /** In place of what logback.xml has; not waiting for whatever reads it, as there. */
  private static void write(LoggerContext context, OutputStreamAppender<ILoggingEvent> appender) {
    AsyncAppender async = new AsyncAppender();
    async.setContext(context);
    async.setName("NODE_ASYNC");
    async.setNeverBlock(true);
    async.addAppender(appender);
    async.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(async);
  }

  /**
   * Opens the log's file anew, after something else has moved it. No line is lost.
   *
   * @return the file; empty where the log goes to standard error
   * @throws IOException if it cannot be opened: lines go on to where they went
   */
  public static synchronized Optional<Path> reopen() throws IOException {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    FileAppender<ILoggingEvent> appender = file.get();
    appender.openFile(appender.getFile()); // closes the one before when this one is open
    return Optional.of(Path.of(appender.getFile()));
  }
}
