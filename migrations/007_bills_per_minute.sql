-- Batches of calculations have a separate limit, in bills a minute. Keys issued earlier get the default.

ALTER FUNCTION create_read_model(text) RENAME TO create_read_model_without_bills;

CREATE FUNCTION create_read_model(target text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $model$
BEGIN
  PERFORM public.create_read_model_without_bills(target);
  EXECUTE format(
    'ALTER TABLE %I.api_keys ADD COLUMN bills_per_minute int NOT NULL DEFAULT 1000 CHECK (bills_per_minute > 0)',
    target
  );
END
$model$;

REVOKE ALL ON FUNCTION create_read_model(text), create_read_model_without_bills(text) FROM PUBLIC;

ALTER TABLE read.api_keys ADD COLUMN bills_per_minute int NOT NULL DEFAULT 1000 CHECK (bills_per_minute > 0);
