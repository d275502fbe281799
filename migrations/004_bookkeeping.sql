-- Data that is neither the log nor derived from it: published checkpoints, the relay's position in the log, heartbeats.

CREATE TABLE checkpoints (
  tree_size bigint PRIMARY KEY CHECK (tree_size >= 0),
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE relay_checkpoint (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  position bigint NOT NULL CHECK (position >= 0)
);
INSERT INTO relay_checkpoint (position) VALUES (0);

CREATE TABLE worker_heartbeats (
  worker_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

REVOKE ALL ON checkpoints, relay_checkpoint, worker_heartbeats FROM PUBLIC;
GRANT SELECT, INSERT ON checkpoints TO pramaan_pipeline;
GRANT SELECT ON checkpoints TO pramaan_api;
GRANT SELECT, UPDATE (position) ON relay_checkpoint TO pramaan_pipeline;
GRANT SELECT, INSERT, UPDATE, DELETE ON worker_heartbeats TO pramaan_pipeline;
