package io.dateline.sm;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Classes that need each other can only be read together: three at most do. A sealed type and those
 * that it permits are one thing; that it names them counts for nothing.
 */
class ClassCyclesTest {
  private static final int TOGETHER_MAX = 3;

  @Test
  void shouldHaveNoKnotOfMoreThanThreeClasses() {
    Map<String, Set<String>> needs = needs();
    assertThat(needs).hasSizeGreaterThan(500);
    List<Set<String>> knots = knots(needs);
    assertThat(knots).allSatisfy(knot -> assertThat(knot).hasSizeLessThanOrEqualTo(TOGETHER_MAX));
  }

  @Test
  void shouldFindAKnot() {
    Map<String, Set<String>> needs =
        Map.of(
            "a", Set.of("b"), "b", Set.of("c"), "c", Set.of("d"), "d", Set.of("a"), "e", Set.of());
    assertThat(knots(needs)).containsExactly(Set.of("a", "b", "c", "d"));
  }

  /** Of each class, nested ones among them, the others that it names. */
  private static Map<String, Set<String>> needs() {
    Map<String, Set<String>> needs = new TreeMap<>();
    for (JavaClass type :
        new ClassFileImporter().withImportOption(new ProductOnly()).importPackages("io.dateline")) {
      Set<String> permitted = permitted(type);
      Set<String> named = needs.computeIfAbsent(top(type), name -> new HashSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String target = top(dependency.getTargetClass());
        boolean isOurs = target.startsWith("io.dateline.") && !target.equals(top(type));
        if (isOurs && !permitted.contains(target)) {
          named.add(target);
        }
      }
    }
    return needs;
  }

  private static Set<String> permitted(JavaClass type) {
    Set<String> permitted = new HashSet<>();
    Class<?>[] classes = type.reflect().getPermittedSubclasses();
    if (classes != null) {
      for (Class<?> one : classes) {
        permitted.add(one.getName().replaceAll("\\$.*", ""));
      }
    }
    return permitted;
  }

  private static String top(JavaClass type) {
    return type.getBaseComponentType().getName().replaceAll("\\$.*", "");
  }

  /** Sets of more than one class in which each one needs all others. */
  private static List<Set<String>> knots(Map<String, Set<String>> needs) {
    Map<String, Set<String>> reach = new TreeMap<>();
    needs.keySet().forEach(name -> reach.put(name, reached(name, needs)));
    List<Set<String>> knots = new ArrayList<>();
    Set<String> done = new HashSet<>();
    reach.forEach(
        (name, reached) -> {
          Set<String> knot = new TreeSet<>();
          reached.stream()
              .filter(other -> reach.getOrDefault(other, Set.of()).contains(name))
              .forEach(knot::add);
          if (knot.size() > 1 && done.add(knot.iterator().next())) {
            knots.add(knot);
          }
        });
    return knots;
  }

  private static Set<String> reached(String from, Map<String, Set<String>> needs) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      for (String next : needs.getOrDefault(open.pop(), Set.of())) {
        if (reached.add(next)) {
          open.push(next);
        }
      }
    }
    return reached;
  }
}
