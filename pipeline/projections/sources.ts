import { canonicalText } from '../../releases/record/canonical.ts'
import type { Projection } from './projection.ts'

/** `read.sources`: registered documents, by hash. A source is listed once its text has been extracted. */
export const sourcesProjection: Projection = {
  SourceRegistered: async (db, schema, { payload, recordedAt }) => {
    await db.query(
      `INSERT INTO ${schema}.sources (sha256, media_type, size_bytes, page_count, text_sha256, file_name, registered_at, identity)
       VALUES ($1, $2, $3, 0, '', $4, $5, $6)`,
      [
        payload.sha256,
        payload.media_type,
        payload.size_bytes,
        payload.file_name,
        recordedAt,
        payload.identity === null ? null : canonicalText(payload.identity),
      ],
    )
  },
  SourceTextExtracted: async (db, schema, { payload }) => {
    await db.query(`UPDATE ${schema}.sources SET page_count = $2, text_sha256 = $3 WHERE sha256 = $1`, [
      payload.sha256,
      payload.page_count,
      payload.text_sha256,
    ])
  },
}
