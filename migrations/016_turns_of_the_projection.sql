-- Nobody else stops the projection. Any login may take any advisory lock and keep it: one that may only read, such as the API's,
-- could hold up every append. The lock of a table can only be taken by who has a right to the table. And an event that is too
-- large or too deep for a table is passed over like every other one that does not fit.

-- Without columns: only their locks are used.
CREATE TABLE projection_turn ();
CREATE TABLE rebuild_turn ();
REVOKE ALL ON projection_turn, rebuild_turn FROM PUBLIC;

-- Waits until nobody else projects into the live read model; until the end of the transaction. A transaction that is REPEATABLE READ
-- sees the log as it was at its first statement, and not the tables of a rebuild since: its own rebuild would replace them by older
-- ones, in which a revoked key is valid.
CREATE FUNCTION take_projection_turn() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
    RAISE EXCEPTION 'the read model is derived only in transactions that are READ COMMITTED'
      USING ERRCODE = 'invalid_transaction_state';
  END IF;
  LOCK TABLE public.projection_turn IN EXCLUSIVE MODE;
END
$$;
REVOKE ALL ON FUNCTION take_projection_turn() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_projection_turn() TO pramaan_projector;

-- As in migration 003, with that lock.
CREATE OR REPLACE FUNCTION read_model_build() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.rebuild_turn IN EXCLUSIVE MODE;
  DROP SCHEMA IF EXISTS read_next CASCADE;
  DROP SCHEMA IF EXISTS read_old CASCADE;
  PERFORM public.create_read_model('read_next');
  RETURN 'read_next';
END
$$;

CREATE OR REPLACE FUNCTION read_model_swap() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  live bigint;
  built bigint;
BEGIN
  LOCK TABLE public.rebuild_turn IN EXCLUSIVE MODE;
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

-- As in migration 010, with that lock.
CREATE OR REPLACE FUNCTION rebuild_read_model() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.read_model_build();
  WHILE public.project_into('read_next', 1000) > 0 LOOP END LOOP;
  -- From here on nobody gets ahead any more: what came meanwhile is caught up with, then swapped.
  PERFORM public.take_projection_turn();
  WHILE public.project_into('read_next', 1000) > 0 LOOP END LOOP;
  RETURN public.read_model_swap();
END
$$;

-- As in migration 011, with that lock, and with program_limit_exceeded: no room in an index, or nested too deeply to be read.
CREATE OR REPLACE FUNCTION project_one_by_one(target text, after bigint, upto bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e public.event_log;
BEGIN
  FOR e IN SELECT * FROM public.event_log WHERE position > after AND position <= upto ORDER BY position LOOP
    BEGIN
      PERFORM public.project_event(target, e);
    EXCEPTION
      WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
        INSERT INTO passed_over (position, reason) VALUES (e.position, SQLERRM);
    END;
  END LOOP;
END
$$;

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
    PERFORM public.take_projection_turn();
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
    WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
      PERFORM public.project_one_by_one(target, at, upto);
  END;
  PERFORM public.project_leaves(at, upto);
  UPDATE projection_checkpoint SET position = upto;
  RETURN found;
END
$$;
