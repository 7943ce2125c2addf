package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/ROUTING.md, as it stands there. */
class ChainRouteTest {
  private static final Pattern FILE =
      Pattern.compile("```\n# (\\S+\\.conf)\n(.*?)```", Pattern.DOTALL);

  /** Options that name one of the example's files. */
  private static final Pattern NAMED =
      Pattern.compile("((?:_file|torus_config|config:) )(\\S+)$", Pattern.MULTILINE);

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Fabric fabric = MixedFabric.whole();
    StringBuilder text = new StringBuilder();
    TopologyWriter.write(fabric, text);
    Files.writeString(at("fabric"), text);
    Files.writeString(at("roots"), MixedFabric.roots(fabric));
    Files.writeString(at("torus-2QoS.conf"), MixedFabric.torusConf(fabric));
    String page = Files.readString(Path.of("../docs/ROUTING.md"));
    Matcher file = FILE.matcher(page.substring(page.indexOf("## Routing chains")));
    while (file.find()) {
      // They name each other as if they were in the working directory.
      Files.writeString(
          at(file.group(1)), NAMED.matcher(file.group(2)).replaceAll("$1" + folder + "/$2"));
    }
  }

  private Path at(String name) {
    return folder.resolve(name);
  }

  private Ran route(String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "route",
                "--topology",
                at("fabric").toString(),
                "--opensm-conf",
                at("opensm.conf").toString()));
    command.addAll(List.of(more));
    return Ran.dateline(command.toArray(String[]::new));
  }

  private void replace(String name, String text, String other) throws IOException {
    String before = Files.readString(at(name));
    assertThat(before).contains(text);
    Files.writeString(at(name), before.replace(text, other));
  }

  @Test
  void shouldRouteTheExample() throws Exception {
    Ran ran = route("--dump", at("dumps").toString());

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).startsWith("chain routed").contains("1640 of 1640 pairs served");
    assertThat(ran.err()).contains("step 3 (torus-2QoS, topology 2)");
    try (var files = Files.list(at("dumps"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains(
              "opensm-lfts.dump",
              "opensm-lfts.step-1.dump",
              "opensm-lfts.step-2.dump",
              "opensm-lid-matrix.step-3.dump",
              "opensm.step-3.fdbs",
              "opensm-subnet.step-2.lst",
              "opensm-sl2vl.dump",
              "chain.dump")
          .doesNotContain("opensm-lfts.step-4.dump", "opensm-sl2vl.step-3.dump");
    }
    assertThat(Files.readString(at("dumps").resolve("opensm-lfts.step-2.dump")))
        .contains("tree-")
        .doesNotContain("torus-");
  }

  @Test
  void shouldCheckThePartsOfItsTables() throws Exception {
    assertThat(route("--dump", at("dumps").toString()).exitCode()).isZero();
    assertThat(Files.readString(at("dumps").resolve("opensm-chain-steps.dump")))
        .matches("(?s)# step .*\n1 +updn .* routed +here *\n2 +ftree +1 .*\n3 +torus-2QoS +2 .*");

    Ran ran = check("dumps");
    assertThat(ran.exitCode()).as("a credit loop: " + ran.err()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.out())
        .contains("cycleSteps: step 1 (updn)")
        .contains("steps: id 2, engine ftree, topology 1, pathBit 0, switches 8, adapters 16,")
        .contains(" pairs 240, within 240", " pairs 600, within 600");

    assertThat(route("--engine", "updn", "--dump", at("updn").toString()).exitCode()).isZero();
    assertThat(check("updn").out())
        .as("updn leads some paths of the torus by way of the tree")
        .contains("pairs 600, within ")
        .doesNotContain("pairs 600, within 600");

    Files.writeString(at("plain.conf"), "routing_engine updn\n");
    assertThat(check("updn", "plain.conf").err()).contains("plain.conf names no routing chain");
  }

  @Test
  void shouldCheckThePartsOfStepsInForce() throws Exception {
    replace("chain.conf", "engine: torus-2QoS\n", "engine: torus-2QoS\nconfig: none.conf\n");
    replace("chain.conf", "config: none.conf", "config: " + at("none.conf"));
    Files.writeString(at("none.conf"), "torus_config (null)\n");
    assertThat(route("--dump", at("dumps").toString()).exitCode()).isZero();

    Ran ran = check("dumps");
    assertThat(ran.out())
        .contains("steps: id 4, engine dfsssp, topology 2")
        .doesNotContain("engine torus-2QoS", "is not known");

    Files.delete(at("dumps").resolve("opensm-chain-steps.dump"));
    assertThat(check("dumps").out())
        .contains("steps: id 3, engine torus-2QoS, topology 2")
        .contains(
            "whether a fallback stands in for step 3 (torus-2QoS, topology 2) is not known:"
                + " opensm-chain-steps.dump is missing");

    Files.writeString(at("dumps").resolve("opensm-chain-steps.dump"), "something else\n");
    assertThat(check("dumps").err()).contains("opensm-chain-steps.dump is no table of steps");
  }

  private Ran check(String dumps) {
    return check(dumps, "opensm.conf");
  }

  private Ran check(String dumps, String conf) {
    return Ran.dateline(
        "check",
        "--topology",
        at("fabric").toString(),
        "--lfts",
        at(dumps).toString(),
        "--opensm-conf",
        at(conf).toString());
  }

  private Ran groups() {
    return Ran.dateline(
        "groups",
        "--topology",
        at("fabric").toString(),
        "--opensm-conf",
        at("opensm.conf").toString());
  }

  @Test
  void shouldTellTheGroupsOfItsFile() {
    Ran ran = groups();
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("tree (switches and hosts of the tree): ");
  }

  @Test
  void shouldReadNoOtherFileForGroups() throws Exception {
    Files.delete(at("roots"));
    Files.delete(at("torus-2QoS.conf"));

    assertThat(groups().exitCode()).as(groups().err()).isEqualTo(ExitCode.DONE);

    replace("opensm.conf", "pgrp_policy_file", "# pgrp_policy_file");
    assertThat(groups().err()).contains("opensm.conf names no pgrp_policy_file");
  }

  @Test
  void shouldTellOfRulesThatChooseNothing() throws Exception {
    assertThat(groups().err()).doesNotContain("warning");

    replace("groups.conf", "port-regexp: tree-\n", "port-regexp: tree-\nport-guid: 0x77\n");

    Ran ran = groups();
    assertThat(ran.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err()).contains("warning: no port is chosen by group tree: 'port-guid: 0x77'");
  }

  @Test
  void shouldTellWhereItIsNotSaidWhoIsInAGroup() throws Exception {
    replace("groups.conf", "port-regexp: torus-", "port-regexp: " + "[\\w-]*".repeat(16) + "!");
    Ran ran = groups();
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err()).contains("warning: group torus: 'port-regexp: ", "takes too long");

    assertThat(route("--dump", at("dumps").toString()).err()).contains("takes too long");
    Ran checked = check("dumps");
    assertThat(checked.out() + checked.err()).contains("group torus: 'port-regexp: ");
  }

  @Test
  void shouldChangeNothingWhereNothingHasChanged() throws Exception {
    assertThat(route("--dump", at("dumps").toString()).exitCode()).isZero();

    Ran again = route("--previous", at("dumps").toString(), "--dump", at("again").toString());

    assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.DONE);
    for (String file : List.of("opensm-lfts.dump", "path-sl.dump", "opensm-sl2vl.dump")) {
      assertThat(at("again").resolve(file)).hasSameTextualContentAs(at("dumps").resolve(file));
    }
  }

  @Test
  void shouldRefuseALoopWithoutFallback() {
    Ran ran = route("--engine", "chain,no_fallback");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out()).contains("chain: the steps close a credit loop together");
  }

  @Test
  void shouldInheritOptionsAndTellWhatAStepCannotSay() throws Exception {
    Files.writeString(at("tree.conf"), "qos FALSE\nlmc 1\nqos_max_vls 2\nroot_guid_file (null)\n");

    Ran ran = route();

    assertThat(ran.err())
        .contains(
            "tree.conf:1: qos is not acted on in the file of a step", // in the main one it is TRUE
            "tree.conf:2: lmc is not acted on in the file of a step",
            "tree.conf:3: qos_max_vls is not acted on in the file of a step")
        .doesNotContain("root_guid_file");
  }

  /** A copy of the main file, with what is different: what is the same needs no word. */
  @Test
  void shouldSayNothingOfWhatAStepHasAsTheMainFile() throws Exception {
    Files.writeString(at("tree.conf"), "qos TRUE\nlmc 1\nmax_reverse_hops 2\n");

    assertThat(route("--lmc", "1").err()).doesNotContain("tree.conf");
  }

  @Test
  void shouldTellWhatIsNotActedOn() throws Exception {
    Ran other = route("--engine", "updn");
    assertThat(other.out()).startsWith("updn routed");
    assertThat(other.err())
        .contains("rch_policy_file is not acted on: routing_engine does not name chain");

    replace("opensm.conf", "rch_policy_file " + at("chain.conf"), "routing_engine updn");
    assertThat(route().err()).contains("pgrp_policy_file is not acted on without rch_policy_file");
  }

  @Test
  void shouldFailWhereAFileIsMissingOrWrong() throws Exception {
    replace("chain.conf", "topology: 2\nend", "topology: 7\nend");
    assertThat(route().err()).contains("chain.conf:17: there is no topology 7");

    write();
    replace("chain.conf", "engine: ftree", "engine: pqft");
    assertThat(route().err()).contains("engine pqft: NVIDIA does not say what it does");

    write();
    replace("chain.conf", "engine: ftree", "engine: chain");
    assertThat(route().err()).contains("there is no engine 'chain' for a step");

    write();
    replace("chain.conf", "topology: 1\n", "topology: 1\npath-bit: 1\n");
    assertThat(route().err())
        .contains("chain.conf:11: step 2 has path-bit 1, and end ports have one LID");
    assertThat(route("--lmc", "1").exitCode()).isZero();

    write();
    replace("topologies.conf", "sw-grp: tree", "sw-grp: wood");
    assertThat(route().err()).contains("topologies.conf:3: sw-grp: there is no group wood");

    write();
    Files.delete(at("tree.conf"));
    assertThat(route().err()).contains("chain.conf:11: config of step 2: ");

    write();
    replace("opensm.conf", "rch_policy_file " + at("chain.conf"), "routing_engine chain");
    assertThat(route().err()).contains("rch_policy_file has to name a file of unicast-steps");
  }
}
