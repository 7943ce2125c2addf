package io.dateline.routing;

import io.dateline.fabric.Sha256;
import io.dateline.fabric.format.LftFile;
import io.dateline.fabric.format.LidMatrix;
import io.dateline.fabric.policy.PortGroupFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A name for options that tells any two sets of them apart: nodes that compute for one subnet must
 * all have the same. Options that have their default are left out, so that a version of the program
 * that knows more of them comes to the same.
 */
public final class OptionsDigest {
  private OptionsDigest() {}

  /** SHA-256 of the options that were chosen, in hex; the same in every JVM. */
  public static String of(RoutingOptions options) {
    StringBuilder text = new StringBuilder();
    appendRecord(text, options, RoutingOptions.DEFAULTS);
    return new Sha256().add(text.toString().getBytes(StandardCharsets.UTF_8)).hex();
  }

  /** Sets and maps are sorted by their text: the order in which Java tells them means nothing. */
  private static void append(StringBuilder text, Object value) {
    switch (value) {
      case LftFile file -> text.append(file.digest());
      case LidMatrix matrix -> text.append(matrix.digest());
      case PortGroupFile groups -> text.append(groups.digest());
      case RoutingOptions options -> appendRecord(text, options, RoutingOptions.DEFAULTS);
      case Record record -> appendRecord(text, record, null);
      case Optional<?> optional -> appendAll(text, optional.stream());
      case List<?> list -> appendAll(text, list.stream());
      case Collection<?> set -> appendAll(text, set.stream().map(OptionsDigest::textOf).sorted());
      case Map<?, ?> map ->
          appendAll(
              text,
              map.entrySet().stream()
                  .map(entry -> textOf(entry.getKey()) + "=" + textOf(entry.getValue()))
                  .sorted());
      case byte[] bytes -> text.append(HexFormat.of().formatHex(bytes));
      case Number number -> text.append(number);
      case Boolean flag -> text.append(flag);
      case String string -> text.append(string.length()).append(':').append(string);
      default -> throw new IllegalStateException("no digest of a " + value.getClass());
    }
  }

  private static String textOf(Object value) {
    StringBuilder text = new StringBuilder();
    append(text, value);
    return text.toString();
  }

  private static void appendAll(StringBuilder text, Stream<?> values) {
    text.append('[');
    for (Iterator<?> each = values.iterator(); each.hasNext(); ) {
      append(text, each.next());
      text.append(',');
    }
    text.append(']');
  }

  /**
   * Components with their names.
   *
   * @param standard what they are by default, or null where they have none
   */
  private static void appendRecord(StringBuilder text, Record record, Record standard) {
    text.append('{');
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value = read(record, component);
      Object usual = standard == null ? null : read(standard, component);
      if (!value.equals(usual)) {
        text.append(component.getName()).append('=');
        if (value instanceof Record inner && usual instanceof Record innerStandard) {
          appendRecord(text, inner, innerStandard);
        } else {
          append(text, value);
        }
        text.append(',');
      }
    }
    text.append('}');
  }

  private static Object read(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }
}
