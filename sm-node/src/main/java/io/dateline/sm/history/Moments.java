package io.dateline.sm.history;

import io.dateline.persistence.journal.JournalIndex;
import io.dateline.persistence.journal.JournalIndex.Entry;
import io.dateline.sm.history.Sought.Found;
import io.dateline.sm.history.Sought.Refused;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Finds the place in a history that a number or a time means. */
final class Moments {
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

  private final JournalIndex index;
  private final InstantSource clock;

  Moments(JournalIndex index, InstantSource clock) {
    this.index = index;
    this.clock = clock;
  }

  /**
   * The moment of an event, or the one at a time.
   *
   * @param at number of an event, or an instant as {@link Instant#parse} takes it
   */
  CompletionStage<Sought<Moment>> moment(String at) {
    return sought(at, this::ofNumber, this::atTime);
  }

  /**
   * The number of the first event from a moment on; the one that comes next when there is none yet.
   *
   * @param since as {@link #moment}
   */
  CompletionStage<Sought<Long>> firstSince(String since) {
    return sought(
        since,
        number -> ofNumber(number).thenApply(Moments::numberOf),
        time ->
            index
                .oldestSince(ms(time))
                .thenCompose(
                    first ->
                        first.isPresent()
                            ? CompletableFuture.completedStage(first.get().number())
                            : newest().thenApply(last -> last + 1))
                .thenApply(Found::new));
  }

  /** The number of the last event, 0 when there is none. */
  CompletionStage<Long> newest() {
    return index.newest().thenApply(last -> last.map(Entry::number).orElse(0L));
  }

  private <T> CompletionStage<Sought<T>> sought(
      String text,
      Function<Long, CompletionStage<Sought<T>>> ofNumber,
      Function<Instant, CompletionStage<Sought<T>>> atTime) {
    if (NUMBER.matcher(text).matches()) {
      return ofNumber.apply(Long.parseLong(text));
    }
    Instant time;
    try {
      time = Instant.parse(text);
    } catch (DateTimeParseException e) {
      return refused(
          "'%s' is neither the number of an event nor a time such as 2026-11-21T16:40:00Z"
              .formatted(text));
    }
    return time.isAfter(clock.instant())
        ? refused(
            "%s is in the future: it is %s now"
                .formatted(time, clock.instant().truncatedTo(ChronoUnit.MILLIS)))
        : atTime.apply(time);
  }

  private CompletionStage<Sought<Moment>> ofNumber(long number) {
    if (number < 1) {
      return refused("there is no event %d: they are numbered from 1 on".formatted(number));
    }
    return index
        .numbered(number)
        .thenCompose(
            event ->
                event.isPresent()
                    ? CompletableFuture.completedStage(new Found<>(Moment.of(event.get())))
                    : whyNone(number).thenApply(Refused::new));
  }

  /**
   * The number of the first event that the journal holds; those before it are archived. 1 where it
   * holds none.
   */
  CompletionStage<Long> oldest() {
    return index.oldest().thenApply(first -> first.map(Entry::number).orElse(1L));
  }

  private CompletionStage<String> whyNone(long number) {
    return oldest()
        .thenCombine(
            newest(),
            (first, last) -> number < first ? archived(number, first) : noSuchEvent(number, last));
  }

  /** Where to look for an event that the journal does not hold any more. */
  static String archived(long number, long first) {
    return ("event %d is archived, as all before event %d are: dateline history --archive DIR reads"
            + " the archive, which dateline status names, at the node that was master")
        .formatted(number, first);
  }

  private static String noSuchEvent(long number, long newest) {
    return newest == 0
        ? "there is no event %d: nothing has happened yet".formatted(number)
        : "there is no event %d: the newest is %d".formatted(number, newest);
  }

  private CompletionStage<Sought<Moment>> atTime(Instant time) {
    long ms = ms(time);
    return index
        .newestBy(ms)
        .thenCompose(event -> event.isPresent() ? after(event.get(), ms) : before(time));
  }

  private CompletionStage<Sought<Moment>> after(Entry event, long ms) {
    return index
        .numbered(event.number() + 1)
        .thenApply(
            next ->
                new Found<>(
                    Moment.after(event, next.map(Entry::ordering).orElse(Long.MAX_VALUE), ms)));
  }

  private CompletionStage<Sought<Moment>> before(Instant time) {
    return index
        .oldest()
        .thenApply(
            first ->
                new Refused<>(
                    first
                        .map(
                            event ->
                                event.number() > 1
                                    ? archived(event.number() - 1, event.number())
                                    : "%s is before the history begins, at %s"
                                        .formatted(time, Instant.ofEpochMilli(event.writtenMs())))
                        .orElse("nothing has happened yet")));
  }

  /** Nothing was written before 1970, and years that far away have no ms. */
  private static long ms(Instant time) {
    return time.isBefore(Instant.EPOCH) ? 0 : time.toEpochMilli();
  }

  private static Sought<Long> numberOf(Sought<Moment> sought) {
    return switch (sought) {
      case Found<Moment>(Moment moment) -> new Found<>(moment.number());
      case Refused<Moment>(String why) -> new Refused<>(why);
    };
  }

  private static <T> CompletionStage<Sought<T>> refused(String why) {
    return CompletableFuture.completedStage(new Refused<>(why));
  }
}
