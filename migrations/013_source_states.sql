-- A separate table of the states whose releases cite a source: `source list` and `source show` no longer read every release
-- that was ever opened.

CREATE FUNCTION create_source_states(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format($ddl$
    CREATE TABLE %1$I.source_states (sha256 text, state_code text, PRIMARY KEY (sha256, state_code));
    GRANT SELECT ON %1$I.source_states TO pramaan_pipeline, pramaan_api;
    GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I.source_states TO pramaan_projector;
  $ddl$, target);
END
$$;
REVOKE ALL ON FUNCTION create_source_states(text) FROM PUBLIC;

ALTER FUNCTION create_read_model(text) RENAME TO create_read_model_without_source_states;
CREATE FUNCTION create_read_model(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.create_read_model_without_source_states(target);
  PERFORM public.create_source_states(target);
END
$$;
REVOKE ALL ON FUNCTION create_read_model(text), create_read_model_without_source_states(text) FROM PUBLIC;

-- Projects an opening into the schema in the search path.
CREATE FUNCTION project_citations(opening text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO source_states (sha256, state_code)
  SELECT DISTINCT cited.sha256, p.state_code
  FROM json_to_record(opening::json) AS p (state_code text, sources json), json_to_recordset(p.sources) AS cited (sha256 text)
  WHERE cited.sha256 IS NOT NULL
  ON CONFLICT DO NOTHING;
END
$$;

ALTER FUNCTION project_event(text, event_log) RENAME TO project_event_without_citations;
CREATE FUNCTION project_event(target text, e event_log) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.project_event_without_citations(target, e);
  IF e.type = 'CandidateOpened' THEN PERFORM public.project_citations(e.payload); END IF;
END
$$;

-- Backfills from events that were already projected. Openings that the other tables did not accept are left out; one that only
-- this table does not accept is skipped, and `log verify` reports it.
SELECT create_source_states('read');
DO $$
DECLARE
  path_before text := current_setting('search_path');
  opening text;
BEGIN
  PERFORM set_config('search_path', 'pg_catalog, read, pg_temp', true);
  FOR opening IN
    SELECT payload FROM public.event_log
    WHERE type = 'CandidateOpened' AND position <= (SELECT position FROM projection_checkpoint)
      AND position NOT IN (SELECT position FROM passed_over)
  LOOP
    BEGIN
      PERFORM public.project_citations(opening);
    EXCEPTION
      WHEN data_exception OR integrity_constraint_violation THEN CONTINUE;
    END;
  END LOOP;
  PERFORM set_config('search_path', path_before, true);
END
$$;

DO $$
DECLARE
  ours text;
BEGIN
  -- As in migration 010: to be given a function, a role has to be one that may make such.
  GRANT CREATE ON SCHEMA public TO pramaan_projector;
  FOREACH ours IN ARRAY ARRAY['project_event(text, event_log)', 'project_citations(text)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', ours);
    EXECUTE format('ALTER FUNCTION %s OWNER TO pramaan_projector', ours);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM pramaan_projector;
END
$$;
