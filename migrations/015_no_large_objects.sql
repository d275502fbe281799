-- Postgres lets everybody make large objects and write messages to its log of changes. A login that may write to no table, such
-- as the API's, could fill the disk with them; nothing of ours uses either.

DO $$
BEGIN
  REVOKE EXECUTE ON FUNCTION
    lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea),
    pg_logical_emit_message(boolean, text, text, boolean), pg_logical_emit_message(boolean, text, bytea, boolean)
  FROM PUBLIC;
EXCEPTION
  -- They belong to a superuser. For another owner Postgres warns and goes on, or refuses if it was done already: whoever
  -- administers that Postgres does it (docs/operator.md "Roles in Postgres").
  WHEN insufficient_privilege THEN NULL;
END
$$;
