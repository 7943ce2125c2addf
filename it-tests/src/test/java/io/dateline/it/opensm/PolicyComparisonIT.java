package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.Machine;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.sa.PathRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Paths under partitions with SLs and QoS policies from seeds: what Debian's opensm answers, and
 * what ours does. {@code -Dpolicies.files=} says how many files, {@code -Dpolicies.seed=} which is
 * the first.
 */
@Timeout(600)
class PolicyComparisonIT {
  private static final int FILES = Integer.getInteger("policies.files", 20);
  private static final long FIRST_SEED = Long.getLong("policies.seed", 1);
  private static final int QUESTIONS = 80;

  private static final String TO_ITSELF_WITHOUT_LANE =
      "not compared: paths of a port to itself by SL 11, which has no lane";

  @TempDir Path folder;

  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final Set<String> answers = new HashSet<>();
  private final List<String> differences = new ArrayList<>();
  private Fabric fabric;

  @Test
  void shouldAnswerWhatOpensmAnswers() throws Exception {
    Machine.needs("opensm", "ibsim", "ibsim-run");
    fabric = TopologyReader.read(Path.of(getClass().getResource("/partitions/mixed.ib").toURI()));
    try (SameOptions both = new SameOptions(fabric, Files.createDirectory(folder.resolve("run")))) {
      for (long seed = FIRST_SEED; seed < FIRST_SEED + FILES; seed++) {
        compare(both, seed);
      }
    }
    outcomes.forEach((outcome, count) -> System.out.printf("%5d %s%n", count, outcome));
    System.out.printf("%d answers differ from each other%n", answers.size());
    differences.forEach(System.out::println);
    assertThat(differences).isEmpty();
    assertThat(answers).hasSizeGreaterThan(FILES);
  }

  private void compare(SameOptions both, long seed) throws Exception {
    Path partitions = folder.resolve("partitions" + seed);
    Files.writeString(partitions, RandomPolicyFile.partitions(seed, fabric));
    Path policy = folder.resolve("policy" + seed);
    if (RandomPolicyFile.hasPolicy(seed)) {
      Files.writeString(policy, RandomPolicyFile.policy(seed, fabric));
    }
    String options =
        "qos TRUE\nrouting_engine minhop\nqos_sl2vl 0,1,2,3,4,5,6,7,0,1,2,15,4,5,6,7\n"
            + "partition_config_file %s\n".formatted(partitions)
            + (RandomPolicyFile.hasPolicy(seed) ? "qos_policy_file %s\n".formatted(policy) : "");
    List<PathTerms.Question> questions = questions(seed);
    assertThat(both.take(options)).as("seed %d", seed).isEmpty();
    Map<String, String> ours = PathTerms.ask(both.ours(), questions);
    Map<String, String> theirs =
        both.withOpensm(options, () -> PathTerms.ask(both.theirs(), questions));
    answers.addAll(ours.values());
    int before = differences.size();
    for (PathTerms.Question question : questions) {
      String our = ours.get(question.toString());
      String their = theirs.get(question.toString());
      if (question.from() == question.to() && asksForSlWithoutLane(question)) {
        outcomes.merge(TO_ITSELF_WITHOUT_LANE, 1, Integer::sum);
      } else if (!told(question, our).equals(told(question, their))) {
        differences.add("seed %d, %s: %s, not %s".formatted(seed, question, our, their));
      }
    }
    String kind = RandomPolicyFile.hasPolicy(seed) ? "policy" : "partitions alone";
    outcomes.merge(
        kind + (before == differences.size() ? ", same" : ", different"), 1, Integer::sum);
  }

  private static boolean asksForSlWithoutLane(PathTerms.Question question) {
    return Long.valueOf(11).equals(question.wanted().get(PathRecord.SL));
  }

  /** Without the rates to routers: ibsim tells no extended speed there, and managers differ. */
  private String told(PathTerms.Question question, String answer) {
    return isRouter(question.from()) || isRouter(question.to())
        ? answer.replaceAll("rate [0-9]+", "some rate")
        : answer;
  }

  private boolean isRouter(long guid) {
    return fabric.type(fabric.nodeOf(fabric.endPortByGuid(guid))) == NodeType.ROUTER;
  }

  /** Between adapters and routers, with some of the numbers that rules are about. */
  private List<PathTerms.Question> questions(long seed) {
    SplittableRandom random = new SplittableRandom(31 * seed);
    int[] ends = OpenSmSubnet.adapters(fabric);
    List<PathTerms.Question> questions = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      Map<Field, Long> wanted = new LinkedHashMap<>();
      if (random.nextInt(3) == 0) {
        int key = RandomPolicyFile.KEYS.get(random.nextInt(RandomPolicyFile.KEYS.size()));
        wanted.put(PathRecord.P_KEY, (long) (key | (random.nextBoolean() ? 0x8000 : 0)));
      }
      if (random.nextInt(4) == 0) {
        wanted.put(PathRecord.SL, (long) random.nextInt(16));
      }
      if (random.nextInt(3) == 0) {
        wanted.put(PathRecord.QOS_CLASS, (long) random.nextInt(8));
      }
      if (random.nextInt(3) == 0) {
        int service = random.nextInt(RandomPolicyFile.SERVICES.size());
        wanted.put(PathRecord.SERVICE_ID8_MSB, 0L);
        wanted.put(PathRecord.SERVICE_ID56_LSB, RandomPolicyFile.SERVICES.get(service));
      }
      long from = fabric.portGuid(ends[random.nextInt(ends.length)]);
      long to = fabric.portGuid(ends[random.nextInt(ends.length)]);
      questions.add(new PathTerms.Question(from, to, wanted));
    }
    return questions;
  }
}
