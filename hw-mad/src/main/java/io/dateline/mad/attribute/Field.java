package io.dateline.mad.attribute;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * One component of an attribute: where its bits are and how they read. Bit 0 is the most
 * significant bit of byte 0, as in the tables of IBA Vol 1.
 *
 * <p>A component may be an array: element {@code i} begins at bit {@code bit + i * stride}. Text,
 * GIDs and other strings of bytes are arrays of 8-bit elements. Unsigned numbers of up to 32 bits
 * are read with {@link #getInt}, which returns 32-bit ones as they are, and everything with {@link
 * #get}.
 *
 * <p>This is a record kept in {@code static final} constants because the JIT compiler trusts the
 * final fields of records: an accessor through such a constant compiles to the load, shift and mask
 * that one would have written by hand.
 *
 * @param name the component's name in lowerCamel; of a part of an embedded attribute, {@code
 *     attribute.component}
 * @param bit offset of the first element in bits
 * @param bits width of an element, 1 to 64
 * @param count number of elements, 1 for a plain component
 * @param stride bits from one element to the next
 * @param format how it prints
 * @param component number of its bit in an SA ComponentMask; at 64 and above it has none
 * @param componentStep 1 where every element has a ComponentMask bit of its own, else 0
 */
public record Field(
    String name,
    int bit,
    int bits,
    int count,
    int stride,
    Format format,
    int component,
    int componentStep) {

  /** How a component prints. */
  public enum Format {
    DECIMAL,
    HEX,
    /** Elements of 8 bits, printed as one string of hex digits. */
    BYTES,
    /** 16 elements of 8 bits. */
    GID,
    /** Elements of 8 bits: UTF-8, ended by a zero byte or the end of the field. */
    TEXT,
    /** Sent as zero, ignored on receipt, never printed. */
    RESERVED
  }

  private static final VarHandle U16 =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle U32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle U64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  public Field {
    if (bit < 0 || bits < 1 || count < 1 || (count > 1 && stride < bits)) {
      throw new IllegalArgumentException("%s: no such bits".formatted(name));
    }
    for (int index = 0; index < count; index++) {
      if (((bit + index * stride) & 7) + bits > 64) {
        throw new IllegalArgumentException("%s: spans more than 8 bytes".formatted(name));
      }
    }
    boolean ofBytes = format == Format.BYTES || format == Format.TEXT || format == Format.GID;
    if (ofBytes && (bits != 8 || stride != 8 || (bit & 7) != 0)) {
      throw new IllegalArgumentException("%s: not made of bytes".formatted(name));
    }
    if (format == Format.GID && count != 16) {
      throw new IllegalArgumentException("%s: a GID has 16 bytes".formatted(name));
    }
  }

  /** The bits of an SA ComponentMask that select this field; 0 if it cannot be selected. */
  public long mask() {
    long mask = 0;
    for (int index = 0; index < count; index++) {
      mask |= mask(index);
    }
    return mask;
  }

  /** The bit of an SA ComponentMask that selects element {@code index}, or 0. */
  public long mask(int index) {
    int number = component + index * componentStep;
    return number < Long.SIZE ? 1L << number : 0;
  }

  public boolean isReserved() {
    return format == Format.RESERVED;
  }

  /** Offset of the first element in bytes. */
  public int byteOffset() {
    return bit >>> 3;
  }

  /** The value, unsigned unless it has all 64 bits. {@code base} is where the attribute begins. */
  public long get(byte[] bytes, int base) {
    return read(bytes, base, bit);
  }

  /** Element {@code index}; not checked against {@link #count}. */
  public long get(byte[] bytes, int base, int index) {
    return read(bytes, base, bit + index * stride);
  }

  /** The value of a field of up to 32 bits. */
  public int getInt(byte[] bytes, int base) {
    return (int) read(bytes, base, bit);
  }

  /** Element {@code index} of up to 32 bits, checked. */
  public int getInt(byte[] bytes, int base, int index) {
    checkIndex(index);
    return (int) read(bytes, base, bit + index * stride);
  }

  public boolean getFlag(byte[] bytes, int base) {
    return read(bytes, base, bit) != 0;
  }

  /** 8 bytes from {@code byteOffset} of this field on, such as half of a GID. */
  public long getHalf(byte[] bytes, int base, int byteOffset) {
    return (long) U64.get(bytes, base + (bit >>> 3) + byteOffset);
  }

  public void setHalf(byte[] bytes, int base, int byteOffset, long value) {
    U64.set(bytes, base + (bit >>> 3) + byteOffset, value);
  }

  /**
   * Writes a value.
   *
   * @throws IllegalArgumentException if it needs more bits than the field has
   */
  public void set(byte[] bytes, int base, long value) {
    checkRange(value);
    write(bytes, base, bit, value);
  }

  /** Writes element {@code index}. */
  public void set(byte[] bytes, int base, int index, long value) {
    checkIndex(index);
    checkRange(value);
    write(bytes, base, bit + index * stride, value);
  }

  /** Writes a field of up to 32 bits; one of exactly 32 takes every int. */
  public void setInt(byte[] bytes, int base, int value) {
    set(bytes, base, bits == 32 ? value & 0xFFFF_FFFFL : value);
  }

  /** Writes element {@code index} of up to 32 bits. */
  public void setInt(byte[] bytes, int base, int index, int value) {
    set(bytes, base, index, bits == 32 ? value & 0xFFFF_FFFFL : value);
  }

  public void setFlag(byte[] bytes, int base, boolean value) {
    write(bytes, base, bit, value ? 1 : 0);
  }

  /** The bytes of a field made of bytes, copied. */
  public byte[] getBytes(byte[] bytes, int base) {
    int from = base + byteOffset();
    return Arrays.copyOfRange(bytes, from, from + count);
  }

  /**
   * Writes a field made of bytes; bytes not given become zero.
   *
   * @throws IllegalArgumentException if there are more than the field has
   */
  public void setBytes(byte[] bytes, int base, byte[] value) {
    if (value.length > count) {
      throw new IllegalArgumentException(
          "%s: %d bytes do not fit in %d".formatted(name, value.length, count));
    }
    int from = base + byteOffset();
    System.arraycopy(value, 0, bytes, from, value.length);
    Arrays.fill(bytes, from + value.length, from + count, (byte) 0);
  }

  /** The text up to the first zero byte; what is not UTF-8 is replaced by U+FFFD. */
  public String getText(byte[] bytes, int base) {
    int from = base + byteOffset();
    int length = 0;
    while (length < count && bytes[from + length] != 0) {
      length++;
    }
    return new String(bytes, from, length, StandardCharsets.UTF_8);
  }

  /**
   * Writes text.
   *
   * @throws IllegalArgumentException if its UTF-8 form is longer than the field
   */
  public void setText(byte[] bytes, int base, String text) {
    setBytes(bytes, base, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The value as text, in this field's format. */
  String print(byte[] bytes, int base) {
    return switch (format) {
      case TEXT -> '"' + getText(bytes, base) + '"';
      case GID -> Gid.read(this, bytes, base).toString();
      case BYTES -> HexFormat.of().formatHex(getBytes(bytes, base));
      case DECIMAL, HEX, RESERVED -> count == 1 ? print(get(bytes, base)) : list(bytes, base);
    };
  }

  private String list(byte[] bytes, int base) {
    StringBuilder text = new StringBuilder("[");
    for (int index = 0; index < count; index++) {
      text.append(index == 0 ? "" : " ").append(print(get(bytes, base, index)));
    }
    return text.append(']').toString();
  }

  private String print(long value) {
    return format == Format.DECIMAL
        ? Long.toUnsignedString(value)
        : "0x" + HexFormat.of().toHexDigits(value, (bits + 3) / 4);
  }

  private long valueMask() {
    return -1L >>> (Long.SIZE - bits);
  }

  private void checkRange(long value) {
    if ((value & ~valueMask()) != 0) {
      throw new IllegalArgumentException(
          "%s: %d does not fit in %d bits".formatted(name, value, bits));
    }
  }

  private void checkIndex(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("%s: element %d of %d".formatted(name, index, count));
    }
  }

  private boolean isAligned(int at) {
    return (at & 7) == 0;
  }

  private long read(byte[] bytes, int base, int at) {
    int offset = base + (at >>> 3);
    return switch (isAligned(at) ? bits : 0) {
      case 8 -> bytes[offset] & 0xFF;
      case 16 -> (short) U16.get(bytes, offset) & 0xFFFF;
      case 32 -> (int) U32.get(bytes, offset) & 0xFFFF_FFFFL;
      case 64 -> (long) U64.get(bytes, offset);
      default -> readBits(bytes, offset, at & 7);
    };
  }

  private void write(byte[] bytes, int base, int at, long value) {
    int offset = base + (at >>> 3);
    switch (isAligned(at) ? bits : 0) {
      case 8 -> bytes[offset] = (byte) value;
      case 16 -> U16.set(bytes, offset, (short) value);
      case 32 -> U32.set(bytes, offset, (int) value);
      case 64 -> U64.set(bytes, offset, value);
      default -> writeBits(bytes, offset, at & 7, value);
    }
  }

  /** Reads from bit {@code skip} of byte {@code offset} on. */
  private long readBits(byte[] bytes, int offset, int skip) {
    int touched = (skip + bits + 7) >>> 3;
    long value = 0;
    for (int i = 0; i < touched; i++) {
      value = value << 8 | (bytes[offset + i] & 0xFF);
    }
    return value >>> (touched * 8 - skip - bits) & valueMask();
  }

  private void writeBits(byte[] bytes, int offset, int skip, long value) {
    int touched = (skip + bits + 7) >>> 3;
    int shift = touched * 8 - skip - bits;
    long mask = valueMask() << shift;
    long moved = value << shift;
    for (int i = offset + touched - 1; i >= offset; i--) {
      bytes[i] = (byte) ((bytes[i] & ~mask) | (moved & 0xFF));
      mask >>>= 8;
      moved >>>= 8;
    }
  }
}
