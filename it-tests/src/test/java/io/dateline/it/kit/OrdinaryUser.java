package io.dateline.it.kit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A user of this host that owns nothing, and may do what everybody may. */
public final class OrdinaryUser {
  private static final String ID = "65534"; // Debian's nobody

  private OrdinaryUser() {}

  /** Skips the test where no program can be run as this user; in CI that is a failure. */
  public static void needed() {
    Machine.needs("setpriv");
    if (!"root".equals(System.getProperty("user.name"))) {
      Machine.lack("the right to run a program as another user");
    }
  }

  /** Lets this user go through a folder, which the test's user has for itself. */
  public static void letThrough(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  /** What runs a command as this user. */
  public static List<String> command(List<String> command) {
    List<String> words =
        new ArrayList<>(List.of("setpriv", "--reuid", ID, "--regid", ID, "--clear-groups"));
    words.addAll(command);
    return words;
  }

  /** What runs a class of the tests as this user, by {@link #readableClassPath}. */
  public static List<String> java(String classPath, Class<?> main, List<String> arguments) {
    return command(Running.java(classPath, main, arguments));
  }

  /** A copy of the tests' class path that this user can read. */
  public static String readableClassPath(Path folder) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("class-path"));
    List<String> entries = new ArrayList<>();
    for (String entry : Running.classPath().split(File.pathSeparator, -1)) {
      Path from = Path.of(entry);
      if (Files.exists(from)) {
        Path to = copy.resolve(entries.size() + "-" + from.getFileName());
        copy(from, to);
        entries.add(to.toString());
      }
    }
    letRead(copy);
    return String.join(File.pathSeparator, entries);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void letRead(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        String mode = Files.isDirectory(file) ? "rwxr-xr-x" : "rw-r--r--";
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      }
    }
  }

  /** Makes a folder of files its own; others cannot read them then. */
  public static void give(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(
            file,
            Files.isDirectory(file)
                ? PosixFilePermissions.fromString("rwx------")
                : PosixFilePermissions.fromString("rw-------"));
        for (String id : Set.of("unix:uid", "unix:gid")) {
          Files.setAttribute(file, id, Integer.valueOf(ID));
        }
      }
    }
  }
}
