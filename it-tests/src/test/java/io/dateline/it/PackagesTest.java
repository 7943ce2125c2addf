package io.dateline.it;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The tests of one subject can be read, and moved, without those of another one. */
@AnalyzeClasses(packages = "io.dateline.it")
class PackagesTest {
  private static final String KIT = "io.dateline.it.kit";
  private static final String BENCH = "io.dateline.it.bench";

  private static final DescribedPredicate<JavaClass> ANY = DescribedPredicate.alwaysTrue();

  @ArchTest
  static final ArchRule NO_PACKAGES_NEED_EACH_OTHER =
      slices().matching("io.dateline.it.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule SUBJECTS_NEED_THE_KIT_AND_THE_BENCHES_ONLY =
      slices()
          .matching("io.dateline.it.(**)")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(ANY, resideInAPackage(KIT))
          .ignoreDependency(ANY, resideInAPackage(BENCH));

  @ArchTest
  static final ArchRule THE_KIT_NEEDS_NO_BENCH =
      noClasses()
          .that()
          .resideInAPackage(KIT)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(BENCH);

  @ArchTest
  static final ArchRule THE_KIT_AND_THE_BENCHES_ARE_NO_TESTS =
      noClasses()
          .that(resideInAPackage(KIT).or(resideInAPackage(BENCH)))
          .should()
          .haveNameMatching(".*(IT|Test)");
}
