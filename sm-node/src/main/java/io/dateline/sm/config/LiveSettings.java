package io.dateline.sm.config;

import io.dateline.sm.options.EngineOptions;
import io.dateline.sm.partition.PartitionBook;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How a node manages the subnet, as of now: its files may be read again while it runs. What is in
 * force is replaced as a whole and never changes. A heavy sweep is made with one set of settings
 * from its begin to its end ({@link #forSweep}). Any thread may ask.
 */
public final class LiveSettings implements Supplier<SubnetSettings> {
  private volatile SubnetSettings inForce;
  private volatile SubnetSettings atWork; // of the sweep that began last
  private volatile Optional<PartitionBook> partitions = Optional.empty(); // of the journal
  // Digest of the partition file that counted when they were read; empty while it is not known.
  private volatile Optional<String> counted = Optional.empty();

  public LiveSettings(SubnetSettings read) {
    inForce = read;
    atWork = read;
  }

  /** What is in force. */
  @Override
  public SubnetSettings get() {
    return inForce;
  }

  /** What is in force, for a sweep that begins: engines compute with it though others come. */
  public SubnetSettings forSweep() {
    SubnetSettings now = inForce;
    atWork = now;
    return now;
  }

  /** From now on these are in force. */
  void replace(SubnetSettings read) {
    inForce = read;
    counted = Optional.empty();
  }

  /** All that the journal has now was read, and it has these. */
  public void saw(PartitionBook now) {
    partitions = Optional.of(now);
    if (counted.isEmpty()) {
      counted = Optional.of(now.digest());
    }
  }

  /** Those of the journal; nothing before it was read. */
  public Optional<PartitionBook> partitions() {
    return partitions;
  }

  /**
   * Whether the partition file that counts, which has this digest, came to count after this node
   * read its own. So what this node has read is older, though it may never have counted.
   */
  public boolean isOvertakenBy(String digest) {
    return counted.filter(before -> !before.equals(digest)).isPresent();
  }

  /**
   * The options of engines that have a digest, if they are in force or those of the sweep that
   * began last.
   */
  public Optional<EngineOptions> engineOptions(String digest) {
    return Stream.of(inForce, atWork)
        .map(settings -> settings.routing().options())
        .filter(options -> options.digest().equals(digest))
        .findFirst();
  }
}
