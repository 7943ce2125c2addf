package io.dateline.sm.partition;

import io.dateline.fabric.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a {@code partitions.conf} says ({@code man opensm}, PARTITION CONFIGURATION):
 *
 * <pre>
 * # a comment
 * Default=0x7fff, ipoib, mtu=5 : ALL=full;   # a definition: name, P_Key, flags : members;
 * Storage=0x0010, ipoib, defmember=full, indx0 :
 *     0x0002c90000000011, 0x0002c90000000021=limited
 *     SELF, ALL_SWITCHES=both
 *     mgid=ff12:401b::16, sl=1               # a group of its own, to the end of the line
 *     ;
 * </pre>
 *
 * <p>Unlike OpenSM, which opens the fabric where it cannot understand a line, this reads all of a
 * file or nothing.
 *
 * @param partitions what holds
 * @param warnings sentences for an operator, most of them with the line in front
 * @param digest SHA-256 of the text in UTF-8, in hex
 */
public record PartitionFile(Partitions partitions, List<String> warnings, String digest) {
  /** Some 190,000 members that are named one by one. */
  private static final int CHARACTERS_MAX = 4 << 20;

  public PartitionFile {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads a file.
   *
   * @param text all of it
   * @throws PartitionFileException if a line cannot be understood, there is no definition, or the
   *     file is too large
   */
  public static PartitionFile read(String text) {
    if (text.length() > CHARACTERS_MAX) {
      throw new PartitionFileException(
          1,
          "the file is larger than %d MiB; ALL_CAS and the like name many ports at once"
              .formatted(CHARACTERS_MAX >> 20));
    }
    PartitionReader reader = new PartitionReader();
    // As the journal's lines will be read: they are known then, where time is short.
    Partitions partitions = Partitions.read(new Partitions(reader.read(text)).lines());
    String digest = new Sha256().add(text.getBytes(StandardCharsets.UTF_8)).hex();
    return new PartitionFile(partitions, reader.warnings(), digest);
  }

  /**
   * The warnings with the file's name in front, and what else of it has no effect.
   *
   * @param hasQos whether lanes are programmed: without that every path has SL 0
   */
  public List<String> warnings(String name, boolean hasQos) {
    Stream<String> unusedLevels =
        partitions.all().stream()
            .filter(partition -> !hasQos && partition.sl() != 0)
            .map(
                partition ->
                    "sl=%d of %s counts where QoS is on; without it the SL is 0"
                        .formatted(partition.sl(), partition.words()));
    return Stream.concat(warnings.stream(), unusedLevels)
        .map(warning -> "%s: %s".formatted(name, warning))
        .toList();
  }
}
