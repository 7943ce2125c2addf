package io.dateline.sm.cli.remote;

import io.dateline.sm.cli.console.BadInput;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Times as people write them, in their own time zone unless they name one. */
final class TimeText {
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

  private static final DateTimeFormatter PRINTED =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx");

  private TimeText() {}

  /**
   * A place in a history, as a node takes it: the number of an event, or an instant.
   *
   * @param clock of here
   * @throws BadInput if the text is neither
   */
  static String place(String option, String text, Clock clock) {
    return NUMBER.matcher(text).matches() ? text : instant(option, text, clock).toString();
  }

  private static Instant instant(String option, String text, Clock clock) {
    ZoneId zone = clock.getZone();
    String iso = text.strip().replace(' ', 'T');
    List<Function<String, Instant>> forms =
        List.of(
            form -> OffsetDateTime.parse(form).toInstant(),
            form -> LocalDateTime.parse(form).atZone(zone).toInstant(),
            form -> LocalDate.parse(form).atStartOfDay(zone).toInstant(),
            form -> LocalDate.now(clock).atTime(LocalTime.parse(form)).atZone(zone).toInstant());
    return forms.stream()
        .map(form -> tried(form, iso))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    ("%s takes the number of an event or a time, such as 2026-11-21T16:40:00Z, or"
                            + " in local time 2026-11-21T16:40 or 16:40, not '%s'")
                        .formatted(option, text)));
  }

  private static Optional<Instant> tried(Function<String, Instant> form, String text) {
    try {
      return Optional.of(form.apply(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A node's instant in a time zone, to the millisecond; {@link #place} takes it back. */
  static String local(String instant, ZoneId zone) {
    try {
      return PRINTED.format(Instant.parse(instant).atZone(zone));
    } catch (DateTimeException e) {
      return instant; // of a node that writes times in another way
    }
  }
}
