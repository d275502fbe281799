-- The content-addressed store: bytes by their sha256, and the text of each page. Stored content never changes.

CREATE TABLE blobs (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT blobs_size_is_theirs CHECK (size_bytes = octet_length(bytes)),
  CONSTRAINT blobs_sha256_is_theirs CHECK (sha256 = encode(sha256(bytes), 'hex'))
);

CREATE TABLE source_pages (
  sha256 text NOT NULL REFERENCES blobs (sha256),
  page int NOT NULL CHECK (page > 0),
  text text NOT NULL,
  text_sha256 text NOT NULL,
  PRIMARY KEY (sha256, page),
  CONSTRAINT source_pages_text_sha256_is_theirs
    CHECK (text_sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON blobs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON source_pages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON blobs, source_pages FROM PUBLIC;
GRANT SELECT, INSERT ON blobs, source_pages TO pramaan_pipeline;
GRANT SELECT ON blobs, source_pages TO pramaan_api;
