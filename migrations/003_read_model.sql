-- The read model: everything in it is derived from the event log and can be rebuilt.
--
-- A projector opens its transaction with  SELECT position FROM read.projection_checkpoint FOR UPDATE  and moves the
-- checkpoint with  UPDATE … SET position = <new> WHERE position = <the one it read>  in the same transaction. That is
-- what keeps it apart from a swap. A rebuild calls read_model_build(), replays into read_next.*, then calls
-- read_model_swap(); in one transaction or in several.

CREATE FUNCTION create_read_model(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $model$
BEGIN
  EXECUTE format('CREATE SCHEMA %I', target);

  EXECUTE format($ddl$
    CREATE TABLE %1$I.projection_checkpoint (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      position bigint NOT NULL CHECK (position >= 0)
    );
    INSERT INTO %1$I.projection_checkpoint (position) VALUES (0);

    CREATE TABLE %1$I.releases (
      release_id text NOT NULL,
      revision int NOT NULL CHECK (revision > 0),
      state_code text NOT NULL,
      scope text,
      status text NOT NULL,
      stage text,
      tier text NOT NULL,
      release_sha256 text,
      opened_by text NOT NULL,
      opened_at timestamptz NOT NULL,
      definition text NOT NULL,
      run_id text,
      sealed_position bigint,
      leaf_index bigint,
      envelope_sha256 text,
      approved_by text,
      rejected_findings text,
      reason text,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (release_id, revision)
    );
    CREATE INDEX releases_by_sha256 ON %1$I.releases (release_sha256);

    CREATE TABLE %1$I.gate_results (
      release_id text NOT NULL,
      revision int NOT NULL,
      run_id text NOT NULL,
      gate text NOT NULL,
      passed boolean NOT NULL,
      checked int NOT NULL,
      findings text NOT NULL,
      recorded_at timestamptz NOT NULL,
      PRIMARY KEY (release_id, revision, run_id, gate)
    );

    CREATE TABLE %1$I.serving (
      scope text NOT NULL,
      effective_from date NOT NULL,
      effective_to date NOT NULL,
      release_id text NOT NULL,
      revision int NOT NULL,
      release_sha256 text NOT NULL,
      stage text NOT NULL,
      log_position bigint NOT NULL,
      since timestamptz NOT NULL,
      PRIMARY KEY (scope, effective_from),
      CHECK (effective_from <= effective_to)
    );

    CREATE TABLE %1$I.holds (
      release_id text NOT NULL,
      revision int NOT NULL,
      component text NOT NULL,
      reason text NOT NULL,
      since timestamptz NOT NULL,
      PRIMARY KEY (release_id, revision, component)
    );

    CREATE TABLE %1$I.sources (
      sha256 text PRIMARY KEY,
      media_type text NOT NULL,
      size_bytes bigint NOT NULL,
      page_count int NOT NULL,
      text_sha256 text NOT NULL,
      file_name text NOT NULL,
      registered_at timestamptz NOT NULL,
      identity text
    );
  $ddl$, target);

  EXECUTE format($ddl$
    CREATE TABLE %1$I.api_keys (
      key_id text PRIMARY KEY,
      name text NOT NULL,
      key_sha256 text NOT NULL UNIQUE,
      scopes text[] NOT NULL,
      states text[] NOT NULL,
      origins text[] NOT NULL,
      per_minute int NOT NULL CHECK (per_minute > 0),
      burst int NOT NULL CHECK (burst > 0),
      evidence_floor text NOT NULL,
      expires_at timestamptz,
      revoked_at timestamptz,
      valid_until timestamptz,
      created_at timestamptz NOT NULL,
      request_ref text
    );

    CREATE TABLE %1$I.log_leaves (
      leaf_index bigint PRIMARY KEY CHECK (leaf_index >= 0),
      entry bytea NOT NULL,
      leaf_hash bytea NOT NULL CHECK (octet_length(leaf_hash) = 32),
      event_position bigint NOT NULL UNIQUE
    );

    CREATE TABLE %1$I.signing_keys (
      key_id text PRIMARY KEY,
      public_key text NOT NULL,
      from_index bigint NOT NULL,
      to_index bigint
    );

    GRANT USAGE ON SCHEMA %1$I TO pramaan_pipeline, pramaan_api;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %1$I TO pramaan_pipeline;
    GRANT SELECT ON ALL TABLES IN SCHEMA %1$I TO pramaan_api;
    REVOKE INSERT, DELETE ON %1$I.projection_checkpoint FROM pramaan_pipeline;
  $ddl$, target);
END
$model$;

-- Starts a rebuild: an empty model next to the live one. A second rebuild waits for the first one's transaction.
-- Tables replaced by the last swap are dropped here and not there, so that no reader loses a table it is reading.
CREATE FUNCTION read_model_build() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pramaan.read_model', 0));
  DROP SCHEMA IF EXISTS read_next CASCADE;
  DROP SCHEMA IF EXISTS read_old CASCADE;
  PERFORM public.create_read_model('read_next');
  RETURN 'read_next';
END
$$;

-- Ends a rebuild: the new model becomes the live one, atomically. Refused while it is behind.
CREATE FUNCTION read_model_swap() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  live bigint;
  built bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pramaan.read_model', 0));
  IF to_regclass('read_next.projection_checkpoint') IS NULL THEN
    RAISE EXCEPTION 'there is no rebuilt read model to swap in: call read_model_build() and replay first'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  -- Locked before the rename: a projector in the middle of a batch finishes it first.
  SELECT position INTO live FROM read.projection_checkpoint FOR UPDATE;
  SELECT position INTO built FROM read_next.projection_checkpoint FOR UPDATE;
  IF built < live THEN
    RAISE EXCEPTION 'the rebuilt read model stands at % and the live one at %: replay the rest first', built, live
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  ALTER SCHEMA read RENAME TO read_old;
  ALTER SCHEMA read_next RENAME TO read;
  RETURN built;
END
$$;

REVOKE ALL ON FUNCTION create_read_model(text), read_model_build(), read_model_swap() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_model_build(), read_model_swap() TO pramaan_pipeline;

SELECT create_read_model('read');
