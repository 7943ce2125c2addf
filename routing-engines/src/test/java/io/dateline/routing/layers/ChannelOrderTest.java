package io.dateline.routing.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.Turns;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** {@link GreedyOrder} and {@link Sifting}, with turns that weigh anything. */
class ChannelOrderTest {
  private static final int ENOUGH = 1000; // rounds, for orders to become as good as they get

  private static final String[] FABRICS = {"jellyfish:12,4,1,3", "torus:3x3", "ftree:3,3:1,3"};

  private final Turns[] all =
      Arrays.stream(FABRICS)
          .map(spec -> new Turns(new Channels(TopologySpec.parse(spec).generate())))
          .toArray(Turns[]::new);

  @Property(tries = 300)
  void greedyShouldPlaceEveryChannelOnce(@ForAll long seed) {
    Random random = new Random(seed);
    Turns turns = anyTurns(random);

    int[] order = GreedyOrder.of(turns, weights(turns, random));

    assertThat(sorted(order)).isEqualTo(IntStream.range(0, turns.channelCount).toArray());
  }

  @Property(tries = 300)
  void greedyShouldFindAnOrderWithNothingBackwardsWhereThereIsOne(@ForAll long seed) {
    Random random = new Random(seed);
    Turns turns = anyTurns(random);
    int[] hidden = anyOrder(turns, random);
    long[] weights = weights(turns, random);
    for (int turn : turnsBackwards(turns, hidden)) {
      weights[turn] = 0;
    }

    int[] order = GreedyOrder.of(turns, weights);

    assertThat(backward(turns, order, weights)).isZero();
  }

  /** What the paper promises of weights that are all alike: less than half leads backwards. */
  @Property(tries = 300)
  void greedyShouldHaveLessThanHalfLeadBackwards(@ForAll long seed) {
    Random random = new Random(seed);
    Turns turns = anyTurns(random);
    long[] weights = weights(turns, random);
    for (int turn = 0; turn < weights.length; turn++) {
      weights[turn] = Math.min(1, weights[turn]);
    }

    int[] order = GreedyOrder.of(turns, weights);

    assertThat(backward(turns, order, weights) * 2)
        .isLessThanOrEqualTo(Arrays.stream(weights).sum());
  }

  @Property(tries = 300)
  void siftingShouldLeaveNoChannelThatWouldBeBetterElsewhere(@ForAll long seed) {
    Random random = new Random(seed);
    Turns turns = anyTurns(random);
    long[] weights = weights(turns, random);
    int[] order = anyOrder(turns, random);

    new Sifting(turns).better(order, weights, ENOUGH);

    assertThat(sorted(order)).isEqualTo(IntStream.range(0, turns.channelCount).toArray());
    long least = backward(turns, order, weights);
    for (int channel = 0; channel < turns.channelCount; channel++) {
      for (int to = 0; to < turns.channelCount; to++) {
        assertThat(backward(turns, moved(order, channel, to), weights))
            .isGreaterThanOrEqualTo(least);
      }
    }
  }

  @Property(tries = 300)
  void siftingShouldNotMakeItWorse(@ForAll long seed) {
    Random random = new Random(seed);
    Turns turns = anyTurns(random);
    long[] weights = weights(turns, random);
    int[] order = anyOrder(turns, random);
    Sifting sifting = new Sifting(turns);

    long before = backward(turns, order, weights);
    while (true) {
      sifting.better(order, weights, 1);
      long after = backward(turns, order, weights);
      assertThat(after).isLessThanOrEqualTo(before);
      if (after == before) {
        break;
      }
      before = after;
    }
  }

  private Turns anyTurns(Random random) {
    return all[random.nextInt(all.length)];
  }

  /** Some weigh nothing, most little, some much; a turn back never weighs. */
  private static long[] weights(Turns turns, Random random) {
    long[] weights = new long[turns.count()];
    for (int channel = 0; channel < turns.channelCount; channel++) {
      int node = turns.head[channel];
      for (int after = turns.firstOf[node]; after < turns.firstOf[node + 1]; after++) {
        if (after != turns.reverse[channel]) {
          weights[turns.of(channel, after)] =
              switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextInt(1 << 30);
                default -> random.nextInt(5);
              };
        }
      }
    }
    return weights;
  }

  private static int[] anyOrder(Turns turns, Random random) {
    int[] order = IntStream.range(0, turns.channelCount).toArray();
    for (int last = order.length - 1; last > 0; last--) {
      int other = random.nextInt(last + 1);
      int position = order[last];
      order[last] = order[other];
      order[other] = position;
    }
    return order;
  }

  private static int[] turnsBackwards(Turns turns, int[] order) {
    boolean[] isBackward = new boolean[turns.count()];
    turns.findBackward(order, isBackward);
    return IntStream.range(0, isBackward.length).filter(turn -> isBackward[turn]).toArray();
  }

  private static long backward(Turns turns, int[] order, long[] weights) {
    return Arrays.stream(turnsBackwards(turns, order)).mapToLong(turn -> weights[turn]).sum();
  }

  private static int[] moved(int[] order, int channel, int to) {
    int from = order[channel];
    int[] moved = order.clone();
    for (int other = 0; other < moved.length; other++) {
      if (from < to && moved[other] > from && moved[other] <= to) {
        moved[other]--;
      } else if (to < from && moved[other] >= to && moved[other] < from) {
        moved[other]++;
      }
    }
    moved[channel] = to;
    return moved;
  }

  private static int[] sorted(int[] order) {
    int[] sorted = order.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
