package io.dateline.persistence.archive;

import io.dateline.persistence.codec.KryoEventSerializer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A row of {@code event_journal}, with its tags.
 *
 * @param ordering its place among the events of all persistence ids
 * @param persistenceId whose it is
 * @param sequence its number among those of its persistence id, from 1 on
 * @param writer Akka's id of the actor that wrote it
 * @param writtenMs when it was written, ms since 1970 by its writer's clock
 * @param serializer id of the serializer
 * @param manifest type and version of what is in the payload
 * @param tags that it can be found by
 * @param payload bytes of the serializer; not copied
 */
public record ArchivedEvent(
    long ordering,
    String persistenceId,
    long sequence,
    String writer,
    long writtenMs,
    int serializer,
    String manifest,
    List<String> tags,
    byte[] payload) {
  /** Names of the fields of a line. */
  static final String COLUMNS =
      "ordering\tpersistence_id\tsequence_number\twriter\twrite_timestamp\tevent_ser_id"
          + "\tevent_ser_manifest\ttags\tevent_payload";

  private static final int FIELDS = 9;

  /** Whether this version can read what is in it. */
  public boolean isKnown() {
    return KryoEventSerializer.knows(serializer, manifest);
  }

  /** Fields between tabs, tags between commas, the payload in base64. */
  String toLine() {
    return String.join(
        "\t",
        Long.toString(ordering),
        persistenceId,
        Long.toString(sequence),
        writer,
        Long.toString(writtenMs),
        Integer.toString(serializer),
        manifest,
        String.join(",", tags),
        Base64.getEncoder().encodeToString(payload));
  }

  /**
   * What {@link #toLine} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static ArchivedEvent ofLine(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("%d fields instead of 9".formatted(fields.length));
    }
    return new ArchivedEvent(
        Long.parseLong(fields[0]),
        fields[1],
        Long.parseLong(fields[2]),
        fields[3],
        Long.parseLong(fields[4]),
        Integer.parseInt(fields[5]),
        fields[6],
        fields[7].isEmpty() ? List.of() : Arrays.asList(fields[7].split(",")),
        Base64.getDecoder().decode(fields[8]));
  }
}
