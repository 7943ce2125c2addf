package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sim.Simulator;
import io.dateline.sm.registration.AliasBook;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;

/**
 * A host that joins and leaves groups, has the port of a switch join and leave others, registers
 * and withdraws services, subscribes and ends that, asks for alias GUIDs and gives them back, at
 * random. It knows what it was granted.
 */
final class RandomHost implements AutoCloseable {
  private static final int GROUPS = 12; // all hosts have the same ones
  private static final int PROXIED = 3;
  private static final int SERVICES = 5;
  private static final int GUIDS = 12; // of its port, in two blocks, its own included
  private static final int TRIES = 100;
  private static final long FOR_EVER = 0xFFFF_FFFFL;

  private final Registrant host;
  private final Gid ward;
  private final int number;
  private final Random random;

  // What stands, of the thread whose turn it is.
  private final BitSet groups = new BitSet();
  private final BitSet proxied = new BitSet();
  private final BitSet services = new BitSet();
  private boolean isSubscribed;
  private final long[] aliases = new long[GUIDS]; // 0 where it has none
  private final List<Long> chosen = new ArrayList<>(); // for it, ever

  /**
   * A host that has asked for nothing.
   *
   * @param ward the port that it speaks for
   * @param number of its own; service IDs begin with it
   */
  RandomHost(Simulator simulator, int port, Gid ward, int number, long seed) {
    host = new Registrant(simulator, port);
    this.ward = ward;
    this.number = number;
    random = new Random(seed);
  }

  private static Gid group(int group) {
    return new Gid(0xFF15_0000_0000_0000L, 0x10_0000L + group);
  }

  private Gid proxiedGroup(int group) {
    return new Gid(0xFF15_0000_0000_0000L, 0x30_0000L + number * 0x100L + group);
  }

  private long service(int service) {
    return number * 0x100L + service;
  }

  /** Asks for one thing, and waits until it is granted. */
  void act() throws Exception {
    int kind = random.nextInt(10);
    if (kind < 5) {
      int group = random.nextInt(GROUPS);
      if (groups.get(group)) {
        end(() -> host.leave(group(group)));
      } else {
        grant(() -> host.join(group(group)));
      }
      groups.flip(group);
    } else if (kind < 7) {
      int group = random.nextInt(PROXIED);
      if (proxied.get(group)) {
        end(() -> host.leave(proxiedGroup(group), ward));
      } else {
        grant(() -> host.join(proxiedGroup(group), ward));
      }
      proxied.flip(group);
    } else if (kind < 9) {
      int service = random.nextInt(SERVICES);
      if (services.get(service)) {
        end(() -> host.withdraw(service(service)));
      } else {
        grant(() -> host.register(service(service), FOR_EVER));
      }
      services.flip(service);
    } else if (kind < 9) {
      alias(random.nextInt(1, GUIDS));
    } else {
      if (isSubscribed) {
        end(host::unsubscribe);
      } else {
        grant(host::subscribe);
      }
      isSubscribed = !isSubscribed;
    }
  }

  private void alias(int index) throws Exception {
    if (aliases[index] != 0) {
      end(() -> host.alias(Mad.DELETE, index).status());
      aliases[index] = 0;
      return;
    }
    Mad[] answer = new Mad[1];
    grant(
        () -> {
          answer[0] = host.alias(Mad.SET, index);
          return answer[0].status();
        });
    aliases[index] =
        GuidInfoRecord.of(Sa.data(answer[0])).guidInfo().guidBlock(index % AliasBook.BLOCK);
    chosen.add(aliases[index]);
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
    for (int group = 0; group < PROXIED; group++) {
      int status = host.membershipStatus(proxiedGroup(group), ward);
      compare(wrong, "member by proxy of group " + group, proxied.get(group), status == 0);
    }
    for (int service = 0; service < SERVICES; service++) {
      long lease = host.leaseLeft(service(service));
      compare(wrong, "service " + service, services.get(service), lease == FOR_EVER);
    }
    for (int index = 1; index < GUIDS; index++) {
      long told = host.guidAt(index);
      if (told != aliases[index]) {
        wrong.add(
            "host %d, GUID %d: granted %x, told %x".formatted(number, index, aliases[index], told));
      }
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

  /** Alias GUIDs that it has. */
  int aliases() {
    return (int) LongStream.of(aliases).filter(guid -> guid != 0).count();
  }

  /** Whether its port shows the same GUIDs, the own one first. */
  boolean isHeld(long[] guids) {
    return Arrays.equals(guids, 1, GUIDS, aliases, 1, GUIDS);
  }

  /** Alias GUIDs that were chosen for it, those included that it has given back. */
  List<Long> chosen() {
    return chosen;
  }

  int memberships() {
    return groups.cardinality() + proxied.cardinality();
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
