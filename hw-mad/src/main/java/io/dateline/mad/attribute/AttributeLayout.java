package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The table of an attribute's or record's components, in the order of their bits. Printers,
 * matchers and tests work from this table; the accessors of the attribute's class use the same
 * {@link Field}s.
 *
 * <p>Components are numbered as SA ComponentMask bits are (IBA Vol 1, 15.2.1.1): one by one in
 * order, reserved ones included. Where IBA departs from that, the table says so.
 */
public final class AttributeLayout {
  private final String name;
  private final int bytes;
  private final List<Field> fields;

  private AttributeLayout(String name, int bytes, List<Field> fields) {
    this.name = name;
    this.bytes = bytes;
    this.fields = List.copyOf(fields);
  }

  public static Builder named(String name, int bytes) {
    return new Builder(name, bytes);
  }

  /** IBA's name of the attribute. */
  public String name() {
    return name;
  }

  /** Length of the attribute. */
  public int bytes() {
    return bytes;
  }

  /** Every field, reserved ones too. */
  public List<Field> fields() {
    return fields;
  }

  /**
   * The field of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Field field(String fieldName) {
    for (Field field : fields) {
      if (field.name().equals(fieldName)) {
        return field;
      }
    }
    throw new IllegalArgumentException("%s has no component %s".formatted(name, fieldName));
  }

  /** Every component but the reserved ones as {@code name=value}, in one line. */
  public String print(byte[] data, int base) {
    StringBuilder text = new StringBuilder(name).append('[');
    String separator = "";
    for (Field field : fields) {
      if (!field.isReserved()) {
        text.append(separator).append(field.name()).append('=').append(field.print(data, base));
        separator = " ";
      }
    }
    return text.append(']').toString();
  }

  @Override
  public String toString() {
    return name;
  }

  /** Collects the fields of one layout, in order. */
  public static final class Builder {
    private final String name;
    private final int bytes;
    private final List<Field> fields = new ArrayList<>();
    private int nextComponent;

    private Builder(String name, int bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    /** A number, printed in decimal. */
    public Field number(String fieldName, int bit, int bits) {
      return add(fieldName, bit, bits, 1, bits, Format.DECIMAL, 0);
    }

    /** A number, printed in hex: masks, keys, GUIDs. */
    public Field hex(String fieldName, int bit, int bits) {
      return add(fieldName, bit, bits, 1, bits, Format.HEX, 0);
    }

    /** An array of numbers, {@code stride} bits apart, that is one component. */
    public Field array(String fieldName, int bit, int bits, int count, int stride, Format format) {
      return add(fieldName, bit, bits, count, stride, format, 0);
    }

    /** An array of adjacent numbers, each a component of its own. */
    public Field components(String fieldName, int bit, int bits, int count, Format format) {
      return add(fieldName, bit, bits, count, bits, format, 1);
    }

    public Field gid(String fieldName, int bit) {
      return add(fieldName, bit, 8, Gid.BYTES, 8, Format.GID, 0);
    }

    public Field text(String fieldName, int bit, int count) {
      return add(fieldName, bit, 8, count, 8, Format.TEXT, 0);
    }

    /** A string of bytes without further structure. */
    public Field bytes(String fieldName, int bit, int count) {
      return add(fieldName, bit, 8, count, 8, Format.BYTES, 0);
    }

    /** Reserved bits, any number of them. */
    public Builder reserved(int bit, int bits) {
      boolean wide = bits > 32 || (bit & 7) + bits > 64;
      add("reserved", bit, wide ? 1 : bits, wide ? bits : 1, wide ? 1 : bits, Format.RESERVED, 0);
      return this;
    }

    /** Reserved bits in every element of an array. */
    public Builder reservedArray(int bit, int bits, int count, int stride) {
      add("reserved", bit, bits, count, stride, Format.RESERVED, 0);
      return this;
    }

    /** The next field shares its ComponentMask bit with the one before it. */
    public Builder sameComponent() {
      nextComponent--;
      return this;
    }

    /**
     * Every field of another attribute, from byte {@code byteOffset} on, as {@code
     * fieldName.component}.
     */
    public Builder embed(String fieldName, AttributeLayout layout, int byteOffset) {
      int firstComponent = nextComponent;
      for (Field field : layout.fields) {
        int component = firstComponent + field.component();
        fields.add(
            new Field(
                fieldName + '.' + field.name(),
                byteOffset * 8 + field.bit(),
                field.bits(),
                field.count(),
                field.stride(),
                field.format(),
                component,
                field.componentStep()));
        nextComponent =
            Math.max(nextComponent, component + 1 + (field.count() - 1) * field.componentStep());
      }
      return this;
    }

    private Field add(
        String fieldName,
        int bit,
        int bits,
        int count,
        int stride,
        Format format,
        int componentStep) {
      Field field =
          new Field(fieldName, bit, bits, count, stride, format, nextComponent, componentStep);
      nextComponent += componentStep == 0 ? 1 : count;
      fields.add(field);
      return field;
    }

    /**
     * The finished table.
     *
     * @throws IllegalStateException if a bit belongs to no field or to two, which is a mistake in
     *     the table
     */
    public AttributeLayout build() {
      BitSet taken = new BitSet(bytes * 8);
      for (Field field : fields) {
        for (int index = 0; index < field.count(); index++) {
          int from = field.bit() + index * field.stride();
          int to = from + field.bits();
          int clash = taken.nextSetBit(from);
          if ((clash >= 0 && clash < to) || to > bytes * 8) {
            throw new IllegalStateException("%s.%s overlaps".formatted(name, field.name()));
          }
          taken.set(from, to);
        }
      }
      if (taken.cardinality() != bytes * 8) {
        throw new IllegalStateException(
            "%s leaves bit %d out".formatted(name, taken.nextClearBit(0)));
      }
      return new AttributeLayout(name, bytes, fields);
    }
  }
}
