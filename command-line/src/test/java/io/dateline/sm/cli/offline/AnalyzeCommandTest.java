package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * {@code analyze} on two switches with two hosts each and two cables: <em>spread</em> uses both,
 * <em>crowded</em> one of them.
 *
 * <p>Long because what the command prints is in it, word for word.
 */
class AnalyzeCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String TOPOLOGY =
      """
      Switch 4 "S-0000000000000010" # "left"
      [1] "H-0000000000000100"[1]
      [2] "H-0000000000000200"[1]
      [3] "S-0000000000000020"[3]
      [4] "S-0000000000000020"[4]
      Switch 4 "S-0000000000000020" # "right"
      [1] "H-0000000000000300"[1]
      [2] "H-0000000000000400"[1]
      [3] "S-0000000000000010"[3]
      [4] "S-0000000000000010"[4]
      Ca 1 "H-0000000000000100" # "h1"
      [1](101) "S-0000000000000010"[1]
      Ca 1 "H-0000000000000200" # "h2"
      [1](201) "S-0000000000000010"[2]
      Ca 1 "H-0000000000000300" # "h3"
      [1](301) "S-0000000000000020"[1]
      Ca 1 "H-0000000000000400" # "h4"
      [1](401) "S-0000000000000020"[2]
      """;

  private static final String TABLES =
      """
      Unicast lids [0-6] of switch Lid 1 guid 0x0000000000000010 ('left'):
      0x0003 001 # Channel Adapter portguid 0x0000000000000101: 'h1'
      0x0004 002 # Channel Adapter portguid 0x0000000000000201: 'h2'
      0x0005 003 # Channel Adapter portguid 0x0000000000000301: 'h3'
      0x0006 004 # Channel Adapter portguid 0x0000000000000401: 'h4'
      4 valid lids dumped
      Unicast lids [0-6] of switch Lid 2 guid 0x0000000000000020 ('right'):
      0x0003 003 # Channel Adapter portguid 0x0000000000000101: 'h1'
      0x0004 004 # Channel Adapter portguid 0x0000000000000201: 'h2'
      0x0005 001 # Channel Adapter portguid 0x0000000000000301: 'h3'
      0x0006 002 # Channel Adapter portguid 0x0000000000000401: 'h4'
      4 valid lids dumped
      """;

  /** Of a switch; lanes of all others are those of the same number. */
  private static final String LANES =
      """
      Switch 0x%016x, base LID 1, "name"
      #in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15
      1   3   : 0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7
      """;

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.writeString(folder.resolve("two.ib"), TOPOLOGY);
    write("spread", TABLES);
    write("crowded", TABLES.replace(" 004 #", " 003 #"));
  }

  /**
   * By hand: 4 of 12 pairs stay in a switch. Crowded has 4 paths on each of two channels of four,
   * spread 2 on each. Both ways, a bisection has the mean 1 or 1/2 where two pairs cross. Ranks are
   * h1 to h4: in shift 2 all cross.
   */
  @Test
  void shouldPrintOneColumnForEachRouting() {
    Ran ran = analyze("--lfts", at("spread"), at("crowded"), "--bisections", "3", "--seed", "4");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            %s: 2 switches, 4 end nodes; 3 random bisections, seed 4
            shift by all end nodes by GUID

                                                   spread           crowded
            delivery
              pairs                                    12                12
                not served                              0                 0
              credit loops                           none              none
              virtual lanes                             1                 1
            hops of a pair
              mean                                   1.67              1.67
              longer than need be                       0                 0
              1 hop                                33.3 %%            33.3 %%
              2 hops                               66.7 %%            66.7 %%
            paths on a channel between switches
              mean                                   2.00              2.00
              most                                      2                 4
            effective bisection bandwidth
              one way, mean                 100.0 ± 0.0 %%     66.7 ± 16.7 %%
                worst to best            100.0 to 100.0 %%   50.0 to 100.0 %%
              both ways, mean               100.0 ± 0.0 %%      50.0 ± 0.0 %%
                worst to best            100.0 to 100.0 %%    50.0 to 50.0 %%
            most flows on a channel in a phase of the shift
              mean                                   1.00              1.33
              worst phase                               1                 2
              phases without congestion           100.0 %%            66.7 %%
            """
                .formatted(at("two.ib")));
  }

  @Test
  void shouldPrintTheKeysThatScriptsRelyOn() throws IOException {
    JsonNode report = json("--lfts", at("spread"), at("crowded"));
    assertThat(keys(report))
        .containsExactly(
            "topology",
            "switches",
            "endNodes",
            "bisections",
            "seed",
            "shiftOrder",
            "routings",
            "refused",
            "warnings");
    JsonNode crowded = report.path("routings").path(1);
    assertThat(keys(crowded))
        .containsExactly(
            "name",
            "pairs",
            "undelivered",
            "vls",
            "deadlockFree",
            "cycle",
            "hopHistogram",
            "hopsMax",
            "hopsMean",
            "nonMinimal",
            "loadMax",
            "loadMean",
            "effectiveBisectionBandwidth",
            "shift");
    assertThat(report.path("bisections").asInt()).isEqualTo(1000);
    assertThat(crowded.path("name").asText()).isEqualTo("crowded");
    assertThat(crowded.path("hopHistogram").toString()).isEqualTo("[0,4,8]");
    JsonNode bandwidth = crowded.path("effectiveBisectionBandwidth");
    assertThat(bandwidth.path("oneWay").path("mean").asDouble()).isBetween(0.80, 0.87); // 5/6
    assertThat(bandwidth.path("bothWays").path("mean").asDouble()).isBetween(0.63, 0.70); // 2/3
    assertThat(crowded.path("shift").path("loadMax").asInt()).isEqualTo(2);
  }

  /** As in the JSON; a histogram by hops from 0 on. */
  @Test
  void shouldWriteALineForEachRoutingAndQuantity() throws IOException {
    Path csv = folder.resolve("all.csv");
    Ran ran = run("--lfts", at("crowded"), "--engine", "picky", "--csv", csv.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(Files.readAllLines(csv))
        .startsWith("routing,quantity,value", "crowded,pairs,12", "crowded,undelivered,0")
        .contains(
            "crowded,deadlockFree,true",
            "crowded,hopHistogram.1,4",
            "crowded,loadMax,4",
            "crowded,shift.loadMax,2",
            "picky,refused,no roots")
        .allMatch(line -> line.split(",", -1).length == 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--csv", "--channels", "--html"})
  @EnabledOnOs(OS.LINUX)
  void shouldNameAFileThatTheDiskHasNoRoomFor(String option) {
    Ran ran = analyze("--lfts", at("spread"), option, "/dev/full");
    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err()).isEqualTo("dateline: /dev/full: No space left on device\n");
  }

  /** Crowded sends all that crosses over the cable between ports 3. */
  @Test
  void shouldWriteWhatIsOnEachChannel() throws IOException {
    Path channels = folder.resolve("channels.csv");
    Ran ran = analyze("--lfts", at("crowded"), "--channels", channels.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(Files.readAllLines(channels))
        .containsExactly(
            "routing,node,guid,port,peer,peerGuid,peerPort,paths,pattern",
            "crowded,left,0x0000000000000010,3,right,0x0000000000000020,3,4,",
            "crowded,left,0x0000000000000010,4,right,0x0000000000000020,4,0,",
            "crowded,right,0x0000000000000020,3,left,0x0000000000000010,3,4,",
            "crowded,right,0x0000000000000020,4,left,0x0000000000000010,4,0,");
  }

  /**
   * By hand: h1 sends 3 and h2 sends 1 to the other side. Where they share the cable, they get 3/4
   * and 1/4 of it, else all.
   */
  @Test
  void shouldMeasureATrafficPattern() throws IOException {
    Path pattern =
        Files.writeString(
            folder.resolve("pattern"), "# two flows\nh1 0x301 3\n\n\"h2\"  6 # by LID\n");
    Path channels = folder.resolve("channels.csv");
    String[] options = {
      "--lfts",
      at("spread"),
      at("crowded"),
      "--pattern",
      pattern.toString(),
      "--channels",
      channels.toString()
    };
    JsonNode report = json(options);
    assertThat(report.path("pattern").asText()).isEqualTo(pattern.toString());
    assertThat(report.path("routings").path(0).path("pattern").toString())
        .isEqualTo("{\"flows\":2,\"undelivered\":0,\"loadMax\":3.0,\"bandwidth\":1.0}");
    assertThat(report.path("routings").path(1).path("pattern").toString())
        .isEqualTo("{\"flows\":2,\"undelivered\":0,\"loadMax\":4.0,\"bandwidth\":0.5}");
    assertThat(Files.readAllLines(channels))
        .contains(
            "spread,left,0x0000000000000010,3,right,0x0000000000000020,3,2,3.0",
            "spread,left,0x0000000000000010,4,right,0x0000000000000020,4,2,1.0",
            "crowded,h1,0x0000000000000100,1,left,0x0000000000000010,1,,3.0",
            "crowded,left,0x0000000000000010,3,right,0x0000000000000020,3,4,4.0",
            "crowded,right,0x0000000000000020,2,h4,0x0000000000000400,1,,1.0");
    assertThat(analyze(options).out())
        .contains(
            "pattern " + pattern,
            "  most on a channel                      3.00              4.00\n",
            "  bandwidth of a flow, mean           100.0 %            50.0 %\n");
  }

  /** Ranks h1, h3, h2, h4: in shifts 1 and 3 everybody crosses, in shift 2 nobody. */
  @Test
  void shouldShiftAllRoutingsByTheRanksThatOneWasMadeFor() throws IOException {
    Files.writeString(
        folder.resolve("spread").resolve(Dumps.CA_ORDER),
        "0x0003\th1\n0x0005\th3\n0x0004\th2\n0x0006\th4\n");
    JsonNode report = json("--lfts", at("crowded"), at("spread"));
    assertThat(report.path("shiftOrder").asText()).isEqualTo("ranks of spread");
    JsonNode crowded = report.path("routings").path(0).path("shift");
    assertThat(crowded.path("loadMean").asDouble()).isEqualTo(5.0 / 3);
    assertThat(crowded.path("congestionFree").asInt()).isEqualTo(1);
  }

  @Test
  void shouldUseLanesAndLevelsBesideTheTables() throws IOException {
    write("lanes", TABLES);
    Files.writeString(folder.resolve("lanes").resolve(Dumps.SL2VL), LANES.formatted(0x10));
    assertThat(json("--lfts", at("lanes")).path("routings").path(0).path("vls").asInt())
        .isEqualTo(1);
    Files.writeString(folder.resolve("lanes").resolve(Dumps.PATH_SL), "* 5 3\n");
    assertThat(json("--lfts", at("lanes")).path("routings").path(0).path("vls").asInt())
        .isEqualTo(2);
  }

  @Test
  void shouldWarnOfLoopsThatTheTrueLevelsMayNotHave() throws IOException {
    Files.writeString(
        folder.resolve("two.ib"), Ran.dateline("generate", "torus", "5", "5", "1", "1").out());
    Ran routed =
        Ran.dateline(
            "route", "--topology", at("two.ib"), "--engine", "minhop", "--dump", at("torus"));
    assertThat(routed.exitCode()).as(routed.err()).isZero();
    Files.writeString(folder.resolve("torus").resolve(Dumps.SL2VL), LANES.formatted(0x200000));
    assertThat(json("--lfts", at("torus")).path("warnings")).isEmpty();
    Files.delete(folder.resolve("torus").resolve(Dumps.PATH_SL));
    JsonNode report = json("--lfts", at("torus"));
    assertThat(report.path("routings").path(0).path("cycle")).isNotEmpty();
    assertThat(report.path("warnings").path(0).asText())
        .isEqualTo(
            "torus: without path-sl.dump every path has SL 0;"
                + " credit loops may be none on the true ones");
  }

  @Test
  void shouldCallRoutingsByWhatTellsThemApart() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("deep").resolve("spread"));
    Files.writeString(deep.resolve(Dumps.LFTS), TABLES);
    Files.writeString(folder.resolve("plain"), TABLES);
    assertThat(names("--lfts", at("spread/" + Dumps.LFTS), at("plain")))
        .containsExactly("spread", "plain");
    assertThat(names("--lfts", at("spread"), "--lfts", deep.toString()))
        .containsExactly(at("spread"), deep.toString());
  }

  @Test
  void shouldWarnWhenRoutingsServeOtherEndNodes() throws IOException {
    write("fewer", TABLES.replaceAll("(?m)^0x0006.*\n|^4 valid.*\n", ""));
    Ran ran = analyze("--lfts", at("spread"), at("fewer"), "--bisections", "1");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err())
        .contains(
            "warning: spread has LIDs for 4 end nodes, fewer for 3, not all of them the same");
  }

  @Test
  void shouldCompareEnginesWithTables() throws IOException {
    write("minhop", TABLES.replace("0x0006", "0x0026").replace(" [0-6]", " [0-38]"));
    JsonNode report =
        report(run("--lfts", at("minhop"), "--engine", "picky,minhop,ranking", "--json"));
    List<String> names = new ArrayList<>();
    report.path("routings").forEach(routing -> names.add(routing.path("name").asText()));
    assertThat(names).containsExactly("minhop", "minhop (computed)", "ranking");
    assertThat(report.path("routings").path(1).path("undelivered").asInt()).isZero();
    assertThat(report.path("refused").toString())
        .isEqualTo("[{\"engine\":\"picky\",\"reason\":\"no roots\"}]");
    // The engine was handed LID 38 of the tables, and its ranks are by LID.
    assertThat(report.path("shiftOrder").asText()).isEqualTo("ranks of ranking");
    assertThat(report.path("routings").path(1).path("shift").path("phases").asInt()).isEqualTo(1);
    assertThat(report.path("warnings").toString()).isEqualTo("[\"ranking: mind the gap\"]");
  }

  @Test
  void shouldEndWithThreeAndTheReasonsWhenNobodyRoutes() {
    Ran ran = run("--engine", "picky");
    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).isEqualTo("refused by picky: no roots\n");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void shouldTellTextAndPageWhoRefused() throws IOException {
    Path page = folder.resolve("page.html");
    Ran ran = run("--engine", "minhop,picky", "--html", page.toString());
    assertThat(ran.out()).contains("\nrefused by picky: no roots\n");
    assertThat(Files.readString(page)).contains("<br>refused by picky: no roots</p>");
  }

  @Test
  void shouldHandEnginesTheirOptions() throws IOException {
    JsonNode routing =
        report(run("--engine", "minhop", "--lmc", "1", "--json")).path("routings").path(0);
    assertThat(routing.path("pairs").asInt()).isEqualTo(24);
  }

  /** Runs the command with an engine that refuses, and one that ranks h4 and h1. */
  private Ran run(String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    RoutingEngine minhop = Engines.named("minhop").orElseThrow();
    List<String> all = new ArrayList<>(List.of("--topology", at("two.ib")));
    all.addAll(List.of(options));
    int exitCode =
        new CommandLine(
                new AnalyzeCommand(
                    name ->
                        switch (name) {
                          case "picky" ->
                              Optional.of(
                                  engine(
                                      name,
                                      request -> new RoutingOutcome.Refused(name, "no roots")));
                          case "ranking" ->
                              Optional.of(engine(name, request -> ranked(minhop.route(request))));
                          default -> Engines.named(name);
                        }))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(all.toArray(String[]::new));
    return new Ran(exitCode, out.toString(), err.toString());
  }

  private static RoutingEngine engine(String name, Function<RoutingRequest, RoutingOutcome> route) {
    return new RoutingEngine() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public RoutingOutcome route(RoutingRequest request) {
        return route.apply(request);
      }
    };
  }

  private static RoutingOutcome ranked(RoutingOutcome outcome) {
    return new RoutingOutcome.Routed(
        ((RoutingOutcome.Routed) outcome).routing(),
        false,
        List.of("mind the gap"),
        Map.of(Dumps.CA_ORDER, "0x0026\th4\n0x0003\th1\n"));
  }

  private static JsonNode report(Ran ran) throws IOException {
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return JSON.readTree(ran.out());
  }

  @Test
  void shouldWriteAPageThatNeedsNothingElse() throws Exception {
    write("a<b>&c", TABLES);
    Path page = folder.resolve("page.html");
    Ran ran = analyze("--lfts", at("a<b>&c"), at("crowded"), "--html", page.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    String html = Files.readString(page);
    assertThat(html)
        .contains("a&lt;b&gt;&amp;c</th>", "crowded</th>", "worst phase")
        .doesNotContain("<b>", "{{", "<script", "http", "url(", "<link");
    Matcher images = Pattern.compile("src=\"data:image/svg\\+xml;base64,([^\"]*)\"").matcher(html);
    List<String> shown = new ArrayList<>();
    while (images.find()) {
      byte[] svg = Base64.getDecoder().decode(images.group(1));
      DocumentBuilderFactory parser = DocumentBuilderFactory.newInstance();
      parser.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      shown.add(
          parser
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(svg))
              .getDocumentElement()
              .getTagName());
    }
    assertThat(shown).containsExactly("svg", "svg", "svg", "svg");
  }

  private void write(String name, String tables) throws IOException {
    Files.writeString(Files.createDirectories(folder.resolve(name)).resolve(Dumps.LFTS), tables);
  }

  private List<String> names(String... options) throws IOException {
    List<String> names = new ArrayList<>();
    json(options).path("routings").forEach(routing -> names.add(routing.path("name").asText()));
    return names;
  }

  private JsonNode json(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("--json");
    Ran ran = analyze(all.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return JSON.readTree(ran.out());
  }

  private Ran analyze(String... options) {
    List<String> command = new ArrayList<>(List.of("analyze", "--topology", at("two.ib")));
    command.addAll(List.of(options));
    return Ran.dateline(command.toArray(String[]::new));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }
}
