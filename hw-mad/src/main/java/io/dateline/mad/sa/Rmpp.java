package io.dateline.mad.sa;

/** Codes of the reliable multi-packet protocol (IBA Vol 1, 13.6.2). */
public final class Rmpp {
  public static final int VERSION = 1;

  public static final int TYPE_DATA = 1;
  public static final int TYPE_ACK = 2;
  public static final int TYPE_STOP = 3;
  public static final int TYPE_ABORT = 4;

  /** Flags: the RMPP header counts; first segment; last segment. */
  public static final int ACTIVE = 1;

  public static final int FIRST = 2;
  public static final int LAST = 4;

  public static final int STATUS_NORMAL = 0;
  public static final int STATUS_RESOURCES_EXHAUSTED = 1;

  /** Status values of ABORT begin here, those of STOP end before. */
  public static final int STATUS_TOTAL_TIME_TOO_LONG = 118;

  public static final int STATUS_INCONSISTENT_LENGTH = 119;
  public static final int STATUS_INCONSISTENT_FIRST = 120;
  public static final int STATUS_BAD_TYPE = 121;
  public static final int STATUS_WINDOW_TOO_SMALL = 122;
  public static final int STATUS_SEGMENT_TOO_BIG = 123;
  public static final int STATUS_ILLEGAL_STATUS = 124;
  public static final int STATUS_UNSUPPORTED_VERSION = 125;
  public static final int STATUS_TOO_MANY_RETRIES = 126;
  public static final int STATUS_UNSPECIFIED = 127;

  /** RRespTime where none is stated. */
  public static final int RESP_TIME_NONE = 31;

  /** Records in one segment. */
  public static final int SEGMENT_DATA_BYTES = 200;

  /** What a full segment counts for in PayloadLength: its data and the SA header before it. */
  public static final int SEGMENT_PAYLOAD_BYTES = 220;

  /** The SA header that every segment repeats. */
  public static final int SA_HEADER_BYTES = 20;

  private Rmpp() {}
}
