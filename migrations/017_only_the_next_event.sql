-- The log takes only the event that is next, and its head moves only with it. The pipeline's login could insert an event and leave
-- the head where it was, move the head alone, or begin a stream at its last version: nothing could be appended after that, not
-- even a hold or a withdrawal. An event of a gigabyte does not fit into functions that derive tables from it, which then stopped too.

CREATE FUNCTION follow_head() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  head public.event_log_head;
  fault bigint;
BEGIN
  SELECT * INTO STRICT head FROM public.event_log_head FOR UPDATE;
  SELECT min(position) INTO fault
  FROM (
    SELECT position, stream, version, prev_hash, recorded_at,
      octet_length(payload) + octet_length(actor) + octet_length(type) + coalesce(octet_length(act), 0) AS size,
      head.position + row_number() OVER (ORDER BY position) AS next,
      lag(hash, 1, head.hash) OVER (ORDER BY position) AS hash_before
    FROM added
  ) AS given
  WHERE position <> next OR prev_hash <> hash_before OR NOT isfinite(recorded_at) OR size > 67108864
    OR version > 1 AND NOT EXISTS (
      SELECT FROM public.event_log AS earlier
      WHERE earlier.stream = given.stream AND earlier.version = given.version - 1 AND earlier.position < given.position);
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION 'event % does not follow event %, the head of the log, or has more than 64 MiB', fault, head.position
      USING ERRCODE = 'restrict_violation';
  END IF;
  UPDATE public.event_log_head SET (position, hash) = (SELECT position, hash FROM added ORDER BY added.position DESC LIMIT 1)
  WHERE EXISTS (SELECT FROM added);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_head() FROM PUBLIC;

CREATE TRIGGER only_next AFTER INSERT ON event_log REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_head();

-- What is left is the right to lock the row: it takes one to change some column, and this one can have only one value.
REVOKE UPDATE (position, hash) ON event_log_head FROM pramaan_pipeline;
GRANT UPDATE (singleton) ON event_log_head TO pramaan_pipeline;
