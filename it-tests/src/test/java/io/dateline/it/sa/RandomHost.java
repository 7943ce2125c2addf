package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sim.Simulator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * A host that joins and leaves groups, registers and withdraws services, subscribes and ends that,
 * at random. It knows what it was granted.
 */
final class RandomHost implements AutoCloseable {
  private static final int GROUPS = 12; // all hosts have the same ones
  private static final int SERVICES = 5;
  private static final int TRIES = 100;
  private static final long FOR_EVER = 0xFFFF_FFFFL;

  private final Registrant host;
  private final int number;
  private final Random random;

  // What stands, of the thread whose turn it is.
  private final BitSet groups = new BitSet();
  private final BitSet services = new BitSet();
  private boolean isSubscribed;

  /**
   * A host that has asked for nothing.
   *
   * @param number of its own; service IDs begin with it
   */
  RandomHost(Simulator simulator, int port, int number, long seed) {
    host = new Registrant(simulator, port);
    this.number = number;
    random = new Random(seed);
  }

  private static Gid group(int group) {
    return new Gid(0xFF15_0000_0000_0000L, 0x10_0000L + group);
  }

  private long service(int service) {
    return number * 0x100L + service;
  }

  /** Asks for one thing, and waits until it is granted. */
  void act() throws Exception {
    int kind = random.nextInt(8);
    if (kind < 5) {
      int group = random.nextInt(GROUPS);
      if (groups.get(group)) {
        end(() -> host.leave(group(group)));
      } else {
        grant(() -> host.join(group(group)));
      }
      groups.flip(group);
    } else if (kind < 7) {
      int service = random.nextInt(SERVICES);
      if (services.get(service)) {
        end(() -> host.withdraw(service(service)));
      } else {
        grant(() -> host.register(service(service), FOR_EVER));
      }
      services.flip(service);
    } else {
      if (isSubscribed) {
        end(host::unsubscribe);
      } else {
        grant(host::subscribe);
      }
      isSubscribed = !isSubscribed;
    }
  }

  private static void grant(Callable<Integer> question) throws Exception {
    assertThat(ask(question)).as("status of what was asked for").isZero();
  }

  /** Its answer may be lost with the master that carried it out: then there is nothing to end. */
  private static void end(Callable<Integer> question) throws Exception {
    assertThat(ask(question))
        .as("status of what was ended")
        .isIn(0, SaStatus.NO_RECORDS, SaStatus.REQ_INVALID);
  }

  private static int ask(Callable<Integer> question) throws Exception {
    int status = question.call();
    for (int tries = 1; status == Mad.STATUS_BUSY && tries < TRIES; tries++) {
      status = question.call();
    }
    return status;
  }

  /** What subnet administration says of it that is not what it was granted. */
  List<String> wrong() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      int status = host.membershipStatus(group(group));
      compare(wrong, "member of group " + group, groups.get(group), status == 0);
    }
    for (int service = 0; service < SERVICES; service++) {
      long lease = host.leaseLeft(service(service));
      compare(wrong, "service " + service, services.get(service), lease == FOR_EVER);
    }
    compare(wrong, "subscription", isSubscribed, host.subscriptionStatus() == 0);
    return wrong;
  }

  private void compare(List<String> wrong, String what, boolean granted, boolean told) {
    if (granted != told) {
      wrong.add("host %d, %s: granted %s, told %s".formatted(number, what, granted, told));
    }
  }

  Registrant host() {
    return host;
  }

  int memberships() {
    return groups.cardinality();
  }

  int services() {
    return services.cardinality();
  }

  boolean isSubscribed() {
    return isSubscribed;
  }

  @Override
  public void close() {
    host.close();
  }
}
