package io.dateline.sm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code ./dateline} tells the JVM, of which a program that prints its arguments has the
 * place.
 */
class LauncherTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> JARS =
      List.of("HdrHistogram-2.jar", "akka-actor_2.13.jar", "jnr-a64asm.jar", "jnr-ffi.jar");

  @TempDir private Path folder;
  private Path copy;
  private Path home;

  @BeforeEach
  void install() throws IOException {
    copy = Files.createDirectories(folder.resolve("copy"));
    home = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25\"\n");
    program("javac", "#!/bin/sh\n");
    program("java", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.createDirectory(copy.resolve("conf"));
    for (String file : List.of("dateline", "conf/jdk.sh", "conf/prepare.sh")) {
      Files.copy(ROOT.resolve(file), copy.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.createDirectories(copy.resolve("sm-node/target/lib"));
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    List<String> jars = new ArrayList<>(JARS);
    Collections.shuffle(jars, new Random(seed)); // as a file system may list them
    for (String jar : jars) {
      Files.createFile(copy.resolve("sm-node/target/lib").resolve(jar));
    }
    for (String source : sources()) {
      Files.createDirectories(copy.resolve(source));
    }
    Files.createFile(copy.resolve("pom.xml"));
    Files.createFile(copy.resolve("sm-node/target/built"));
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .filter(module -> Files.exists(module.resolve("src/main")))
          .flatMap(module -> Stream.of("pom.xml", "src/main").map(module.getFileName()::resolve))
          .map(Path::toString)
          .toList();
    }
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.writeString(home.resolve("bin").resolve(name), text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private List<String> run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", home.toString());
    builder.environment().remove("DATELINE_JAVA_OPTS");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  /** A cache is good for jars in one order, and each copy of a folder may list them in another. */
  @Test
  void shouldNameTheJarsInOneOrder() throws IOException, InterruptedException {
    List<String> said = run(copy.resolve("dateline").toString(), "--version");
    Path lib = copy.toRealPath().resolve("sm-node/target/lib");
    assertThat(said.get(said.indexOf("-cp") + 1).split(":"))
        .containsExactly(
            JARS.stream().map(jar -> lib.resolve(jar).toString()).toArray(String[]::new));
  }

  /** The JVM would refuse it, with four lines, at every start. */
  @Test
  void shouldNotUseACacheOfJarsWithoutAnOrder() throws IOException, InterruptedException {
    Path target = copy.resolve("sm-node/target");
    Files.createFile(target.resolve("dateline.aot"));
    List<String> made =
        run(
            "bash",
            "-c",
            "cat '%s/release' '%s/conf/prepare.sh' && cd '%s/lib' && LC_ALL=C stat -c '%%n %%s %%Y' -- *"
                .formatted(home, copy, target));
    Files.write(target.resolve("dateline.prepared"), made);
    assertThat(run(copy.resolve("dateline").toString(), "--version"))
        .noneMatch(argument -> argument.startsWith("-XX:AOTCache="));
  }
}
