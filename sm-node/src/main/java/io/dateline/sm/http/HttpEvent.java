package io.dateline.sm.http;

/** Requests that the HTTP server refuses. */
enum HttpEvent {
  /** It came without a token, where one is needed. */
  NO_TOKEN,
  /** Its token is not in the file. */
  UNKNOWN_TOKEN,
  /** Its token has another role. */
  OTHER_ROLE,
  /** No token could be checked, for the file of tokens is missing or wrong. */
  UNUSABLE_TOKENS,
  /** It was sent to a name that is not this node's: a page of another site may have done that. */
  OTHER_HOST,
  /** A page of another site sent it. */
  OTHER_ORIGIN,
  /** An order whose body is not JSON. */
  NO_JSON,
  /** It was cut, too large, too slow, or no HTTP. */
  BROKEN,
  /** The node could not answer because of a defect, which is in the log. */
  FAILED
}
