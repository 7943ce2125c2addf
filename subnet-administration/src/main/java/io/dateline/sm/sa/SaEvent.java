package io.dateline.sm.sa;

/** What subnet administration counts. */
public enum SaEvent {
  /** Requests answered with status 0. */
  ANSWERED,
  /** Requests answered with a status that says no. */
  REFUSED,
  /** Requests answered BUSY because too much is under way. */
  BUSY,
  /** Packets dropped because they made no sense: wrong class or version, responses, bad RMPP. */
  MALFORMED,
  /** Packets dropped because too many were waiting already. */
  OVERRUN,
  /** Requests dropped because of their SM_Key. */
  WRONG_SM_KEY,
  /** Requests dropped because no port has the LID they came from. */
  UNKNOWN_REQUESTER,
  /** Requests dropped because the GID they came with is not of the port of their LID. */
  FORGED_SOURCE,
  /** Requests dropped because the enhanced trust model wants the SM_Key for them. */
  UNTRUSTED,
  /** Requests dropped because there was no view of the subnet yet. */
  BEFORE_VIEW,
  /** Requests that repeat one whose answer is under way. */
  REPEATED,
  /** RMPP packets of no transfer under way, such as the ACK of one that was given up. */
  STRAY_RMPP,
  /** Answers of several MADs begun. */
  TRANSFER_STARTED,
  /** Answers of several MADs acknowledged to the end. */
  TRANSFER_COMPLETED,
  /** Answers of several MADs that the requester ended, or stopped to acknowledge. */
  TRANSFER_FAILED,
  /** Queries that ended in an exception, which is a defect and is logged. */
  QUERY_FAILED,
  /** Reports of notices sent to a subscriber, further tries not counted. */
  REPORT_SENT,
  /** Reports that the subscriber answered. */
  REPORT_ANSWERED,
  /** Reports that were never answered. */
  REPORT_LOST,
  /** Reports not sent, because too many waited for the subscriber or it was gone. */
  REPORT_DROPPED
}
