-- When the log was last found intact, signed by its key every minute: one row, overwritten. Only trusted for its signature.

CREATE TABLE signed_time (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- empty before the first
  note text NOT NULL CHECK (octet_length(note) <= 4096)
);
INSERT INTO signed_time (note) VALUES ('');
REVOKE ALL ON signed_time FROM PUBLIC;
GRANT SELECT, UPDATE (note) ON signed_time TO pramaan_pipeline;
GRANT SELECT ON signed_time TO pramaan_api;
