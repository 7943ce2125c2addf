package io.dateline.sm.cli.offline;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.CaOrderDump;
import io.dateline.fabric.format.LftDump;
import io.dateline.sm.analyze.NamedRouting;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.Dumps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Routings to compare, each from a file of tables or from a folder as {@code route --dump} and
 * OpenSM write them, where what lies beside the tables counts, too.
 */
final class DumpedRoutings {
  private final Fabric fabric;
  private final List<String> warnings;
  private final Set<String> withoutLevels = new HashSet<>();

  DumpedRoutings(Fabric fabric, List<String> warnings) {
    this.fabric = fabric;
    this.warnings = warnings;
  }

  /**
   * Reads them in order.
   *
   * @param progress is told which one
   */
  List<NamedRouting> read(List<Path> places, Consumer<Path> progress) throws IOException {
    List<String> names = names(places);
    List<NamedRouting> routings = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      progress.accept(places.get(i));
      List<String> said = new ArrayList<>();
      routings.add(read(names.get(i), places.get(i), said));
      for (String warning : said) {
        warnings.add(names.get(i) + ": " + warning);
      }
    }
    return routings;
  }

  /**
   * Whether a routing was dumped with its lanes, but without the service levels of its paths, as
   * OpenSM does: then all paths are taken to have SL 0.
   */
  boolean lacksLevels(String name) {
    return withoutLevels.contains(name);
  }

  private NamedRouting read(String name, Path place, List<String> said) throws IOException {
    if (!Files.isDirectory(place)) {
      LftDump dump = Dumps.read(place, fabric, said);
      return new NamedRouting(
          name, dump.lids(), Dumps.routing(name, dump, null, null, fabric, said), null);
    }
    LftDump dump = Dumps.readFolder(place, fabric, said);
    Path lanes = Dumps.inside(place, Dumps.SL2VL);
    Path levels = Dumps.inside(place, Dumps.PATH_SL);
    if (lanes != null && levels == null) {
      withoutLevels.add(name);
    }
    Routing routing = Dumps.routing(name, dump, lanes, levels, fabric, said);
    Path order = Dumps.inside(place, Dumps.CA_ORDER);
    return new NamedRouting(
        name,
        dump.lids(),
        routing,
        order == null ? null : CaOrderDump.read(order, fabric, dump.lids()));
  }

  /** The short names if they tell the routings apart, else the paths as they were given. */
  private static List<String> names(List<Path> places) {
    List<String> names = places.stream().map(DumpedRoutings::shortName).toList();
    if (names.stream().distinct().count() == names.size()) {
      return names;
    }
    List<String> paths = places.stream().map(Path::toString).toList();
    if (paths.stream().distinct().count() < paths.size()) {
      throw new BadInput("--lfts names the same tables twice");
    }
    return paths;
  }

  /** The name of the folder, or of a file that is not called as every dump is. */
  private static String shortName(Path place) {
    Path absolute = place.toAbsolutePath().normalize();
    Path named = absolute.endsWith(Dumps.LFTS) ? absolute.getParent() : absolute;
    return named.getFileName() == null ? named.toString() : named.getFileName().toString();
  }
}
