package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.BroadcastGroup;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.mad.transport.MadPacket;
import io.dateline.persistence.archive.Archive;
import io.dateline.persistence.archive.ArchivedEvent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Old events go to files, and nobody misses them. */
@Timeout(180)
class RetentionIT {
  private static final String MANAGER = "subnet|";
  private static final int CHANGES = 450; // two snapshots of 200 events each, and some more

  @TempDir private Path folder;

  private EmbeddedNode start(SimulatedSubnet subnet, Map<String, ?> more) throws Exception {
    Fabric fabric = subnet.fabric();
    int port = fabric.port(fabric.nodeCount() - 1, 1);
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("dateline.quota.joins-per-second", 0);
    settings.put("dateline.persistence.retention.days", 30);
    settings.put("dateline.persistence.retention.interval", "500ms");
    settings.put("dateline.persistence.retention.folder", folder.resolve("archive").toString());
    return EmbeddedNode.start(folder, subnet.simulator().attach(port), settings);
  }

  private static String answerTo(EmbeddedNode node, String path) throws Exception {
    URI address = URI.create("http://127.0.0.1:%d/%s".formatted(node.httpPort(), path));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void shouldGoOnWithoutTheEventsThatAreArchived() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      EmbeddedNode first = start(subnet, Map.of());
      long events;
      int lids;
      try (EmbeddedNode node = first) {
        node.awaitQuiet();
        long guid =
            subnet.lids().entrySet().stream()
                .filter(entry -> entry.getValue() == 4)
                .findFirst()
                .orElseThrow()
                .getKey();
        for (int i = 0; i <= CHANGES; i++) {
          MadPacket asked = new MadPacket(BroadcastGroup.change(i % 2 == 0, guid, i), 1, 4, 1, 0);
          assertThat(node.port().ask(asked, 20_000).status()).isZero();
        }
        events = node.journaledEvents(MANAGER);
        lids = node.get("history/state?at=" + events).path("lids").size();
        node.executeInJournal("UPDATE \"event_journal\" SET \"write_timestamp\" = 1000");
        JsonNode journal =
            node.awaitStatus(status -> status.path("journal").path("archiveFiles").asInt() > 0)
                .path("journal");
        System.out.printf("%d events of the manager; %s%n", events, journal);
        assertThat(journal.hasNonNull("trouble")).isFalse();
        long begin = events - node.journaledEvents(MANAGER) + 1;
        assertThat(begin).as("the older of two snapshots").isEqualTo(200);
        JsonNode page = node.get("history");
        assertThat(page.path("events").path(0).path("number").asLong()).isEqualTo(begin);
        assertThat(page.path("events").path(0).path("term").asLong()).isEqualTo(1);
        assertThat(answerTo(node, "history/state?at=199"))
            .contains("event 199 is archived, as all before event 200 are");
        assertThat(node.get("history/state?at=" + events).path("lids")).hasSize(lids);
      }
      List<Long> archived = new ArrayList<>();
      new Archive(folder.resolve("archive"))
          .read(id -> id.startsWith(MANAGER), (ArchivedEvent it) -> archived.add(it.sequence()));
      assertThat(archived).hasSize(199).startsWith(1L, 2L).endsWith(199L);

      try (EmbeddedNode next = start(subnet, first.sameJournal())) {
        JsonNode status =
            next.awaitStatus(
                now ->
                    now.path("subnetUp").asBoolean()
                        && now.path("replica").path("state").asText().equals("following"));
        assertThat(status.path("term").asLong()).isEqualTo(2);
        assertThat(status.path("multicastMembers").asInt()).isEqualTo(1);
        assertThat(next.get("history/state?at=" + events).path("lids")).hasSize(lids);
      }
    }
  }
}
