-- The read model is updated in batches of events: verdicts and leaves, nine of ten events, with one statement each for a
-- whole batch, and without scanning whole tables. The result is the same as event by event.

-- Releases leave service by name, and a seal finds its release by log position.
CREATE OR REPLACE FUNCTION create_read_model(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.create_read_model_written_by_pipeline(target);
  PERFORM public.give_to_projector(target);
  EXECUTE format('CREATE INDEX serving_by_release ON %I.serving (release_id, revision)', target);
  EXECUTE format('CREATE INDEX releases_by_seal ON %I.releases (sealed_position)', target);
END
$$;
CREATE INDEX serving_by_release ON read.serving (release_id, revision);
CREATE INDEX releases_by_seal ON read.releases (sealed_position);

-- Event by event: an event that our code cannot have appended does not stop the others. It is skipped, listed, and reported
-- by `log verify`.
CREATE FUNCTION project_one_by_one(target text, after bigint, upto bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e public.event_log;
BEGIN
  FOR e IN SELECT * FROM public.event_log WHERE position > after AND position <= upto ORDER BY position LOOP
    BEGIN
      PERFORM public.project_event(target, e);
    EXCEPTION
      WHEN data_exception OR integrity_constraint_violation THEN
        INSERT INTO passed_over (position, reason) VALUES (e.position, SQLERRM);
    END;
  END LOOP;
END
$$;

-- The same for a whole batch. Verdicts have a table that nothing else writes, so their order relative to other events does not
-- matter. Throws without changes if an event does not fit.
CREATE FUNCTION project_at_once(target text, after bigint, upto bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e public.event_log;
BEGIN
  INSERT INTO gate_results (release_id, revision, run_id, gate, passed, checked, findings, recorded_at)
  SELECT p.release_id, p.revision, p.run_id, p.gate, p.passed, p.checked, p.findings::text, verdict.recorded_at
  FROM public.event_log AS verdict, json_to_record(verdict.payload::json) AS p (
    release_id text, revision int, run_id text, gate text, passed boolean, checked int, findings json)
  WHERE verdict.position > after AND verdict.position <= upto AND verdict.type = 'GateChecked';
  FOR e IN
    SELECT * FROM public.event_log WHERE position > after AND position <= upto AND type <> 'GateChecked' ORDER BY position
  LOOP
    PERFORM public.project_event(target, e);
  END LOOP;
END
$$;

-- The leaves of a batch in the transparency log, in canonical form (docs/verify/README.md section 6): payload and act were
-- written canonically, and the signer refuses events for which that is not true. Only a cache: the signer makes entries from
-- the log.
CREATE FUNCTION project_leaves(after bigint, upto bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log_leaves (leaf_index, entry, leaf_hash, event_position)
  SELECT (SELECT coalesce(max(leaf_index), -1) FROM log_leaves) + row_number() OVER (ORDER BY e.position),
    leaf, sha256('\x00'::bytea || leaf), e.position
  FROM public.event_log AS e, LATERAL (SELECT convert_to(
      '{"act":' || coalesce(e.act, 'null')
      || ',"actor":' || to_json(e.actor)
      || ',"command_id":' || coalesce(to_json(e.command_id)::text, 'null')
      || ',"entry_version":2,"event_hash":"' || encode(e.hash, 'hex')
      || '","event_position":' || e.position
      || ',"payload":' || e.payload
      || ',"recorded_at":"' || to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","stream":' || to_json(e.stream)
      || ',"type":"' || e.type || '","version":' || e.version || '}',
      'UTF8') AS leaf OFFSET 0) AS made
  WHERE e.position > after AND e.position <= upto AND e.type IN (
    'SigningKeyAdded', 'PersonEnrolled', 'PersonRevoked', 'SourceAttested', 'ReleaseSealed', 'ReleaseReviewed',
    'ReleaseApproved', 'ReleasePromoted', 'ReleaseSuperseded', 'ReleaseWithdrawn', 'ComponentHeld', 'ComponentFreed',
    'ComponentChecked', 'CheckLapsed'
  );
  -- A seal that was passed over has a leaf too, and no release that says so.
  UPDATE releases SET leaf_index = log_leaves.leaf_index
  FROM public.event_log AS e JOIN log_leaves ON event_position = e.position
  WHERE e.position > after AND e.position <= upto AND e.type = 'ReleaseSealed' AND releases.sealed_position = e.position;
END
$$;

-- Projects at most this many events into a schema and moves its checkpoint. Returns the number of events.
CREATE OR REPLACE FUNCTION project_into(target text, most int) RETURNS int LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  at bigint;
  upto bigint;
  found int;
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
  SELECT count(*), max(position) INTO found, upto
  FROM (SELECT position FROM public.event_log WHERE position > at ORDER BY position LIMIT most) AS next;
  IF found = 0 THEN RETURN 0; END IF;
  BEGIN
    PERFORM public.project_at_once(target, at, upto);
  EXCEPTION
    WHEN data_exception OR integrity_constraint_violation THEN
      PERFORM public.project_one_by_one(target, at, upto);
  END;
  PERFORM public.project_leaves(at, upto);
  UPDATE projection_checkpoint SET position = upto;
  RETURN found;
END
$$;
DROP FUNCTION project_leaf(event_log);

DO $$
DECLARE
  ours text;
BEGIN
  -- As in migration 010: to be given a function, a role has to be one that may make such.
  GRANT CREATE ON SCHEMA public TO pramaan_projector;
  FOREACH ours IN ARRAY ARRAY['project_one_by_one(text, bigint, bigint)', 'project_at_once(text, bigint, bigint)',
    'project_leaves(bigint, bigint)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', ours);
    EXECUTE format('ALTER FUNCTION %s OWNER TO pramaan_projector', ours);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM pramaan_projector;
END
$$;
