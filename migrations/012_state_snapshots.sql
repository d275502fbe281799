-- How the releases of a state stood after so many events of its stream, so that a command need not go through all of them. Kept by
-- whoever signs, from what was checked; no authority over anything: what is decided on it is decided again by the signer, and
-- `log verify` holds it against the log. A snapshot counts only while the event that it ends with is in the log.

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
