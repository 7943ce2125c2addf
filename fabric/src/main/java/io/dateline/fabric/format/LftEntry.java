package io.dateline.fabric.format;

import io.dateline.fabric.Lid;

/**
 * One entry of a forwarding table as OpenSM and ibroute print it: LID, port number, and behind some
 * words the GUID of the end port that answers to the LID.
 *
 * @param portGuid 0 where the line has none
 */
record LftEntry(int lid, int portNumber, long portGuid) {
  /**
   * Reads an entry's line.
   *
   * @param portMax the largest port number that is taken for one
   */
  static LftEntry parse(LineCursor line, int portMax) throws LineException {
    return parse(line.number("LID", 0, Lid.UNICAST_MAX), line, portMax);
  }

  /** Reads what follows the LID. */
  static LftEntry parse(int lid, LineCursor line, int portMax) throws LineException {
    int portNumber = line.decimal("port number", 0, portMax);
    if (!line.atEnd() && line.peek() != '#' && line.peek() != ':') {
      throw new LineException("'#' or ':' expected behind the port number, found " + line.found());
    }
    long portGuid = line.skipPast("portguid") ? line.hex64("the port GUID") : 0;
    return new LftEntry(lid, portNumber, portGuid);
  }
}
