package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with a command line: exit code 2 and a sentence, never a stack trace. */
class BadInputTest {
  @TempDir Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.writeString(folder.resolve("empty"), "");
    Files.writeString(folder.resolve("badguid.ib"), "Switch 2 \"S-00000000002000zz\"\n");
    Files.writeString(
        folder.resolve("badport.ib"),
        "Switch 2 \"S-0000000000200000\"\n[9] \"S-0000000000300000\"[1]\n");
    Files.write(folder.resolve("noise"), new byte[] {0, (byte) 0xFF, '\n', 1, 2, (byte) 0xC3});
    Files.writeString(
        folder.resolve("badlft"),
        """
        Unicast lids [0-3] of switch Lid 1 guid 0x0000000000200000 (''):
        0x0002 077 #
        """);
    assertThat(route("torus:3x3x1", "tables").exitCode()).isZero();
    assertThat(route("ftree:3,3:1,3", "other").exitCode()).isZero();
    assertThat(route("torus:3x3x1", "badorder").exitCode()).isZero();
    Files.writeString(folder.resolve("badorder").resolve(Dumps.CA_ORDER), "0x7777 nobody\n");
    Files.createDirectory(folder.resolve("nothing"));
    Files.writeString(
        folder.resolve("badpattern"),
        """
        H_0_0_0_0 H_1_0_0_0
        H_0_0_0_0 H_9
        sw_1_0_0 H_1_0_0_0
        H_0_0_0_0 H_1_0_0_0 -1
        4711 H_1_0_0_0
        H_0_0_0_0
        """);
    Files.writeString(folder.resolve("engine.conf"), "\nrouting_engine maxhop\n");
    Files.writeString(folder.resolve("lmc.conf"), "lmc 8\n");
    Files.writeString(folder.resolve("typo.conf"), "dateline {\n  fabrik = umad\n}\n");
  }

  private Ran route(String topology, String dump) {
    return Ran.of(
        Dateline.PROGRAM,
        "route",
        "--topology",
        topology,
        "--engine",
        "minhop",
        "--dump",
        at(dump));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense|nonsense",
        "route --topology torus:3x3x1 --engine minhop --nonsense|--nonsense",
        "route --engine minhop|--topology",
        "route --topolgy torus:3x3x1 --engine minhop|Unknown option: '--topolgy'",
        "route --topology torus:3x3x1|--engine",
        "route --topology torus:3x3x1 --engine nonsense|there is no engine 'nonsense'",
        "route --topology torus:3x3x1 --engine minhop --lmc 8|--lmc takes 0 to 7",
        "route --topology torus:3x3x1 --engine minhop --lmc -1|--lmc takes 0 to 7",
        "route --topology torus:3x3x1 --engine minhop --lmc x|--lmc",
        "route --topology hyperx:20,20:2 --engine minhop --lmc 7|more LIDs than the 49151",
        "route --topology torus:3x3x1 --engine minhop --set nonsense=1|no option 'nonsense'",
        "route --topology torus:3x3x1 --engine minhop --set connect_roots|--set takes option=value, not 'connect_roots'",
        "route --topology torus:3x3x1 --engine minhop --set scatter_ports=1 --set scatter_ports=2|--set gives scatter_ports twice: 1 and 2",
        "route --topology torus:3x3x1 --engine minhop --set sweep_interval=1|is no option of an engine",
        "route --topology torus:3x3x1 --engine minhop --set root_guid_file=$/missing|there is no file",
        "route --topology torus:3x3x1 --engine minhop,minhop|names 'minhop' twice",
        "route --topology torus:3x3x1 --engine no_fallback|names no engine",
        "route --topology torus:3x3x1 --opensm-conf $/missing|there is no opensm.conf",
        "route --topology torus:3x3x1 --opensm-conf $/noise|noise:1: there is no option",
        "route --topology torus:3x3x1|--engine is missing",
        "route --topology torus:3x3x1 --engine minhop --only lfts|--only is for --dump",
        "route --topology torus:3x3x1 --engine minhop --dump $/new --only lfds|--only: there is no 'lfds' here; there are: engine.dump",
        "route --topology torus:3x3x1 --opensm-conf $/engine.conf|engine.conf:2: routing_engine: there is no engine 'maxhop'",
        "route --topology torus:3x3x1 --engine minhop --opensm-conf $/lmc.conf|lmc.conf:1: lmc takes 0 to 7",
        "node -Ddateline.subnet.opensm_conf=$/missing|there is no opensm.conf",
        "node -Ddateline.subnet.opensm_conf=$/lmc.conf --fabric sim://127.0.0.1:7690|lmc.conf: 1",
        "node -Ddateline.subnet.hop_weights_file=$/missing --fabric sim://127.0.0.1:7690|hop_weights_file",
        "route --topology torus:3x3x1 --engine minhop --set port_profile_switch_nodes=x|TRUE or FALSE",
        "route --topology torus:3x3x1 --engine minhop --set max_op_vls=0|--set: max_op_vls takes 1 to 5, for 1, 2, 4, 8 or 15 data VLs, not 0",
        "route --topology torus:3x3x1 --engine minhop --set max_op_vls=6|--set: max_op_vls takes 1 to 5, for 1, 2, 4, 8 or 15 data VLs, not 6",
        "route --topology torus:3x3x1 --engine file --set lfts_file=$/missing|lfts_file cannot be used: there is no file",
        "route --topology torus:3x3x1 --engine file --set lfts_file=$/noise|noise: there is no forwarding",
        "route --topology torus:3x3x1 --engine file --set lid_matrix_dump_file=$/empty|empty: there is",
        "route --topology $/missing --engine minhop|there is no topology file",
        "route --topology /dev/zero --engine minhop|is a device",
        "route --topology $/nothing --engine minhop|is a folder",
        "route --topology taurus:3x3x1 --engine minhop|unknown kind of topology 'taurus'; there are torus, mesh,",
        "route --topology $/empty --engine minhop|no node",
        "route --topology $/badguid.ib --engine minhop|badguid.ib:1:",
        "route --topology $/badport.ib --engine minhop|badport.ib:2:",
        "route --topology $/noise --engine minhop|noise:1:",
        "route --topology torus:0x3x1 --engine minhop|torus",
        "route --topology torus: --engine minhop|torus",
        "route --topology torus:3x3x1 --engine minhop --previous $/missing|there is no",
        "route --topology torus:3x3x1 --engine minhop --previous $/nothing|there is no",
        "route --topology torus:3x3x1 --engine minhop --dump $/empty|empty",
        "check --topology torus:3x3x1|--lfts",
        "check --topology torus:3x3x1 --lfts $/missing|there is no",
        "check --topology torus:3x3x1 --lfts $/nothing|there is no table file $/nothing/",
        "check --topology torus:3x3x1 --lfts $/empty|there is no forwarding table",
        "check --topology torus:3x3x1 --lfts $/badlft|badlft:2:",
        "check --topology torus:3x3x1 --lfts $/noise|noise:",
        "check --topology torus:3x3x1 --lfts $/tables/opensm-lfts.dump --path-sl $/noise|noise:",
        "check --topology torus:3x3x1 --lfts $/tables/opensm-lfts.dump --sl2vl $/noise|noise:",
        "check --topology torus:3x3x1 --lfts $/tables/opensm-lfts.dump --against $/nothing|there is no",
        "check --topology torus:3x3x1 --lfts $/tables/opensm-lfts.dump --against $/empty|empty",
        "analyze --lfts $/tables|--topology",
        "analyze --topology torus:3x3x1|give --lfts, --engine or both",
        "analyze --topology torus:3x3x1 --lfts $/tables --lmc 1|--engine is missing",
        "analyze --topology torus:3x3x1 --engine nonsense|there is no engine 'nonsense'",
        "analyze --topology torus:3x3x1 --engine minhop --set nonsense=1|no option 'nonsense'",
        "analyze --topology torus:3x3x1 --lfts $/missing|there is no table file $/missing",
        "analyze --topology torus:3x3x1 --lfts $/tables $/nothing|there is no table file $/nothing/",
        "analyze --topology torus:3x3x1 --lfts $/tables $/badlft|badlft:2:",
        "analyze --topology torus:3x3x1 --lfts $/tables $/tables|names the same tables twice",
        "analyze --topology torus:3x3x1 --lfts $/tables --bisections 0|--bisections takes 1 or more",
        "analyze --topology torus:3x3x1 --lfts $/tables --seed x|--seed",
        "analyze --topology torus:3x3x1 --lfts $/tables --html $/nothing|nothing",
        "analyze --topology torus:3x3x1 --lfts $/tables --html $/nobody/page|nobody/page: cannot be made there",
        "analyze --topology torus:3x3x1 --engine minhop --csv $/nothing|nothing: is a folder",
        "analyze --topology torus:3x3x1 --engine minhop --csv $/nobody/x|nobody/x: cannot be made there",
        "analyze --topology torus:3x3x1 --engine minhop --channels $/nobody/x|nobody/x: cannot be made there",
        "analyze --topology torus:3x3x1 --engine minhop --pattern $/missing|there is no traffic pattern",
        "analyze --topology torus:3x3x1 --engine minhop --pattern $/empty|empty: there is no flow in this file",
        "analyze --topology torus:3x3x1 --engine minhop --pattern $/badpattern|badpattern:2: there is no end port 'H_9'",
        "analyze --topology torus:3x3x1 --engine minhop --pattern $/badpattern|badpattern:3: 'sw_1_0_0' is a switch, no adapter",
        "analyze --topology torus:3x3x1 --engine minhop --pattern $/badpattern|badpattern:4: weight '-1' is no number above 0",
        "analyze --topology torus:3x3x1 --engine minhop --pattern $/badpattern|badpattern:5: no end port has LID 4711",
        "analyze --topology torus:3x3x1 --engine minhop --pattern $/badpattern|badpattern:6: destination expected, found the end",
        "analyze --topology torus:3x3x1 --lfts $/badorder|badorder/opensm-ftree-ca-order.dump:1:",
        "generate nonsense 1|nonsense",
        "generate torus 3 3|is not of the form torus X Y Z [HOSTS] or torus:XxYxZ[:HOSTS]",
        "generate torus:3x3 1|torus:3x3 has its sizes in it, '1' is too much",
        "generate torus|is not of the form torus X Y Z [HOSTS]",
        "generate mesh|is not of the form mesh X Y Z [HOSTS]",
        "generate hypercube|is not of the form hypercube D [HOSTS]",
        "generate ftree|is not of the form ftree M1,M2,.. W1,W2,..",
        "generate dragonfly|is not of the form dragonfly A H P",
        "generate jellyfish|is not of the form jellyfish SW DEG HOSTS SEED",
        "generate hyperx|is not of the form hyperx S1,S2,.. [HOSTS]",
        "generate hyperx --drop-links 1:1|is not of the form hyperx S1,S2,.. [HOSTS]",
        "generate kautz|is not of the form kautz B N HOSTS",
        "generate slimfly 9 1|Q is 9, and must be an odd prime",
        "generate torus 3 3 1 1 --drop-links 9|--drop-links",
        "generate torus 300 300 300 1|end ports",
        "sim --topology torus:3x3x1 --listen 127.0.0.1:99999|1 to 65535",
        "sim --topology torus:3x3x1 --listen 127.0.0.1:65472|65471 at most",
        "sim --topology torus:3x3x1 --listen nonsense|HOST:PORT",
        "sim --topology $/missing|there is no topology file",
        "node --fabric nonsense|nonsense",
        "node --fabric sim://127.0.0.1:99999|99999",
        "node --config $/missing|there is no configuration file",
        "node --config $/nothing|is a folder",
        "node -D nonsense|nonsense",
        "node --engine nonsense --fabric sim://127.0.0.1:7690|nonsense",
        "node -Ddateline.http.port=99999 --fabric sim://127.0.0.1:7690|port",
        "node -Ddateline.subnet.sweep_intervall=9s|did you mean dateline.subnet.sweep_interval?",
        "node --config $/typo.conf|typo.conf: 2",
        "node -Ddateline.subnet.lmc=9 --fabric sim://127.0.0.1:7690|lmc",
        "status --url nonsense|no URL",
        "status --url http://127.0.0.1:99999|no URL",
        "fabric --url http://|no URL",
        "history --at noon|--at takes the number of an event or a time",
        "history --at 2026-13-01|--at takes the number of an event or a time",
        "history --since |--since",
        "history --since x|--since takes the number of an event or a time",
        "history --last 0|--last takes 1 or more, not 0",
        "history --last x|--last",
        "history --at 1 --last 3|--at does not go together with",
        "history --at 1 --since 3|--at does not go together with",
        "history --tables|--tables needs --at",
        "history --at 1 --tables 0xzz|'0xzz' is no GUID",
        "history --at 1 --tables --json|no JSON",
        "demo --nodes 0|--nodes",
        "demo --topology $/missing|there is no topology file",
      })
  void shouldEndWithASentence(String command, String sentence) {
    Ran ran = Ran.of(Dateline.PROGRAM, command.replace("$", folder.toString()).split(" "));
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err())
        .contains("dateline: ")
        .contains(sentence.replace("$", folder.toString()))
        .doesNotContain("\tat ")
        .doesNotContain("Exception");
  }

  @Test
  void shouldSayThatTablesAreOfAnotherFabric() throws IOException {
    Path lfts = folder.resolve("other").resolve(Dumps.LFTS);
    Files.writeString(lfts, Files.readString(lfts).replaceAll("guid 0x0000", "guid 0x7777"));
    for (String[] use :
        new String[][] {
          {"check", "--topology", "torus:3x3x1", "--lfts", lfts.toString()},
          {
            "check",
            "--topology",
            "torus:3x3x1",
            "--lfts",
            at("tables/opensm-lfts.dump"),
            "--against",
            at("other")
          },
          {"route", "--topology", "torus:3x3x1", "--engine", "minhop", "--previous", at("other")},
        }) {
      Ran ran = Ran.of(Dateline.PROGRAM, use);
      assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.err()).contains("is of another fabric");
    }
  }

  @Test
  void shouldNotTakeTablesForSoundThatLeaveAnEndPortOut() throws IOException {
    Path lfts = folder.resolve("tables").resolve(Dumps.LFTS);
    String host =
        "0x" + Files.readString(lfts).replaceAll("(?s).*\\n0x(\\w{4}) \\d+ # Channel.*", "$1");
    Files.writeString(
        lfts, Files.readString(lfts).replaceAll(host + " \\d+ # Channel[^\\n]*\\n", ""));
    Ran ran =
        Ran.of(
            Dateline.PROGRAM,
            "check",
            "--topology",
            "torus:3x3x1",
            "--lfts",
            at("tables"),
            "--json");
    assertThat(ran.exitCode()).as(ran.out()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.out()).contains("1 end port without a LID in these tables, the first one is 0x");
  }

  @Test
  void shouldTellTheFirstOfManyProblemsAndHowManyMoreThereAre() throws IOException {
    Path pattern = Files.writeString(folder.resolve("nobodies"), "x y\n".repeat(13));
    Ran ran =
        Ran.of(
            Dateline.PROGRAM,
            "analyze",
            "--topology",
            "torus:3x3x1",
            "--engine",
            "minhop",
            "--pattern",
            pattern.toString());
    assertThat(ran.err().lines())
        .hasSize(11)
        .contains(pattern + ":10: there is no end port 'x'")
        .endsWith("3 more like these");
  }

  @Test
  void shouldFailWhenItsOutputIsClosed() {
    Writer closed =
        new Writer() {
          @Override
          public void write(char[] chars, int offset, int length) throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    StringWriter err = new StringWriter();
    int exitCode =
        Dateline.PROGRAM.execute(
            new PrintWriter(closed), new PrintWriter(err), "generate", "torus", "3", "3", "1", "1");
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("standard output was closed");
  }

  /** As beside ibsim, whose port is the default. */
  @Test
  void shouldSayHowToListenElsewhereWhereThePortIsTaken() throws IOException {
    try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Ran ran =
          Ran.of(
              Dateline.PROGRAM,
              "sim",
              "--topology",
              "torus:3x3",
              "--listen",
              "127.0.0.1:" + taken.getLocalPort());
      assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.err()).contains("Address already in use", "; --listen HOST:PORT names");
    }
  }
}
