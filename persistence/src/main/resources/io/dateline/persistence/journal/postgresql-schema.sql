-- Tables of Akka Persistence JDBC 5, by the names and types the plugin documents, for PostgreSQL.
-- Several nodes may start at the same moment: CREATE ... IF NOT EXISTS still fails when two of them run it at once, so
-- they take turns by an advisory lock, which ends with the transaction that the whole file is one of.
SELECT pg_advisory_xact_lock(7001);

CREATE TABLE IF NOT EXISTS event_journal (
  ordering BIGSERIAL UNIQUE NOT NULL,
  persistence_id VARCHAR(255) NOT NULL,
  sequence_number BIGINT NOT NULL,
  deleted BOOLEAN DEFAULT FALSE NOT NULL,
  writer VARCHAR(255) NOT NULL,
  write_timestamp BIGINT NOT NULL,
  adapter_manifest VARCHAR(255) NOT NULL,
  event_ser_id INTEGER NOT NULL,
  event_ser_manifest VARCHAR(255) NOT NULL,
  event_payload BYTEA NOT NULL,
  meta_ser_id INTEGER,
  meta_ser_manifest VARCHAR(255),
  meta_payload BYTEA,
  PRIMARY KEY (persistence_id, sequence_number)
);

CREATE TABLE IF NOT EXISTS event_tag (
  event_id BIGINT NOT NULL REFERENCES event_journal (ordering) ON DELETE CASCADE,
  tag VARCHAR(255) NOT NULL,
  PRIMARY KEY (event_id, tag)
);

CREATE TABLE IF NOT EXISTS snapshot (
  persistence_id VARCHAR(255) NOT NULL,
  sequence_number BIGINT NOT NULL,
  created BIGINT NOT NULL,
  snapshot_ser_id INTEGER NOT NULL,
  snapshot_ser_manifest VARCHAR(255) NOT NULL,
  snapshot_payload BYTEA NOT NULL,
  meta_ser_id INTEGER,
  meta_ser_manifest VARCHAR(255),
  meta_payload BYTEA,
  PRIMARY KEY (persistence_id, sequence_number)
);

-- Ours: see LeaseTable.
CREATE TABLE IF NOT EXISTS dateline_lease (
  lease_name VARCHAR(255) PRIMARY KEY,
  owner VARCHAR(255) NOT NULL,
  token BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL
);
