package io.dateline.sm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * What is given many things at once does many things. A record is what it holds: it has as many
 * components as that is.
 */
@AnalyzeClasses(packages = "io.dateline", importOptions = ProductOnly.class)
class ConstructorsTest {
  private static final int PARAMETERS_MAX = 7;

  /** Of anonymous classes and enums the compiler makes some parameters itself. */
  private static final DescribedPredicate<JavaClass> WRITTEN_BY_HAND =
      DescribedPredicate.describe(
          "are written by hand",
          type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass());

  @ArchTest
  static final ArchRule NO_CONSTRUCTOR_WANTS_MANY_THINGS =
      constructors()
          .that()
          .areDeclaredInClassesThat(WRITTEN_BY_HAND)
          .should(
              new ArchCondition<JavaConstructor>("have at most %d parameters", PARAMETERS_MAX) {
                @Override
                public void check(JavaConstructor constructor, ConditionEvents events) {
                  int parameters = constructor.getRawParameterTypes().size();
                  events.add(
                      new SimpleConditionEvent(
                          constructor,
                          parameters <= PARAMETERS_MAX,
                          constructor.getFullName() + " has " + parameters + " parameters"));
                }
              });
}
