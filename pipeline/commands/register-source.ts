import type { Pool } from 'pg'
import { sha256 } from '#digest'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import type { RecordedEvent } from '../event-log/event.ts'
import { inTransaction } from '../event-log/in-transaction.ts'
import { readStream, readStreams } from '../event-log/read.ts'
import type { RegisteredSource } from '../intake/build-candidate.ts'
import { layOut, readDocument } from '../intake/lay-out.ts'
import { textIdentity } from '../intake/text-identity.ts'
import { newEvent, parseEvents, streamOf } from '../lifecycle/events.ts'
import { putBlob } from '../store/blobs.ts'
import { hasLayout, putLayout } from '../store/layouts.ts'
import { appendAct, type SignatureRefusal } from './append-act.ts'

export type SourceBytes = {
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly mediaType: string
  readonly identity: Record<string, unknown> | null
}

export type Registered =
  | { readonly ok: true; readonly source: RegisteredSource }
  | { readonly ok: false; readonly reason: 'no_text'; readonly message: string }

/** A source according to its events, or null if it was never registered. */
export async function readSource(pool: Pool, hash: string): Promise<RegisteredSource | null> {
  return sourceIn(hash, await readStream(pool, streamOf.source(hash)))
}

/** Those of several sources that were registered. */
export async function readSources(pool: Pool, hashes: readonly string[]): Promise<Map<string, RegisteredSource>> {
  const streams = await readStreams(pool, hashes.map(streamOf.source))
  const sources = hashes.map((hash) => [hash, sourceIn(hash, streams.get(streamOf.source(hash)) ?? [])] as const)
  return new Map(sources.flatMap(([hash, source]) => (source === null ? [] : [[hash, source] as const])))
}

function sourceIn(hash: string, recorded: readonly RecordedEvent[]): RegisteredSource | null {
  const events = parseEvents(recorded)
  const registered = events.find((event) => event.type === 'SourceRegistered')
  const extracted = events.find((event) => event.type === 'SourceTextExtracted')
  if (registered === undefined || extracted === undefined) return null
  const { size_bytes, media_type } = registered.payload
  const { page_count, page_sha256, text_sha256 } = extracted.payload
  return { sha256: hash, size_bytes, media_type, page_count, page_sha256, text_sha256, held: true }
}

/** A document that was registered before the present extractor stored layouts. Sheets have none. */
async function keepLayout(pool: Pool, hash: string, { bytes, mediaType }: SourceBytes): Promise<void> {
  if (mediaType !== 'application/pdf' || (await hasLayout(pool, hash))) return
  const layout = await layOut(bytes, mediaType)
  if (layout !== null) await putLayout(pool, hash, layout)
}

/**
 * Registers a document: extracts text and layout page by page, stores bytes, pages and layout, and appends the event.
 * Registering the same bytes again changes nothing. Refused, with the reason, if no text can be extracted.
 */
export async function registerSource(
  pool: Pool,
  source: SourceBytes,
  by: Signatory,
  now: Date,
): Promise<Registered | SignatureRefusal> {
  const hash = sha256(source.bytes)
  const known = await readSource(pool, hash)
  if (known !== null && known.media_type === source.mediaType) {
    await keepLayout(pool, hash, source)
    return { ok: true, source: known }
  }
  const { text: extraction, layout } = await readDocument(source.bytes, source.mediaType)
  if (!extraction.ok) return { ok: false, reason: 'no_text', message: extraction.reason }
  if (known !== null) return { ok: true, source: known }
  const { page_count, page_sha256, text_sha256 } = textIdentity(extraction.pages)
  await inTransaction(pool, async (client) => {
    await putBlob(client, source.bytes)
    await client.query(
      `INSERT INTO source_pages (sha256, page, text, text_sha256)
       SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
      [hash, extraction.pages.map((_, index) => index + 1), extraction.pages, page_sha256],
    )
    if (layout !== null) await putLayout(client, hash, layout)
  })
  const appended = await appendAct(
    pool,
    {
      stream: streamOf.source(hash),
      expectedVersion: 0,
      events: [
        newEvent({
          type: 'SourceRegistered',
          payload: {
            sha256: hash,
            size_bytes: source.bytes.byteLength,
            media_type: source.mediaType,
            file_name: source.fileName,
            identity: source.identity,
          },
        }),
        newEvent({
          type: 'SourceTextExtracted',
          payload: { sha256: hash, page_count, page_sha256, text_sha256 },
        }),
      ],
      actor: by.name,
      commandId: `source.${hash}`,
      now,
    },
    'source_add',
    [by],
  )
  if (!appended.ok && appended.reason === 'refused') return appended
  if (!appended.ok && appended.reason === 'changed') return registerSource(pool, source, by, now)
  const stored = appended.ok ? sourceIn(hash, appended.events) : await readSource(pool, hash)
  if (stored === null) throw new Error(`source ${hash} was appended and cannot be read back`)
  return { ok: true, source: stored }
}
