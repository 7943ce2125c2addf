package io.dateline.it.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.RmppOutcome;
import io.dateline.mad.sa.RmppReceiver;
import io.dateline.mad.sa.RmppSettings;
import io.dateline.mad.sa.RmppStep;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A host that reads the table of all nodes, in many segments, and acknowledges as it likes. */
final class TableReader implements AutoCloseable {
  /** How a host acknowledges. */
  enum Manner {
    PROMPT,
    /** Each time after a while. */
    SLOW,
    /** Once, and then no more. */
    FALLS_SILENT
  }

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);
  private static final int STRIDE = (NodeRecord.BYTES + 7) / 8 * 8; // records begin at 8 bytes
  private static final int WINDOW = 8; // small, so that there is much to acknowledge

  private final MadTransport transport;
  private final Manner manner;
  private final RmppReceiver receiver =
      new RmppReceiver(new RmppSettings(WINDOW, WINDOW, 5, 1 << 22));
  private final CompletableFuture<Integer> records = new CompletableFuture<>();
  private int acknowledged;

  /** One that has not asked yet. */
  TableReader(MadTransport transport, Manner manner) {
    this.transport = transport;
    this.manner = manner;
    transport.start(this::receive);
  }

  Manner manner() {
    return manner;
  }

  /** Asks the manager at a LID; the answer is how many records there were. */
  CompletableFuture<Integer> read(int masterLid) {
    Mad question =
        Sa.request(Mad.GET_TABLE, AttributeId.NODE_RECORD, 0, 0, 0, new byte[NodeRecord.BYTES])
            .transactionId(transport.port().portGuid());
    transport.send(new MadPacket(question, 1, masterLid, 1, 0));
    return records;
  }

  private synchronized void receive(MadPacket packet) {
    if (packet.mad().managementClass() != Mad.CLASS_SUBN_ADM) {
      return;
    }
    RmppStep step = receiver.onMad(packet.mad());
    if (step.outcome() instanceof RmppOutcome.Received received) {
      records.complete(received.data().length / STRIDE);
    } else if (step.outcome() instanceof RmppOutcome.Failed failed) {
      records.completeExceptionally(new IllegalStateException(failed.toString()));
    }
    for (Mad mad : step.send()) {
      acknowledge(packet.reply(mad));
    }
  }

  private void acknowledge(MadPacket packet) {
    switch (manner) {
      case PROMPT -> transport.send(packet);
      case SLOW -> LATER.execute(() -> transport.send(packet));
      case FALLS_SILENT -> {
        if (acknowledged++ == 0) {
          transport.send(packet);
        }
      }
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
