-- The read model is never derived from an older view of the log. A transaction that is REPEATABLE READ sees the log as it was at its
-- first statement, and not the tables of a rebuild since: its own rebuild replaced them by older ones, in which a revoked key was valid.

CREATE OR REPLACE FUNCTION take_projection_turn() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
    RAISE EXCEPTION 'the read model is derived only in transactions that are READ COMMITTED'
      USING ERRCODE = 'invalid_transaction_state';
  END IF;
  LOCK TABLE public.projection_turn IN EXCLUSIVE MODE;
END
$$;
