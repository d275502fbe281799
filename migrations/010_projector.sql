-- Only one role writes the read model, and nobody can log in as it. Its functions derive rows only from the event log, so
-- their callers decide when, but never what (docs/adr/0020-the-database-derives-its-own-tables.md).

DO $$
DECLARE
  attempt int := 0;
BEGIN
  LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pramaan_projector') THEN
        CREATE ROLE pramaan_projector NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
      END IF;
      -- An owner who is no superuser has to be a member, to hand functions over to the role.
      IF NOT pg_has_role(current_user, 'pramaan_projector', 'SET') THEN
        EXECUTE format('GRANT pramaan_projector TO %I WITH INHERIT TRUE, SET TRUE', current_user);
      END IF;
      EXIT;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'the owner % of this database may not use the role pramaan_projector, which exists already', current_user
          USING HINT = format('As a superuser run: GRANT pramaan_projector TO %I WITH INHERIT TRUE, SET TRUE', current_user);
      -- Other databases of the cluster may do the same now, as in migration 001.
      WHEN duplicate_object OR unique_violation OR internal_error THEN
        attempt := attempt + 1;
        IF attempt >= 50 THEN RAISE; END IF;
    END;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO pramaan_projector;
GRANT SELECT ON event_log TO pramaan_projector;

ALTER FUNCTION create_read_model(text) RENAME TO create_read_model_written_by_pipeline;

