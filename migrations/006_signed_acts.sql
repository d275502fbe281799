-- Acts are signed, checkpoints are of a log position and name a serving state, and blobs are keyed by hash and encoding.
--
-- A log without signatures cannot be migrated, because nothing in it could be verified.
DO $$
BEGIN
  IF EXISTS (SELECT FROM public.event_log) THEN
    RAISE EXCEPTION 'HOME_TOO_OLD: the event log was begun by a version without signed acts'
      USING HINT = 'Start with a new PRAMAAN_HOME, or give DATABASE_URL an empty database.';
  END IF;
END
$$;

-- The signatures over an act, in its first event; part of what the hash covers.
ALTER TABLE event_log ADD COLUMN act text;
-- The API reads restrictions from the log itself, before a checkpoint covers them.
GRANT SELECT ON event_log TO pramaan_api;

DROP TABLE checkpoints;
-- A note is only trusted for its signature. There may be two notes for one position, so that nobody can block the right one
-- by inserting another first.
CREATE TABLE checkpoints (
  position bigint NOT NULL CHECK (position > 0),
  note_sha256 text NOT NULL,
  tree_size bigint NOT NULL CHECK (tree_size >= 0),
  note text NOT NULL CHECK (octet_length(note) <= 65536),
  -- serving.json: its sha256 stands in the note
  serving text NOT NULL CHECK (octet_length(serving) <= 67108864),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (position, note_sha256),
  CONSTRAINT checkpoints_note_sha256_is_its CHECK (note_sha256 = encode(sha256(convert_to(note, 'UTF8')), 'hex'))
);
CREATE INDEX checkpoints_by_size ON checkpoints (tree_size, position);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE ALL ON checkpoints FROM PUBLIC;
GRANT SELECT, INSERT ON checkpoints TO pramaan_pipeline;
GRANT SELECT ON checkpoints TO pramaan_api;

-- The database cannot check compressed bytes: a row with wrong ones must not block the right ones.
ALTER TABLE source_pages DROP CONSTRAINT source_pages_sha256_fkey;
ALTER TABLE blobs DROP CONSTRAINT blobs_pkey, ADD PRIMARY KEY (sha256, encoding);
-- Replaces the foreign key: a page belongs to a stored document. Blobs are never deleted.
CREATE FUNCTION require_held_source() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.blobs WHERE sha256 = NEW.sha256) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a page of a document that is not held: ' || NEW.sha256;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER held_source BEFORE INSERT ON source_pages FOR EACH ROW EXECUTE FUNCTION require_held_source();

-- Only the signed state says which keys sign; the read model no longer has a table of them.
ALTER FUNCTION create_read_model(text) RENAME TO create_read_model_with_signing_keys;
CREATE FUNCTION create_read_model(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.create_read_model_with_signing_keys(target);
  EXECUTE format('DROP TABLE %I.signing_keys', target);
END
$$;
REVOKE ALL ON FUNCTION create_read_model(text) FROM PUBLIC;
DROP TABLE read.signing_keys;
