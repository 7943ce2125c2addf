package io.dateline.mad.attribute;

import io.dateline.mad.attribute.Field.Format;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Random;

/** Copies attributes through their accessors, and through nothing else. */
public final class Accessors {
  private Accessors() {}

  /** The layout in a class's LAYOUT constant. */
  public static AttributeLayout layout(Class<? extends AttributeView> type) {
    try {
      return (AttributeLayout) type.getField("LAYOUT").get(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** A view of {@code data} made by the class's own {@code in}. */
  public static AttributeView view(Class<? extends AttributeView> type, byte[] data, int offset) {
    try {
      return (AttributeView)
          type.getMethod("in", byte[].class, int.class).invoke(null, data, offset);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new LinkageError(e.getMessage(), e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /**
   * Reads every getter of {@code from} and gives what it returned to the setter of that name;
   * embedded attributes likewise, component by component.
   */
  public static void copyAll(AttributeView from, AttributeView to) {
    try {
      for (Method setter : from.getClass().getMethods()) {
        if (setter.getReturnType() != from.getClass() || Modifier.isStatic(setter.getModifiers())) {
          continue;
        }
        if (setter.getParameterCount() == 1) {
          Method getter = from.getClass().getMethod(setter.getName());
          if (getter.invoke(from) instanceof AttributeView part) {
            copyAll(part, (AttributeView) getter.invoke(to));
          } else {
            setter.invoke(to, getter.invoke(from));
          }
        } else if (setter.getParameterCount() == 2 && setter.getParameterTypes()[0] == int.class) {
          Method getter = from.getClass().getMethod(setter.getName(), int.class);
          int count = from.layout().field(setter.getName()).count();
          for (int index = 0; index < count; index++) {
            setter.invoke(to, index, getter.invoke(from, index));
          }
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Random bytes, but with letters where the layout has text. */
  public static byte[] randomBytes(AttributeLayout layout, long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[layout.bytes()];
    random.nextBytes(bytes);
    for (Field field : layout.fields()) {
      if (field.format() == Format.TEXT) {
        for (int i = 0; i < field.count(); i++) {
          bytes[field.byteOffset() + i] = (byte) ('a' + random.nextInt(26));
        }
      }
    }
    return bytes;
  }

  /** The bytes with every reserved bit zero. */
  public static byte[] withoutReserved(AttributeLayout layout, byte[] bytes) {
    byte[] masked = bytes.clone();
    for (Field field : layout.fields()) {
      for (int index = 0; field.isReserved() && index < field.count(); index++) {
        int from = field.bit() + index * field.stride();
        for (int bit = from; bit < from + field.bits(); bit++) {
          masked[bit / 8] &= (byte) ~(0x80 >>> (bit % 8));
        }
      }
    }
    return masked;
  }
}
