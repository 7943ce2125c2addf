package io.dateline.sm.partition;

import io.dateline.sm.link.Enforcement;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What an operator says of partitions.
 *
 * @param isManaged whether ports are told P_Keys at all
 * @param file that was read; empty where there is none, or it cannot be used
 * @param trouble why a file that should be there cannot be used, in a sentence; the partitions that
 *     the journal has stay in force then, and without any there is no first term
 * @param enforcement {@code part_enforce}: which packets switch ports check
 * @param allowsBoth {@code allow_both_pkeys}: a port may be a full and a limited member at once
 * @param keepsIndexes {@code keep_pkey_indexes}: a key that stays is not moved in a port's table
 */
public record PartitionSettings(
    boolean isManaged,
    Optional<PartitionFile> file,
    Optional<String> trouble,
    Enforcement enforcement,
    boolean allowsBoth,
    boolean keepsIndexes) {
  /** There is no file. */
  public static final PartitionSettings DEFAULTS =
      new PartitionSettings(
          true, Optional.empty(), Optional.empty(), Enforcement.BOTH, false, true);

  /** SHA-256 of the file that was read, in hex. */
  public Optional<String> digest() {
    return file.map(PartitionFile::digest);
  }

  /** What an operator is told of a file that cannot be used, where the journal has partitions. */
  public Optional<String> warning(PartitionBook known) {
    return trouble
        .filter(why -> isManaged && known.hasFile())
        .map(why -> why + "; the partitions that the journal has stay in force");
  }

  /**
   * What an operator is told where the file can be used, or is not there, and another one counts.
   *
   * @param isOvertakenBy whether a file with that digest came to count after this one was read
   */
  public Optional<String> passedOver(PartitionBook known, Predicate<String> isOvertakenBy) {
    if (!isManaged || trouble.isPresent() || !known.hasFile()) {
      return Optional.empty();
    }
    if (file.isEmpty()) {
      return Optional.of("there is no partition file; the partitions of before stay in force");
    }
    Optional<String> other = digest().filter(own -> !own.equals(known.digest()));
    return other
        .filter(known::isOlder)
        .map(
            own ->
                "the partition file that this node has read is older than the one that counts, and"
                    + " is not used; if it is right all the same, change it, if only a comment; then"
                    + " reload")
        .or(
            () ->
                other
                    .filter(own -> isOvertakenBy.test(known.digest()))
                    .map(
                        own ->
                            "another partition file has come to count since this node read its own,"
                                + " which is not used; reload reads it again"));
  }
}
