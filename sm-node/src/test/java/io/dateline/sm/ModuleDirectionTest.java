package io.dateline.sm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import java.io.Serializable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** What docs/ARCHITECTURE.md promises of modules and actors. */
@AnalyzeClasses(packages = "io.dateline", importOptions = ProductOnly.class)
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

  /** The module {@code subnet}: what a subnet is managed by. */
  private static final String[] RULES_OF_A_SUBNET = {
    "io.dateline.sm.address..",
    "io.dateline.sm.alias..",
    "io.dateline.sm.change..",
    "io.dateline.sm.discover..",
    "io.dateline.sm.dump..",
    "io.dateline.sm.fair..",
    "io.dateline.sm.graph..",
    "io.dateline.sm.group..",
    "io.dateline.sm.history.line..",
    "io.dateline.sm.lane..",
    "io.dateline.sm.link..",
    "io.dateline.sm.multicast..",
    "io.dateline.sm.options..",
    "io.dateline.sm.partition..",
    "io.dateline.sm.path..",
    "io.dateline.sm.qos..",
    "io.dateline.sm.registration..",
    "io.dateline.sm.report..",
    "io.dateline.sm.subnet..",
    "io.dateline.sm.text..",
    "io.dateline.sm.token.."
  };

  /** The module {@code subnet-administration}: its actor is in a package below, with the node. */
  private static final String ADMINISTRATION = "io.dateline.sm.sa";

  private static final String OFFLINE = "io.dateline.sm.cli.offline..";
  private static final String REMOTE = "io.dateline.sm.cli.remote..";
  private static final String DEMO = "io.dateline.sm.cli.demo..";

  /** The module {@code command-line}: commands that are of no node. */
  private static final String[] COMMANDS = {
    "io.dateline.sm.analyze..", "io.dateline.sm.cli.console..", OFFLINE, REMOTE, DEMO
  };

  // All of them begin like sm-node's own packages.
  private static final DescribedPredicate<JavaClass> NODE =
      resideInAPackage(SM)
          .and(DescribedPredicate.not(resideInAnyPackage(RULES_OF_A_SUBNET)))
          .and(DescribedPredicate.not(resideInAPackage(ADMINISTRATION)))
          .and(DescribedPredicate.not(resideInAnyPackage(COMMANDS)))
          .as("sm-node");

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
          .definedBy(MAD)
          .layer("simulator")
          .definedBy(SIM)
          .layer("persistence")
          .definedBy(PERSISTENCE)
          .layer("routing-actors")
          .definedBy(ACTORS)
          .layer("subnet")
          .definedBy(RULES_OF_A_SUBNET)
          .layer("subnet-administration")
          .definedBy(ADMINISTRATION)
          .layer("command-line")
          .definedBy(COMMANDS)
          .layer("sm-node")
          .definedBy(NODE)
          .whereLayer("sm-node")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("command-line")
          .mayOnlyBeAccessedByLayers("sm-node")
          .whereLayer("subnet-administration")
          .mayOnlyBeAccessedByLayers("sm-node")
          .whereLayer("subnet")
          .mayOnlyBeAccessedByLayers("subnet-administration", "command-line", "sm-node")
          .whereLayer("routing-actors")
          .mayOnlyBeAccessedByLayers("sm-node")
          .whereLayer("persistence")
          .mayOnlyBeAccessedByLayers(
              "routing-actors", "subnet", "subnet-administration", "command-line", "sm-node")
          .whereLayer("simulator")
          .mayOnlyBeAccessedByLayers("command-line", "sm-node")
          .whereLayer("hw-mad")
          .mayOnlyBeAccessedByLayers(
              "simulator",
              "routing-actors",
              "subnet",
              "subnet-administration",
              "command-line",
              "sm-node")
          .whereLayer("routing-engines")
          .mayOnlyBeAccessedByLayers(
              "routing-actors", "subnet", "subnet-administration", "command-line", "sm-node");

  @ArchTest
  static final ArchRule RULES_OF_A_SUBNET_ARE_PURE =
      noClasses()
          .that()
          .resideInAnyPackage(RULES_OF_A_SUBNET)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("akka..", ACTORS, "org.slf4j..");

  @ArchTest
  static final ArchRule SUBNET_ADMINISTRATION_IS_PURE =
      noClasses()
          .that()
          .resideInAPackage(ADMINISTRATION)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("akka..", ACTORS, "org.slf4j..", "java.time..")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule OFFLINE_COMMANDS_ASK_NO_NODE =
      noClasses()
          .that()
          .resideInAnyPackage(OFFLINE, "io.dateline.sm.analyze..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(REMOTE, DEMO, SIM, "java.net..");

  @ArchTest
  static final ArchRule REMOTE_COMMANDS_NEED_NO_ENGINE =
      noClasses()
          .that()
          .resideInAPackage(REMOTE)
          .should()
          .dependOnClassesThat(
              ENGINES.or(resideInAnyPackage(OFFLINE, DEMO, SIM)).as("of what computes a routing"));

  @ArchTest
  static final ArchRule COMMANDS_KNOW_NO_ACTORS =
      noClasses()
          .that()
          .resideInAnyPackage(COMMANDS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("akka..", ACTORS);

  /** What runs beside the manager's machine on a node, with clocks and logs of its own. */
  private static final String BESIDE_THE_MACHINE =
      "io\\.dateline\\.sm\\.manager\\."
          + "(StandIn|Rehearsal|PortDisabler|TrapBook|TrapDoor|Violations|PortTallies|FabricAccess)"
          + "(\\$.*)?";

  /** The manager is a machine: it is given inputs and the time, and gives facts and effects. */
  @ArchTest
  static final ArchRule MACHINES_KNOW_NO_ACTORS =
      noClasses()
          .that()
          .resideInAPackage("io.dateline.sm.manager")
          .or()
          .haveNameMatching(
              "io\\.dateline\\.routing\\.actors\\.programmer\\."
                  + "(ProgrammerMachine|ProgrammingRun|UnicastWork|MulticastWork)")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("akka..");

  @ArchTest
  static final ArchRule MACHINES_HAVE_NO_CLOCK_AND_NO_LOG =
      noClasses()
          .that()
          .resideInAPackage("io.dateline.sm.manager")
          .and(DescribedPredicate.not(nameMatching(BESIDE_THE_MACHINE)))
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("org.slf4j..");

  /** A package is a room: one can be read, and taken out, without those that need it. */
  @ArchTest
  static final ArchRule NO_PACKAGES_NEED_EACH_OTHER =
      slices().matching("io.dateline.(**)").should().beFreeOfCycles();

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
  static void akkaManagementIsNotUsed(JavaClasses classes) {
    noClasses().should().dependOnClassesThat().resideInAPackage("akka.management..").check(classes);
    assertThat(ModuleDirectionTest.class.getClassLoader().getResource("akka/management"))
        .as("a folder of the class path")
        .isNull();
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
