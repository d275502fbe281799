-- The event log and its two roles.
--
-- Roles belong to the whole Postgres cluster, but the migration lock belongs to one database, so several databases may run
-- this at once: each step checks first, and retries if another database was faster.

DO $$
DECLARE
  wanted record;
  setting record;
  attempt int := 0;
BEGIN
  LOOP
    BEGIN
      FOR wanted IN SELECT unnest(ARRAY['pramaan_pipeline', 'pramaan_api']) AS role LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted.role) THEN
          -- No login of its own: a deployment grants the role to its own logins, or has one derived (roles.ts).
          EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', wanted.role);
        END IF;
      END LOOP;
      FOR setting IN
        SELECT * FROM (VALUES
          ('pramaan_pipeline', 'lock_timeout', '15s'),
          ('pramaan_pipeline', 'statement_timeout', '2min'),
          ('pramaan_pipeline', 'idle_in_transaction_session_timeout', '30s'),
          ('pramaan_api', 'lock_timeout', '2s'),
          ('pramaan_api', 'statement_timeout', '10s'),
          ('pramaan_api', 'idle_in_transaction_session_timeout', '10s'),
          ('pramaan_api', 'default_transaction_read_only', 'on')
        ) AS settings (role, name, value)
      LOOP
        IF NOT EXISTS (
          SELECT FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole
          WHERE setdatabase = 0 AND rolname = setting.role AND setting.name || '=' || setting.value = ANY (setconfig)
        ) THEN
          EXECUTE format('ALTER ROLE %I SET %s = %L', setting.role, setting.name, setting.value);
        END IF;
      END LOOP;
      EXIT;
    EXCEPTION
      -- XX000 is what Postgres calls "tuple concurrently updated".
      WHEN duplicate_object OR unique_violation OR internal_error THEN
        attempt := attempt + 1;
        IF attempt >= 50 THEN RAISE; END IF;
    END;
  END LOOP;
END
$$;

CREATE TABLE event_log (
  position bigint PRIMARY KEY CHECK (position > 0),
  stream text NOT NULL CHECK (stream <> ''),
  version int NOT NULL CHECK (version > 0),
  event_id uuid NOT NULL UNIQUE,
  command_id text UNIQUE,
  type text NOT NULL CHECK (type <> ''),
  schema_version int NOT NULL CHECK (schema_version > 0),
  -- text, not jsonb: jsonb reorders keys and rewrites numbers, and the hash covers exactly these bytes
  payload text NOT NULL,
  actor text NOT NULL CHECK (actor <> ''),
  recorded_at timestamptz(3) NOT NULL,
  -- UNIQUE prevents forks: no event can have two successors
  prev_hash bytea NOT NULL UNIQUE CHECK (octet_length(prev_hash) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  UNIQUE (stream, version)
);
COMMENT ON TABLE event_log IS 'Append-only, hash-chained. Written only by pipeline/event-log.';

-- Locking this one row serialises appends: positions are assigned in the order of commit, without gaps.
CREATE TABLE event_log_head (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  position bigint NOT NULL CHECK (position >= 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
INSERT INTO event_log_head (position, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION refuse_step_back() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.position <= OLD.position THEN
    RAISE EXCEPTION 'event_log_head only moves forward: % to % refused', OLD.position, NEW.position
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_head BEFORE DELETE OR TRUNCATE ON event_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forward_only BEFORE UPDATE ON event_log_head
  FOR EACH ROW EXECUTE FUNCTION refuse_step_back();

REVOKE ALL ON event_log, event_log_head FROM PUBLIC;
GRANT SELECT, INSERT ON event_log TO pramaan_pipeline;
GRANT SELECT, UPDATE (position, hash) ON event_log_head TO pramaan_pipeline;

-- Only the owner may create objects here, including temporary ones. Database-wide, hence not part of a template.
DO $$
BEGIN
  EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END
$$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO pramaan_pipeline, pramaan_api;
