-- Snapshots of a state's releases after some events of its stream, so that a command need not read all of them. Stored by the
-- signer after its checks. They have no authority: decisions based on them are repeated by the signer, and `log verify`
-- compares them with the log. A snapshot is only valid if its last event is in the log.

CREATE TABLE state_snapshots (
  stream text PRIMARY KEY CHECK (stream <> ''),
  version int NOT NULL CHECK (version > 0),
  -- of the event with this version
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

CREATE TABLE revision_snapshots (
  stream text NOT NULL REFERENCES state_snapshots ON DELETE CASCADE,
  ref text NOT NULL,
  release_id text NOT NULL,
  serves boolean NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (stream, ref)
);
CREATE INDEX revision_snapshots_by_release ON revision_snapshots (stream, release_id);
CREATE INDEX revision_snapshots_serving ON revision_snapshots (stream) WHERE serves;

REVOKE ALL ON state_snapshots, revision_snapshots FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON state_snapshots, revision_snapshots TO pramaan_pipeline;
