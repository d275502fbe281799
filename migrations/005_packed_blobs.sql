-- Large content that compresses well is stored compressed, under the sha256 and size of the uncompressed content. Readers
-- decompress and hash it. The database can only check uncompressed content.

ALTER TABLE blobs
  ADD COLUMN encoding text NOT NULL DEFAULT 'identity' CHECK (encoding IN ('identity', 'zstd')),
  DROP CONSTRAINT blobs_size_is_theirs,
  DROP CONSTRAINT blobs_sha256_is_theirs,
  ADD CONSTRAINT blobs_size_is_theirs CHECK (encoding <> 'identity' OR size_bytes = octet_length(bytes)),
  ADD CONSTRAINT blobs_sha256_is_theirs CHECK (encoding <> 'identity' OR sha256 = encode(sha256(bytes), 'hex')),
  ADD CONSTRAINT blobs_packed_are_smaller CHECK (encoding = 'identity' OR octet_length(bytes) < size_bytes);

-- What is worth compressing is compressed already.
ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;
