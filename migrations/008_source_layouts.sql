-- Page layouts of documents: words with boxes, and tables. Derived from the bytes by a named extractor, and hashed separately
-- from the text: another extractor adds its own rows, and no release depends on them.

CREATE TABLE source_layouts (
  sha256 text NOT NULL,
  extractor text NOT NULL CHECK (extractor <> ''),
  page int NOT NULL CHECK (page > 0),
  layout text NOT NULL,
  layout_sha256 text NOT NULL,
  PRIMARY KEY (sha256, extractor, page),
  CONSTRAINT source_layouts_layout_sha256_is_theirs
    CHECK (layout_sha256 = encode(sha256(convert_to(layout, 'UTF8')), 'hex'))
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON source_layouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON source_layouts FROM PUBLIC;
GRANT SELECT, INSERT ON source_layouts TO pramaan_pipeline;
GRANT SELECT ON source_layouts TO pramaan_api;

CREATE TRIGGER held_source BEFORE INSERT ON source_layouts FOR EACH ROW EXECUTE FUNCTION require_held_source();
