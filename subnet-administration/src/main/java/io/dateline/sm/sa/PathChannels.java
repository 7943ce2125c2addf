package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.LinkSpeeds;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.subnet.SubnetView;

/**
 * The channels of a subnet as a walk over the forwarding tables needs them: where each leads, and
 * what it lets through. One {@code long} a port, so that a step of a walk touches little memory.
 * Immutable.
 *
 * <pre>
 *   bits  0..31  index of the port the channel arrives at, {@link Fabric#NONE} where there is none
 *   bits 32..39  MTU code (1..5)
 *   bits 40..47  rank of its rate, 0 for the slowest: ranks compare, rate codes do not
 * </pre>
 *
 * <p>A port without a peer has the MTU and rate of the port alone: those of a path to oneself.
 */
final class PathChannels {
  private static final int RANKS = LinkRate.MAX_CODE - LinkRate.MIN_CODE + 1;
  private static final byte[] CODE_BY_RANK = new byte[RANKS];
  private static final byte[] RANK_BY_CODE = new byte[LinkRate.MAX_CODE + 1];

  static {
    int code = LinkRate.MIN_CODE; // the slowest
    for (int rank = 0; rank < RANKS; rank++) {
      CODE_BY_RANK[rank] = (byte) code;
      RANK_BY_CODE[code] = (byte) rank;
      code = LinkRate.next(code);
    }
  }

  private final long[] channels; // by the port they leave from

  private PathChannels(long[] channels) {
    this.channels = channels;
  }

  static PathChannels of(SubnetView view) {
    Fabric fabric = view.fabric();
    byte[][] portInfo = view.attributes().portInfo();
    long[] channels = new long[fabric.portCount()];
    for (int port = 0; port < channels.length; port++) {
      int peer = fabric.peer(port);
      long mtu = mtu(portInfo[port], peer == Fabric.NONE ? null : portInfo[peer]);
      long rank = rank(view, port);
      channels[port] = rank << 40 | mtu << 32 | (peer & 0xFFFF_FFFFL);
    }
    return new PathChannels(channels);
  }

  /** The port a channel arrives at, or {@link Fabric#NONE}. */
  int target(int port) {
    return (int) channels[port];
  }

  /** The MTU code of a channel. */
  int mtu(int port) {
    return (int) (channels[port] >>> 32) & 0xFF;
  }

  /** The rank of a channel's rate. */
  int rateRank(int port) {
    return (int) (channels[port] >>> 40) & 0xFF;
  }

  static int rateCode(int rank) {
    return CODE_BY_RANK[rank];
  }

  static int rateRankOf(int code) {
    return RANK_BY_CODE[code];
  }

  /**
   * What both ends can, and what they were set to: NeighborMTU, where the subnet manager has set
   * it, and both MTUCaps. A link in Init is about to be set to all that both can. NeighborMTU means
   * nothing without a neighbour, on port 0 of a switch above all. A port that was not read may be
   * able to do 256 bytes only.
   */
  private static int mtu(byte[] from, byte[] to) {
    if (from == null) {
      return Mtu.MTU_256;
    }
    int mtu = PortInfo.MTU_CAP.getInt(from, 0);
    if (to != null) {
      if (PortInfo.portState(from) != PortState.INIT) {
        mtu = smaller(mtu, PortInfo.NEIGHBOR_MTU.getInt(from, 0));
      }
      mtu = smaller(mtu, PortInfo.MTU_CAP.getInt(to, 0));
    }
    return Mtu.isValid(mtu) ? mtu : Mtu.MTU_256;
  }

  /** The smaller of two codes, of which one that is no code does not count. */
  private static int smaller(int mtu, int other) {
    if (!Mtu.isValid(mtu)) {
      return other;
    }
    return Mtu.isValid(other) ? Math.min(mtu, other) : mtu;
  }

  private static int rank(SubnetView view, int port) {
    Fabric fabric = view.fabric();
    int node = fabric.nodeOf(port);
    return fabric.isSwitch(node) && fabric.portNumber(port) == 0
        ? rankInside(view, node)
        : rank(fabric.width(port), fabric.speed(port));
  }

  /**
   * Of port 0 of a switch, which has no link: what PortInfo says all the same, or else what the
   * switch's fastest link can do.
   */
  private static int rankInside(SubnetView view, int node) {
    Fabric fabric = view.fabric();
    byte[] info = view.attributes().portInfo()[fabric.port(node, 0)];
    if (info != null) {
      PortInfo port0 = PortInfo.of(info);
      LinkWidth width = LinkSpeeds.width(port0);
      LinkSpeed speed = LinkSpeeds.speed(port0);
      if (width != null && speed != null) {
        return rank(width, speed);
      }
    }
    int fastest = 0;
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      fastest = Math.max(fastest, rank(fabric.width(port), fabric.speed(port)));
    }
    return fastest;
  }

  private static int rank(LinkWidth width, LinkSpeed speed) {
    return width == null || speed == null ? 0 : RANK_BY_CODE[LinkRate.of(width, speed)];
  }
}
