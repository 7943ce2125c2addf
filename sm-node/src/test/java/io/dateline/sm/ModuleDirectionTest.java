package io.dateline.sm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import java.io.Serializable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** What docs/ARCHITECTURE.md promises of modules and actors. */
@AnalyzeClasses(packages = "io.dateline", importOptions = DoNotIncludeTests.class)
class ModuleDirectionTest {
  private static final String FABRIC = "io.dateline.fabric..";
  private static final String MAD = "io.dateline.mad..";
  private static final String SIM = "io.dateline.sim..";
  private static final String PERSISTENCE = "io.dateline.persistence..";
  private static final String ACTORS = "io.dateline.routing.actors..";
  private static final String SM = "io.dateline.sm..";

  // routing-engines and routing-actors share the start of their package names.
  private static final DescribedPredicate<JavaClass> ENGINES =
      resideInAPackage("io.dateline.routing..")
          .and(DescribedPredicate.not(resideInAPackage(ACTORS)))
          .as("routing-engines");

  private static final DescribedPredicate<JavaClass> ACTOR =
      assignableTo(AbstractBehavior.class)
          .or(assignableTo(AbstractOnMessageBehavior.class))
          .or(assignableTo(EventSourcedBehavior.class));

  @ArchTest
  static final ArchRule DEPENDENCIES_RUN_DOWNWARDS_ONLY =
      Architectures.layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("fabric")
          .definedBy(FABRIC)
          .layer("routing-engines")
          .definedBy(ENGINES)
          .layer("hw-mad")
          .definedBy(MAD, SIM)
          .layer("persistence")
          .definedBy(PERSISTENCE)
          .layer("routing-actors")
          .definedBy(ACTORS)
          .layer("sm-node")
          .definedBy(SM)
          .whereLayer("sm-node")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("routing-actors")
          .mayOnlyBeAccessedByLayers("sm-node")
          .whereLayer("persistence")
          .mayOnlyBeAccessedByLayers("routing-actors", "sm-node")
          .whereLayer("hw-mad")
          .mayOnlyBeAccessedByLayers("routing-actors", "sm-node")
          .whereLayer("routing-engines")
          .mayOnlyBeAccessedByLayers("routing-actors", "sm-node");

  @ArchTest
  static final ArchRule THE_PURE_MODULES_KNOW_NOTHING_OF_AKKA =
      noClasses()
          .that(
              ENGINES
                  .or(resideInAPackage(FABRIC))
                  .or(resideInAPackage(MAD))
                  .or(resideInAPackage(SIM)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("akka..", "com.typesafe..");

  @ArchTest
  static final ArchRule ENGINES_TOUCH_NO_FILES_AND_NO_CLOCK =
      noClasses()
          .that(ENGINES)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.io..", "java.time..");

  /** Messages and events are Kryo's. Exceptions and enums cannot help being Serializable. */
  @ArchTest
  static final ArchRule NOTHING_IS_SERIALIZED_BY_JAVA =
      noClasses()
          .that(DescribedPredicate.not(assignableTo(Throwable.class).or(assignableTo(Enum.class))))
          .and(
              new DescribedPredicate<JavaClass>("are no lambdas or anonymous classes") {
                @Override
                public boolean test(JavaClass type) {
                  return !type.isAnonymousClass();
                }
              })
          .should()
          .implement(Serializable.class);

  /** What changes something is asked for by other methods than GET; the guard wants a token. */
  @ArchTest
  static void ordersOverHttpGoThroughTheGuard(JavaClasses classes) {
    noClasses()
        .that(resideInAPackage(SM))
        .and()
        .doNotHaveSimpleName("HttpGuard")
        .should()
        .callMethodWhere(
            JavaCall.Predicates.target(nameMatching("post|put|delete|patch|method"))
                .and(
                    JavaCall.Predicates.target(
                        com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                            resideInAPackage("akka.http.javadsl.server..")))))
        .check(classes);
  }

  @ArchTest
  static final ArchRule NO_ACTOR_BLOCKS =
      noClasses()
          .that(ACTOR)
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callMethodWhere(
              JavaCall.Predicates.target(nameMatching("get|join"))
                  .and(
                      JavaCall.Predicates.target(
                          com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With
                              .owner(
                                  assignableTo(Future.class)
                                      .or(assignableTo(CompletableFuture.class))))));
}
