import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { getStored } from '../../pipeline/store/blobs.ts'
import { boxesOf } from '../../pipeline/store/boxes.ts'
import { figuresOfRow } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { readEvidence } from './read-evidence.ts'
import type { Services } from './services.ts'
import { readProvenance } from './snapshot/load-pointers.ts'
import { readRecord } from './snapshot/read-record.ts'

/** Where a sealed release stands now. */
export const STANDINGS = ['serving', 'superseded', 'withdrawn', 'not_promoted'] as const
type Standing = (typeof STANDINGS)[number]

export type SealedRelease = {
  readonly release_id: string
  readonly revision: number
  readonly release_sha256: string
  readonly standing: Standing
  /** Of its seal. */
  readonly log_position: number
}

/** A row of some sealed release, with all of those that have it, the newest first. */
export type SealedRow = {
  readonly row: Row
  readonly record: ReleaseRecord
  readonly releases: readonly SealedRelease[]
}

type Listed = Omit<SealedRelease, 'standing'> & { readonly status: string }

/** Records never change, so what rows they have is read once. Of 2,000 releases of 50 rows it is some 10 MB. */
const ROWS_OF = new LRUCache<string, (rowSha256: string) => boolean>({ max: 2_000 })

const STANDING_OF: Readonly<Record<string, Standing>> = {
  released: 'serving',
  superseded: 'superseded',
  withdrawn: 'withdrawn',
}

async function storedRecord(
  pool: Pool,
  hash: string,
): Promise<{ record: ReleaseRecord; has: (row: string) => boolean }> {
  const found = await getStored(pool, hash)
  if (found === null) throw new Error(`the record ${hash} is not in the store`)
  const { record, hasRow } = readRecord(found.bytes, found.stored)
  ROWS_OF.set(hash, hasRow)
  return { record, has: hasRow }
}

/** The chain of a row of any release ever sealed, with where its cells stand and when its sources were registered; null: none has it. */
export function readSealedRow(services: Services, requestId: string, rowSha256: string) {
  return readEvidence(services, requestId, async (pool) => {
    const found = await findSealedRow(pool, rowSha256)
    if (found === null) return null
    const boxes = await boxesOf(pool, figuresOfRow(found.row))
    return { ...found, boxes, ingested: await readProvenance(pool) }
  })
}

/** Finds a row in any release that was ever sealed, in service or not; null: none has it. */
async function findSealedRow(pool: Pool, rowSha256: string): Promise<SealedRow | null> {
  const { rows: sealed } = await pool.query<Listed>(
    `SELECT release_id, revision, release_sha256, status, sealed_position AS log_position
     FROM read.releases WHERE release_sha256 IS NOT NULL ORDER BY sealed_position DESC`,
  )
  const having: Listed[] = []
  for (const release of sealed) {
    const { release_sha256: hash } = release
    const has = ROWS_OF.get(hash) ?? (await storedRecord(pool, hash)).has
    if (has(rowSha256)) having.push(release)
  }
  const [newest] = having
  if (newest === undefined) return null
  const { record } = await storedRecord(pool, newest.release_sha256)
  const row = record.rows.find(({ row_sha256 }) => row_sha256 === rowSha256)
  if (row === undefined) throw new Error(`${newest.release_id} names a row that it does not have`)
  return {
    row,
    record,
    releases: having.map(({ status, ...release }) => ({ ...release, standing: STANDING_OF[status] ?? 'not_promoted' })),
  }
}
