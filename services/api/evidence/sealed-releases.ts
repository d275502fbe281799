import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { getStored } from '../../../pipeline/store/blobs.ts'
import { boxesOf } from '../../../pipeline/store/layouts.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { sealedReleases } from '../contract/responses/scalars.ts'
import type { SentBy } from '../reply/json-text.ts'
import type { Services } from '../services.ts'
import { readProvenance } from '../snapshot/load-pointers.ts'
import { readRecord, type ServedRecord } from '../snapshot/read-record.ts'
import { readEvidence } from './read-evidence.ts'

export type SealedRelease = SentBy<typeof sealedReleases>[number]

type Listed = Omit<SealedRelease, 'standing'> & { readonly status: string }

/** Fields of a record, which never change. */
type Holds = { readonly row: (rowSha256: string) => boolean; readonly document: (sha256: string) => boolean }

/** Read once for each record. For 2,000 releases of 50 rows it is about 10 MB. */
const HOLDS = new LRUCache<string, Holds>({ max: 2_000 })

type Stored = ServedRecord & { readonly holds: Holds; readonly size: number }

/** Bytes of record text. */
const KEPT_BYTES = 16 * 1024 * 1024
/**
 * Recently used records by hash. A record in service is requested often, and reading, unpacking, hashing and parsing it
 * takes a megabyte or more; concurrent requests for the same one share one read.
 */
const RECORDS = new LRUCache<string, Stored, Pool>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ size }) => size,
  fetchMethod: (hash, _stale, { context: pool }) => readStored(pool, hash),
})

const STANDING_OF: Readonly<Record<string, SealedRelease['standing']>> = {
  released: 'serving',
  superseded: 'superseded',
  withdrawn: 'withdrawn',
}

async function readStored(pool: Pool, hash: string): Promise<Stored> {
  const found = await getStored(pool, hash)
  if (found === null) throw new Error(`the record ${hash} is not in the store`)
  const served = readRecord(found.bytes, found.stored)
  const { record, hasRow } = served
  const documents = new Set(record.sources.map(({ sha256 }) => sha256))
  const holds = { row: hasRow, document: (sha256: string) => documents.has(sha256) }
  HOLDS.set(hash, holds)
  return { ...served, holds, size: found.bytes.length }
}

const stored = (pool: Pool, hash: string): Promise<Stored> => RECORDS.forceFetch(hash, { context: pool })

/** Every sealed release, newest first; with `size`, among the first `size` entries of the log. */
export async function listSealed(pool: Pool, size: number | null = null): Promise<SealedRelease[]> {
  const { rows } = await pool.query<Listed>(
    `SELECT release_id, revision, release_sha256, status, sealed_position AS log_position
     FROM read.releases WHERE release_sha256 IS NOT NULL AND ($1::bigint IS NULL OR leaf_index < $1)
     ORDER BY sealed_position DESC`,
    [size],
  )
  return rows.map(({ status, ...release }) => ({ ...release, standing: STANDING_OF[status] ?? 'not_promoted' }))
}

/** The sealed releases whose record contains something. Each record is read once for all queries. */
async function sealedWith(
  pool: Pool,
  sealed: readonly SealedRelease[],
  has: (holds: Holds) => boolean,
): Promise<SealedRelease[]> {
  const having: SealedRelease[] = []
  for (const release of sealed) {
    const hash = release.release_sha256
    const holds = HOLDS.get(hash) ?? (await stored(pool, hash)).holds
    if (has(holds)) having.push(release)
  }
  return having
}

/** A sealed release with its record. If the same record was sealed as several revisions, the newest. */
export async function readSealedRecord(
  pool: Pool,
  releaseSha256: string,
): Promise<(ServedRecord & { readonly revision: number }) | null> {
  const { rows } = await pool.query<{ revision: number }>(
    'SELECT revision FROM read.releases WHERE release_sha256 = $1 ORDER BY sealed_position DESC LIMIT 1',
    [releaseSha256],
  )
  const [found] = rows
  return found === undefined ? null : { ...(await stored(pool, releaseSha256)), ...found }
}

/** Sealed releases that cite a document, newest first, and the record of one of them; null if there are none. */
export async function findSealedDocument(
  pool: Pool,
  sha256: string,
  releaseSha256: string | null,
): Promise<{
  readonly record: ReleaseRecord
  readonly of: SealedRelease
  readonly releases: readonly SealedRelease[]
} | null> {
  const releases = await sealedWith(pool, await listSealed(pool), ({ document }) => document(sha256))
  const of = releases.find((each) => releaseSha256 === null || each.release_sha256 === releaseSha256)
  return of === undefined ? null : { record: (await stored(pool, of.release_sha256)).record, of, releases }
}

/**
 * The evidence of a row of any sealed release, with the places of its cells and the registration of its sources; null
 * if there is no such row.
 */
export function readSealedRow(services: Services, requestId: string, rowSha256: string) {
  return readEvidence(services, requestId, async (pool) => {
    const found = await findSealedRow(pool, await listSealed(pool), rowSha256)
    if (found === null) return null
    const boxes = await boxesOf(pool, figuresOfRow(found.row))
    return { ...found, boxes, ingested: await readProvenance(pool) }
  })
}

/** Finds a row in some sealed releases, in service or not, with all that have it, newest first; null if none has it. */
export async function findSealedRow(pool: Pool, sealed: readonly SealedRelease[], rowSha256: string) {
  const releases = await sealedWith(pool, sealed, ({ row }) => row(rowSha256))
  const [newest] = releases
  if (newest === undefined) return null
  const { record } = await stored(pool, newest.release_sha256)
  const row = record.rows.find(({ row_sha256 }) => row_sha256 === rowSha256)
  if (row === undefined) throw new Error(`${newest.release_id} names a row that it does not have`)
  return { row, record, releases }
}
