package io.dateline.mad.attribute;

import java.util.Arrays;

/**
 * An attribute or record as a view over bytes in wire order that may belong to a larger array, such
 * as a MAD. What is written to the view is written to that array. Two views are equal when they are
 * of the same kind and their bytes are. Views are as thread-safe as the array they look at.
 */
public abstract class AttributeView {
  /** The array looked at. */
  protected final byte[] data;

  /** Where in {@link #data} the attribute begins. */
  protected final int base;

  /**
   * Looks at {@code data} from {@code base} on.
   *
   * @throws IllegalArgumentException if the attribute does not fit there
   */
  protected AttributeView(AttributeLayout layout, byte[] data, int base) {
    if (base < 0 || data.length - base < layout.bytes()) {
      throw new IllegalArgumentException(
          "%s needs %d bytes at offset %d, the array has %d"
              .formatted(layout.name(), layout.bytes(), base, data.length));
    }
    this.data = data;
    this.base = base;
  }

  /** The table of this attribute's components. */
  public abstract AttributeLayout layout();

  /** The attribute's bytes, exactly as many as it has, copied. */
  public final byte[] bytes() {
    return Arrays.copyOfRange(data, base, base + layout().bytes());
  }

  /** Copies the attribute's bytes into {@code target}. */
  public final void copyTo(byte[] target, int offset) {
    System.arraycopy(data, base, target, offset, layout().bytes());
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof AttributeView view
        && view.layout() == layout()
        && Arrays.equals(
            data,
            base,
            base + layout().bytes(),
            view.data,
            view.base,
            view.base + layout().bytes());
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(bytes());
  }

  /** Every component as {@code name=value}. */
  @Override
  public final String toString() {
    return layout().print(data, base);
  }
}