-- The pipeline's former grants now belong to the projector, and events that no table accepts are listed.
CREATE FUNCTION give_to_projector(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format($ddl$
    CREATE TABLE %1$I.passed_over (position bigint PRIMARY KEY, reason text NOT NULL);
    REVOKE ALL ON ALL TABLES IN SCHEMA %1$I FROM pramaan_pipeline;
    GRANT USAGE ON SCHEMA %1$I TO pramaan_projector;
    GRANT SELECT ON ALL TABLES IN SCHEMA %1$I TO pramaan_pipeline, pramaan_api;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %1$I TO pramaan_projector;
    REVOKE INSERT, DELETE ON %1$I.projection_checkpoint FROM pramaan_projector;
  $ddl$, target);
END
$$;

CREATE FUNCTION create_read_model(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.create_read_model_written_by_pipeline(target);
  PERFORM public.give_to_projector(target);
END
$$;

DROP SCHEMA IF EXISTS read_next CASCADE;
DROP SCHEMA IF EXISTS read_old CASCADE;
SELECT give_to_projector('read');

-- Projects one event into the tables of the schema in the search path. Throws if they do not accept it.
CREATE FUNCTION project_event(target text, e event_log) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- json, not jsonb: parts of it are stored as they were written
  p json := e.payload;
  id text := p ->> 'release_id';
  rev int := p ->> 'revision';
BEGIN
  CASE e.type
    WHEN 'SourceRegistered' THEN
      INSERT INTO sources (sha256, media_type, size_bytes, page_count, text_sha256, file_name, registered_at, identity)
      VALUES (p ->> 'sha256', p ->> 'media_type', (p ->> 'size_bytes')::bigint, 0, '', p ->> 'file_name', e.recorded_at,
        nullif((p -> 'identity')::text, 'null'));
    WHEN 'SourceTextExtracted' THEN
      -- A source is listed once its text has been extracted.
      UPDATE sources SET page_count = (p ->> 'page_count')::int, text_sha256 = p ->> 'text_sha256'
      WHERE sha256 = p ->> 'sha256';
    WHEN 'CandidateOpened' THEN
      INSERT INTO releases
        (release_id, revision, state_code, status, tier, opened_by, opened_at, definition, updated_at)
      VALUES (id, rev, p ->> 'state_code', 'candidate', p ->> 'tier', e.actor, e.recorded_at,
        format('{"definition_sha256":%s,"effective_from":%s,"effective_to":%s,"record_sha256":%s}',
          p -> 'definition_sha256', p -> 'effective_from', p -> 'effective_to', p -> 'record_sha256'),
        e.recorded_at);
    WHEN 'GateRunStarted' THEN
      UPDATE releases SET status = 'gating', run_id = p ->> 'run_id', updated_at = e.recorded_at
      WHERE release_id = id AND revision = rev;
    WHEN 'GateChecked' THEN
      INSERT INTO gate_results (release_id, revision, run_id, gate, passed, checked, findings, recorded_at)
      VALUES (id, rev, p ->> 'run_id', p ->> 'gate', (p ->> 'passed')::boolean, (p ->> 'checked')::int,
        (p -> 'findings')::text, e.recorded_at);
    WHEN 'ReleaseSealed' THEN
      UPDATE releases SET status = 'sealed', release_sha256 = p ->> 'release_sha256',
        envelope_sha256 = p ->> 'envelope_sha256', sealed_position = e.position, updated_at = e.recorded_at
      WHERE release_id = id AND revision = rev;
    WHEN 'ReleaseRejected' THEN
      UPDATE releases SET status = 'rejected', rejected_findings = (p -> 'findings')::text, updated_at = e.recorded_at
      WHERE release_id = id AND revision = rev;
    WHEN 'ReleaseApproved' THEN
      -- One that is repeated, after a key was compromised, leaves a release where it is.
      UPDATE releases SET approved_by = e.actor, updated_at = e.recorded_at,
        status = CASE status WHEN 'sealed' THEN 'approved' ELSE status END
      WHERE release_id = id AND revision = rev;
    WHEN 'ReleasePromoted' THEN
      UPDATE releases SET status = 'released', scope = p ->> 'scope', stage = p ->> 'stage', updated_at = e.recorded_at
      WHERE release_id = id AND revision = rev;
      DELETE FROM serving WHERE release_id = id AND revision = rev;
      INSERT INTO serving
        (scope, effective_from, effective_to, release_id, revision, release_sha256, stage, log_position, since)
      VALUES (p ->> 'scope', (p ->> 'effective_from')::date, (p ->> 'effective_to')::date, id, rev,
        p ->> 'release_sha256', p ->> 'stage', e.position, e.recorded_at);
    WHEN 'ReleaseSuperseded' THEN
      UPDATE releases SET status = 'superseded', stage = NULL, updated_at = e.recorded_at
      WHERE release_id = id AND revision = rev;
      DELETE FROM serving WHERE release_id = id AND revision = rev;
    WHEN 'ReleaseWithdrawn' THEN
      UPDATE releases SET status = 'withdrawn', stage = NULL, reason = p ->> 'reason', updated_at = e.recorded_at
      WHERE release_id = id AND revision = rev;
      DELETE FROM serving WHERE release_id = id AND revision = rev;
    WHEN 'ComponentHeld' THEN
      INSERT INTO holds (release_id, revision, component, reason, since)
      VALUES (id, rev, p ->> 'component', p ->> 'reason', e.recorded_at);
    WHEN 'ComponentFreed' THEN
      DELETE FROM holds WHERE release_id = id AND revision = rev AND component = p ->> 'component';
    WHEN 'KeyIssued' THEN
      -- Only the SHA-256 of a key is ever stored (spec: Authentication rule 5). Keys issued before batches have the ordinary limit.
      INSERT INTO api_keys (key_id, name, key_sha256, scopes, states, origins, per_minute, burst, evidence_floor,
        expires_at, created_at, request_ref, bills_per_minute)
      VALUES (p ->> 'key_id', p ->> 'name', p ->> 'key_sha256', ARRAY(SELECT json_array_elements_text(p -> 'scopes')),
        ARRAY(SELECT json_array_elements_text(p -> 'states')), ARRAY(SELECT json_array_elements_text(p -> 'origins')),
        (p ->> 'per_minute')::int, (p ->> 'burst')::int, p ->> 'evidence_floor', (p ->> 'expires_at')::timestamptz,
        e.recorded_at, p ->> 'request_ref', coalesce((p ->> 'bills_per_minute')::int, 1000));
    WHEN 'KeyRotated' THEN
      UPDATE api_keys SET valid_until = (p ->> 'valid_until')::timestamptz WHERE key_id = p ->> 'key_id';
    WHEN 'KeyRevoked' THEN
      UPDATE api_keys SET revoked_at = e.recorded_at WHERE key_id = p ->> 'key_id' AND revoked_at IS NULL;
    ELSE
      RETURN;
  END CASE;
  -- Wake-ups only (pipeline/projections/channels.ts), and of what readers see.
  IF target <> 'read' THEN RETURN; END IF;
  IF e.type IN ('KeyIssued', 'KeyRotated', 'KeyRevoked') THEN
    PERFORM pg_notify('pramaan_keys', p ->> 'key_id');
  ELSIF e.type IN ('ReleasePromoted', 'ReleaseSuperseded', 'ReleaseWithdrawn', 'ComponentHeld', 'ComponentFreed') THEN
    PERFORM pg_notify('pramaan_serving', '');
  END IF;
END
$$;

-- An event's leaf in the transparency log, in canonical form (docs/verify/README.md section 6): payload and act were written
-- canonically, and the signer refuses events for which that is not true. Only a cache: the signer makes entries from the log.
CREATE FUNCTION project_leaf(e event_log) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  leaf bytea := convert_to(
    '{"act":' || coalesce(e.act, 'null')
    || ',"actor":' || to_json(e.actor)
    || ',"command_id":' || coalesce(to_json(e.command_id)::text, 'null')
    || ',"entry_version":2,"event_hash":"' || encode(e.hash, 'hex')
    || '","event_position":' || e.position
    || ',"payload":' || e.payload
    || ',"recorded_at":"' || to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","stream":' || to_json(e.stream)
    || ',"type":"' || e.type || '","version":' || e.version || '}',
    'UTF8');
BEGIN
  INSERT INTO log_leaves (leaf_index, entry, leaf_hash, event_position)
  SELECT coalesce(max(leaf_index) + 1, 0), leaf, sha256('\x00'::bytea || leaf), e.position FROM log_leaves;
END
$$;

-- Projects at most this many events into a schema and moves its checkpoint. Returns the number of events.
CREATE FUNCTION project_into(target text, most int) RETURNS int LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  at bigint;
  e public.event_log;
  done int := 0;
BEGIN
  PERFORM set_config('search_path', format('pg_catalog, %I, pg_temp', target), true);
  -- One at a time, from before the tables are looked up: who waited for a rebuild must find those that were swapped in. A table
  -- that this transaction has not locked yet has the session hear of the swap; a plan that it kept would wait for tables of
  -- before, which the next rebuild drops.
  IF target = 'read' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('pramaan read model', 0));
    PERFORM FROM public.event_log LIMIT 1;
  END IF;
  SELECT position INTO at FROM projection_checkpoint FOR UPDATE;
  IF at IS NULL THEN
    RAISE EXCEPTION '%.projection_checkpoint has lost its row: run `log rebuild`', target;
  END IF;
  FOR e IN SELECT * FROM public.event_log WHERE position > at ORDER BY position LIMIT most LOOP
    -- One that no code of ours appended stops nobody: it is passed over, listed, and named by `log verify`.
    BEGIN
      PERFORM public.project_event(target, e);
    EXCEPTION
      WHEN data_exception OR integrity_constraint_violation THEN
        INSERT INTO passed_over (position, reason) VALUES (e.position, SQLERRM);
    END;
    IF e.type IN (
      'SigningKeyAdded', 'PersonEnrolled', 'PersonRevoked', 'SourceAttested', 'ReleaseSealed', 'ReleaseReviewed',
      'ReleaseApproved', 'ReleasePromoted', 'ReleaseSuperseded', 'ReleaseWithdrawn', 'ComponentHeld', 'ComponentFreed',
      'ComponentChecked', 'CheckLapsed'
    ) THEN
      PERFORM public.project_leaf(e);
    END IF;
    IF e.type = 'ReleaseSealed' THEN
      UPDATE releases SET leaf_index = (SELECT max(leaf_index) FROM log_leaves) WHERE sealed_position = e.position;
    END IF;
    done := done + 1;
  END LOOP;
  IF done > 0 THEN
    UPDATE projection_checkpoint SET position = e.position;
  END IF;
  RETURN done;
END
$$;

-- Updates the read model by at most this many events. Returns the number of events.
CREATE FUNCTION project_read_model(most int) RETURNS int LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT public.project_into('read', most)
$$;

-- Rebuilds the read model next to the live one, and swaps it in. Readers see the old one until the swap; concurrent appends
-- wait at most while the last events are projected. Returns its position.
CREATE FUNCTION rebuild_read_model() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.read_model_build();
  WHILE public.project_into('read_next', 1000) > 0 LOOP END LOOP;
  -- From here on nobody gets ahead any more: what came meanwhile is caught up with, then swapped.
  PERFORM pg_advisory_xact_lock(hashtextextended('pramaan read model', 0));
  WHILE public.project_into('read_next', 1000) > 0 LOOP END LOOP;
  RETURN public.read_model_swap();
END
$$;

-- The first skipped event or, if there is none, the first difference between the read model and a rebuilt one; no row: none.
-- The caller must roll back.
CREATE FUNCTION compare_read_model() RETURNS TABLE (found_in text, found_row text, reason text) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  compared text;
BEGIN
  PERFORM public.read_model_build();
  WHILE public.project_into('read_next', 1000) > 0 LOOP END LOOP;
  -- The first of these locks everybody else out, until this ends: both are brought to the same event.
  WHILE public.project_into('read', 1000) > 0 LOOP END LOOP;
  WHILE public.project_into('read_next', 1000) > 0 LOOP END LOOP;
  RETURN QUERY SELECT 'read.passed_over', over.position::text, 'fits_no_table'
    FROM read_next.passed_over AS over ORDER BY over.position LIMIT 1;
  IF FOUND THEN RETURN; END IF;
  FOR compared IN
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'read_next' AND relkind = 'r' ORDER BY relname
  LOOP
    RETURN QUERY EXECUTE format(
      $q$(SELECT 'read.' || %1$L, each::text, 'not_in_the_log' FROM read.%1$I AS each
          EXCEPT ALL SELECT 'read.' || %1$L, each::text, 'not_in_the_log' FROM read_next.%1$I AS each LIMIT 1)
         UNION ALL
         (SELECT 'read.' || %1$L, each::text, 'missing' FROM read_next.%1$I AS each
          EXCEPT ALL SELECT 'read.' || %1$L, each::text, 'missing' FROM read.%1$I AS each LIMIT 1)
         LIMIT 1$q$, compared);
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;

DO $$
DECLARE
  ours text;
BEGIN
  -- To be given a function, a role has to be one that may make such.
  GRANT CREATE ON SCHEMA public TO pramaan_projector;
  FOREACH ours IN ARRAY ARRAY['project_event(text, event_log)', 'project_leaf(event_log)', 'project_into(text, int)',
    'project_read_model(int)', 'rebuild_read_model()', 'compare_read_model()'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', ours);
    EXECUTE format('ALTER FUNCTION %s OWNER TO pramaan_projector', ours);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM pramaan_projector;
END
$$;
REVOKE ALL ON FUNCTION create_read_model(text), give_to_projector(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION read_model_build(), read_model_swap() FROM pramaan_pipeline;
GRANT EXECUTE ON FUNCTION read_model_build(), read_model_swap() TO pramaan_projector;
GRANT EXECUTE ON FUNCTION project_read_model(int), rebuild_read_model(), compare_read_model() TO pramaan_pipeline;
