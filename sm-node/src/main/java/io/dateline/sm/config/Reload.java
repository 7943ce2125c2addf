package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.partition.Partitions;
import io.dateline.sm.qos.QosPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A node's settings and the files that they name, read again. All of it is good and is put in
 * force, or nothing is: a node never goes on with one half of what an operator has written. One
 * thread at a time may use it; it waits for files.
 */
public final class Reload {
  private static final int LINES_MAX = 3;

  /** What is wrong with the value of such a setting may tell most of it, and status is for all. */
  private static final Pattern SECRET =
      Pattern.compile("\\b(%s|password).*".formatted(String.join("|", OpensmOption.SECRETS)));

  /** What came of it. */
  public sealed interface Outcome {
    /**
     * What was read is in force.
     *
     * @param changed settings, and contents of files, that are others than before
     * @param needRestart settings that differ from those that the node started with, and are not
     *     taken while it runs
     * @param warnings of what has no effect, in sentences
     */
    record Read(List<String> changed, List<String> needRestart, List<String> warnings)
        implements Outcome {}

    /**
     * Nothing was changed.
     *
     * @param why a sentence in one line
     */
    record Refused(String why) implements Outcome {}
  }

  private final Supplier<Config> source;
  private final Config started;
  private final LiveSettings live;
  private Config last;

  /**
   * Nothing is read yet.
   *
   * @param source reads all layers of the settings
   * @param started what the node has started with
   */
  public Reload(Supplier<Config> source, Config started, LiveSettings live) {
    this.source = source;
    this.started = started;
    this.live = live;
    last = started;
  }

  /** Reads all of it, and puts it in force if all is good. */
  public Outcome read() {
    Config config;
    SubnetSettings next;
    SubnetSettings before = live.get();
    try {
      config = source.get();
      next = before.with(NodeSettings.of(config).subnet());
      refuseToOpen(before, next);
    } catch (RuntimeException e) {
      return new Outcome.Refused(inOneLine(e));
    }
    List<String> changed = new ArrayList<>(Reloadable.differing(last, config, true));
    contents(before, next, changed);
    last = config;
    List<String> warnings = passedOver(before, next).stream().toList();
    live.replace(next);
    return new Outcome.Read(
        List.copyOf(changed), Reloadable.differing(started, config, false), warnings);
  }

  /** A file that counted before, and is the same as when it was read last, stays so. */
  private Optional<String> passedOver(SubnetSettings before, SubnetSettings next) {
    return next.partitions().digest().equals(before.partitions().digest())
        ? live.partitions().flatMap(known -> next.partitions().passedOver(known, other -> false))
        : Optional.empty();
  }

  /** Files whose names are the same may say something else. */
  private void contents(SubnetSettings before, SubnetSettings next, List<String> changed) {
    boolean isNamed = changed.stream().anyMatch(Reload::isOfEngines);
    String digest = next.routing().options().digest();
    if (!isNamed && !digest.equals(before.routing().options().digest())) {
      changed.add("what files of engines say");
    }
    Optional<String> policy = next.policy().map(QosPolicy::digest);
    partitions(before, next, changed);
    if (!changed.contains("qos_policy_file")
        && !policy.equals(before.policy().map(QosPolicy::digest))) {
      changed.add("what qos_policy_file says");
    }
    if (!changed.contains(PrefixRoutesFile.OPTION)
        && !next.prefixRoutes().equals(before.prefixRoutes())) {
      changed.add("what %s says".formatted(PrefixRoutesFile.OPTION));
    }
  }

  /** Partitions that were in force are not given up because their file is gone or broken. */
  private static void refuseToOpen(SubnetSettings before, SubnetSettings next) {
    next.partitions()
        .trouble()
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    boolean isGone = before.partitions().file().isPresent() && next.partitions().file().isEmpty();
    if (isGone && next.partitions().isManaged()) {
      throw new IllegalArgumentException(
          "the partition file is gone; to give partitions up, have one with Default=0x7fff,ipoib:ALL=full;");
    }
  }

  /** Beside those of the journal, where it was read: the file of before may never have counted. */
  private void partitions(SubnetSettings before, SubnetSettings next, List<String> changed) {
    Optional<PartitionFile> read = next.partitions().file();
    if (read.isEmpty() || before.partitions().digest().equals(next.partitions().digest())) {
      return;
    }
    Partitions partitions = read.get().partitions();
    List<String> changes =
        live.partitions()
            .map(known -> known.changesTo(partitions))
            .or(
                () ->
                    before.partitions().file().map(file -> file.partitions().changesTo(partitions)))
            .orElseGet(partitions::asNew);
    changed.add(
        "what partition_config_file says"
            + (changes.isEmpty() ? "" : ": " + String.join("; ", changes)));
  }

  private static boolean isOfEngines(String name) {
    return OpensmOptions.named(name).filter(OpensmOption::isForEngines).isPresent();
  }

  private static String inOneLine(RuntimeException failure) {
    String message =
        failure instanceof ConfigException || failure.getMessage() != null
            ? failure.getMessage()
            : failure.toString();
    List<String> lines =
        message
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> SECRET.matcher(line).replaceFirst("$1 cannot be used"))
            .toList();
    String told = lines.stream().limit(LINES_MAX).collect(Collectors.joining("; "));
    return lines.size() > LINES_MAX
        ? "%s; and %d more".formatted(told, lines.size() - LINES_MAX)
        : told;
  }
}
