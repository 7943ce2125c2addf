package io.dateline.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.codec.KryoEventSerializer;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.TermKeys;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The terms that a journal tells of: whose key is it that a port holds, or was written with? */
public final class JournaledTerms {
  /** Of no term. */
  public static final int NONE = 0;

  private static final String BLOCK = "dateline.persistence.";

  private final List<TermKeys> terms; // the first one first

  public JournaledTerms(List<TermKeys> terms) {
    this.terms = List.copyOf(terms);
  }

  /** Reads them, beside the nodes, by the settings that tell a node where the journal is. */
  public static JournaledTerms read(Map<String, String> settings) {
    String backend = settings.getOrDefault(BLOCK + "backend", "h2");
    return read(
        settings.get(BLOCK + backend + ".url"),
        settings.getOrDefault(BLOCK + backend + ".user", "dateline"),
        settings.getOrDefault(BLOCK + backend + ".password", ""));
  }

  static JournaledTerms read(String url, String user, String password) {
    List<TermKeys> terms = new ArrayList<>();
    KryoEventSerializer serializer = new KryoEventSerializer();
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT \"event_payload\", \"event_ser_manifest\" FROM \"event_journal\""
                    + " WHERE \"event_ser_manifest\" LIKE 'TermStarted:%'"
                    + " ORDER BY \"sequence_number\"")) {
      while (rows.next()) {
        terms.add(
            ((TermStarted) serializer.fromBinary(rows.getBytes(1), rows.getString(2))).keys());
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("the journal cannot be read", e);
    }
    return new JournaledTerms(terms);
  }

  /** The keys of all terms, the first one first. */
  public List<TermKeys> all() {
    return terms;
  }

  /** The keys of the last term. */
  public TermKeys last() {
    return terms.getLast();
  }

  /** The term whose key this is of a port, from 1 on, or {@link #NONE}. */
  public int of(long portGuid, long mKey) {
    for (int term = terms.size(); term > 0; term--) {
      if (terms.get(term - 1).of(portGuid) == mKey) {
        return term;
      }
    }
    return NONE;
  }

  /**
   * The terms of the keys that ports hold.
   *
   * @param held key by port GUID
   */
  public Set<Integer> of(Map<Long, Long> held) {
    Set<Integer> found = new TreeSet<>();
    held.forEach((guid, key) -> found.add(of(guid, key)));
    return found;
  }

  /**
   * Each term was written with from one port alone.
   *
   * @param senders of terms that were seen before; those that are new are added
   */
  public void checkWriters(List<WriterWatch.Writing> writings, Map<Integer, Integer> senders) {
    for (WriterWatch.Writing writing : writings) {
      int term = of(writing.portGuid(), writing.mKey());
      assertThat(term).as("term that was written to %s with", writing.port()).isNotEqualTo(NONE);
      assertThat(senders.merge(term, writing.sender(), (before, now) -> before))
          .as("port that wrote to %s in term %d", writing.port(), term)
          .isEqualTo(writing.sender());
    }
  }

  /** As the other, where nothing was seen before. */
  void checkWriters(List<WriterWatch.Writing> writings) {
    checkWriters(writings, new HashMap<>());
  }

  /** Every port has a key of its own, and another one than before. */
  public static void assertOthers(Map<Long, Long> before, Map<Long, Long> now) {
    assertThat(now.values()).doesNotContain(0L).doesNotHaveDuplicates();
    assertThat(now.keySet()).isEqualTo(before.keySet());
    now.forEach((guid, key) -> assertThat(key).as("0x%016x", guid).isNotEqualTo(before.get(guid)));
  }
}
