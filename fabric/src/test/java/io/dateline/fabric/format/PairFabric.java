package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Two switches and two hosts, one of them with two ports, and what OpenSM dumped about them. */
final class PairFabric {
  private PairFabric() {}

  static Fabric fabric() {
    try {
      return TopologyReader.read("pair.ib", new StringReader(text("pair.ib")));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** A file of this package's test resources. */
  static String text(String name) {
    try (InputStream in = PairFabric.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
