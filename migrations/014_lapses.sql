-- A check that nobody repeated in time holds a component like a person does: what lists holds (`release show`, the desk) lists it.

CREATE FUNCTION create_lapses(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format($ddl$
    CREATE TABLE %1$I.lapses (
      release_id text NOT NULL,
      revision int NOT NULL,
      component text NOT NULL,
      check_by text NOT NULL,
      PRIMARY KEY (release_id, revision, component)
    );
    GRANT SELECT ON %1$I.lapses TO pramaan_pipeline, pramaan_api;
    GRANT SELECT, INSERT, UPDATE, DELETE ON %1$I.lapses TO pramaan_projector;
  $ddl$, target);
END
$$;
REVOKE ALL ON FUNCTION create_lapses(text) FROM PUBLIC;

ALTER FUNCTION create_read_model(text) RENAME TO create_read_model_without_lapses;
CREATE FUNCTION create_read_model(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.create_read_model_without_lapses(target);
  PERFORM public.create_lapses(target);
END
$$;
REVOKE ALL ON FUNCTION create_read_model(text), create_read_model_without_lapses(text) FROM PUBLIC;

-- Projects a lapse, or what ends one, into the schema in the search path: a new check, or a person who holds or frees the component.
CREATE FUNCTION project_lapse(kind text, payload text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  p json := payload;
BEGIN
  IF kind = 'CheckLapsed' THEN
    INSERT INTO lapses (release_id, revision, component, check_by)
    VALUES (p ->> 'release_id', (p ->> 'revision')::int, p ->> 'component', p ->> 'check_by');
  ELSIF kind IN ('ComponentChecked', 'ComponentHeld', 'ComponentFreed') THEN
    DELETE FROM lapses
    WHERE release_id = p ->> 'release_id' AND revision = (p ->> 'revision')::int AND component = p ->> 'component';
  END IF;
END
$$;

ALTER FUNCTION project_event(text, event_log) RENAME TO project_event_without_lapses;
CREATE FUNCTION project_event(target text, e event_log) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.project_event_without_lapses(target, e);
  PERFORM public.project_lapse(e.type, e.payload);
END
$$;

-- Backfills from events that were already projected, as migration 013 does.
SELECT create_lapses('read');
DO $$
DECLARE
  path_before text := current_setting('search_path');
  e public.event_log;
BEGIN
  PERFORM set_config('search_path', 'pg_catalog, read, pg_temp', true);
  FOR e IN
    SELECT * FROM public.event_log
    WHERE type IN ('CheckLapsed', 'ComponentChecked', 'ComponentHeld', 'ComponentFreed')
      AND position <= (SELECT position FROM projection_checkpoint)
      AND position NOT IN (SELECT position FROM passed_over)
    ORDER BY position
  LOOP
    BEGIN
      PERFORM public.project_lapse(e.type, e.payload);
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
  FOREACH ours IN ARRAY ARRAY['project_event(text, event_log)', 'project_lapse(text, text)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', ours);
    EXECUTE format('ALTER FUNCTION %s OWNER TO pramaan_projector', ours);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM pramaan_projector;
END
$$;
