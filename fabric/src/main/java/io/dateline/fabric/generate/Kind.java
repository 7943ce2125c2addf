package io.dateline.fabric.generate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The kinds of network by name, with their two written forms: a specification in one word, and
 * command line arguments. Both come down to groups of numbers.
 */
enum Kind {
  TORUS("XxYxZ[:HOSTS]", "X Y Z [HOSTS]") {
    @Override
    Shape shape(List<long[]> groups) {
      return Grid.of(groups.get(0), true, hosts(groups));
    }
  },
  MESH("XxYxZ[:HOSTS]", "X Y Z [HOSTS]") {
    @Override
    Shape shape(List<long[]> groups) {
      return Grid.of(groups.get(0), false, hosts(groups));
    }
  },
  HYPERCUBE("D[:HOSTS]", "D [HOSTS]") {
    @Override
    Shape shape(List<long[]> groups) {
      return Hypercube.of(only(groups.get(0)), hosts(groups));
    }
  },
  FTREE("M1,M2,..:W1,W2,..", "M1,M2,.. W1,W2,..") {
    @Override
    Shape shape(List<long[]> groups) {
      if (groups.size() != 2) {
        throw new WrongForm();
      }
      return FatTree.of(groups.get(0), groups.get(1));
    }
  },
  DRAGONFLY("A,H,P", "A H P") {
    @Override
    Shape shape(List<long[]> groups) {
      long[] numbers = numbers(groups, 3);
      return Dragonfly.of(numbers[0], numbers[1], numbers[2]);
    }
  },
  JELLYFISH("SW,DEG,HOSTS,SEED", "SW DEG HOSTS SEED") {
    @Override
    Shape shape(List<long[]> groups) {
      long[] numbers = numbers(groups, 4);
      return Jellyfish.of(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
  },
  HYPERX("S1,S2,..[:HOSTS]", "S1,S2,.. [HOSTS]") {
    @Override
    Shape shape(List<long[]> groups) {
      return HyperX.of(groups.get(0), hosts(groups));
    }
  },
  KAUTZ("B,N,HOSTS", "B N HOSTS") {
    @Override
    Shape shape(List<long[]> groups) {
      long[] numbers = numbers(groups, 3);
      return Kautz.of(numbers[0], numbers[1], numbers[2]);
    }
  },
  SLIMFLY("Q,HOSTS", "Q HOSTS") {
    @Override
    Shape shape(List<long[]> groups) {
      long[] numbers = numbers(groups, 2);
      return SlimFly.of(numbers[0], numbers[1]);
    }
  },
  MODEL("NAME", "NAME") {
    @Override
    Shape parse(String name) {
      return ClusterModel.named(name);
    }

    @Override
    Shape ofArguments(List<String> arguments) {
      return ClusterModel.named(String.join(" ", arguments));
    }

    @Override
    Shape shape(List<long[]> groups) {
      throw new WrongForm();
    }
  };

  /** The numbers are not as many as the form has. */
  private static final class WrongForm extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
  }

  private static final int HOSTS_DEFAULT = 1;

  private final String form;
  private final String argumentForm;

  Kind(String form, String argumentForm) {
    this.form = form;
    this.argumentForm = argumentForm;
  }

  abstract Shape shape(List<long[]> groups);

  static Kind named(String name) {
    for (Kind kind : values()) {
      if (kind.label().equals(name)) {
        return kind;
      }
    }
    StringJoiner names = new StringJoiner(", ");
    for (Kind kind : values()) {
      names.add(kind.label());
    }
    throw new IllegalArgumentException(
        "unknown kind of topology '%s'; there are %s".formatted(name, names));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private String oneWord() {
    return label() + ":" + form;
  }

  /** The shape of {@code groups}, as they stand behind the kind in a specification. */
  Shape parse(String groups) {
    String separator = this == TORUS || this == MESH ? "x" : ",";
    try {
      return shape(
          Arrays.stream(groups.split(":", -1)).map(group -> split(group, separator)).toList());
    } catch (NumberFormatException | WrongForm wrong) {
      throw new IllegalArgumentException(
          "'%s:%s' is not of the form %s".formatted(label(), groups, oneWord()), wrong);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "%s:%s: %s".formatted(label(), groups, wrong.getMessage()), wrong);
    }
  }

  /** The shape of command line arguments. */
  Shape ofArguments(List<String> arguments) {
    try {
      return shape(groups(arguments));
    } catch (NumberFormatException | WrongForm wrong) {
      throw new IllegalArgumentException(
          "'%s' is not of the form %s %s or %s"
              .formatted(
                  (label() + " " + String.join(" ", arguments)).strip(),
                  label(),
                  argumentForm,
                  oneWord()),
          wrong);
    }
  }

  private List<long[]> groups(List<String> arguments) {
    return switch (this) {
      case TORUS, MESH -> {
        if (arguments.size() < 3) {
          throw new WrongForm();
        }
        long[] sizes = split(String.join(",", arguments.subList(0, 3)), ",");
        yield arguments.size() == 3
            ? List.of(sizes)
            : List.of(sizes, split(String.join(",", arguments.subList(3, arguments.size())), ","));
      }
      case DRAGONFLY, JELLYFISH, KAUTZ, SLIMFLY -> List.of(split(String.join(",", arguments), ","));
      case HYPERCUBE, FTREE, HYPERX, MODEL -> {
        if (arguments.isEmpty()) {
          throw new WrongForm();
        }
        yield arguments.stream().map(argument -> split(argument, ",")).toList();
      }
    };
  }

  private static long[] split(String text, String separator) {
    return Arrays.stream(text.split(separator, -1)).mapToLong(Long::parseLong).toArray();
  }

  private static long hosts(List<long[]> groups) {
    return switch (groups.size()) {
      case 1 -> HOSTS_DEFAULT;
      case 2 -> only(groups.get(1));
      default -> throw new WrongForm();
    };
  }

  private static long only(long[] numbers) {
    return exactly(numbers, 1)[0];
  }

  private static long[] numbers(List<long[]> groups, int count) {
    if (groups.size() != 1) {
      throw new WrongForm();
    }
    return exactly(groups.get(0), count);
  }

  private static long[] exactly(long[] numbers, int count) {
    if (numbers.length != count) {
      throw new WrongForm();
    }
    return numbers;
  }
}
