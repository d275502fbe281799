import type { Pool } from 'pg'
import { newestCheckpoint } from '../../pipeline/signed-state/signed-state.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { type ReadTile, tilePath } from '../../releases/proof/merkle/tiles.ts'
import { HASH_BYTES } from '../../releases/proof/merkle/tree.ts'
import { readLogTile } from '../platform/log-tiles.ts'
import { OperationRefusal, reasonOf } from './refusal.ts'

/** Source of a log: its newest checkpoint, and tiles of its tree. Nothing in it is verified yet. */
export type LogSource = { newest(): Promise<string>; readonly tile: ReadTile }

/** The log of a database. Refused with LOG_EMPTY if nothing is signed yet. */
export function databaseLog(pool: Pool, trust: Trust): LogSource {
  let size = 0
  return {
    async newest() {
      const newest = await newestCheckpoint(pool, trust)
      if (newest === null)
        throw new OperationRefusal('LOG_EMPTY', 'nothing has been signed yet, so there is no checkpoint')
      size = newest.checkpoint.size
      return newest.note
    },
    async tile(tile) {
      const bytes = await readLogTile(pool, tile, size)
      if (bytes !== null) return bytes
      throw new OperationRefusal('CONSISTENCY_UNPROVEN', `the database does not have tile ${tilePath(tile)} of the log`)
    },
  }
}

const MOST_MS = 10_000
/** Maximum size of a note with all its cosignatures; a tile has 8 KiB. */
const MOST_ANSWER_BYTES = 1024 * 1024

/** `fetch` says only that it failed; what failed is in the cause. */
function unreachable(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return reasonOf(cause instanceof Error ? cause : error)
}

/** The log of a service, over HTTP (C2SP tlog-tiles). Refused with LOG_UNREACHABLE, or CONSISTENCY_UNPROVEN for a tile. */
export function servedLog(origin: string): LogSource {
  const get = async (path: string, code: 'LOG_UNREACHABLE' | 'CONSISTENCY_UNPROVEN'): Promise<Uint8Array | null> => {
    const url = `${origin.replace(/\/+$/, '')}/log/${path}`
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(MOST_MS), redirect: 'error' })
      if (answer.ok) return await atMost(answer, MOST_ANSWER_BYTES)
      throw new OperationRefusal(code, `${url} answers ${answer.status}`)
    } catch (error) {
      throw error instanceof OperationRefusal ? error : new OperationRefusal(code, `${url}: ${unreachable(error)}`)
    }
  }
  return {
    async newest() {
      const bytes = await get('checkpoint', 'LOG_UNREACHABLE')
      if (bytes !== null) return new TextDecoder().decode(bytes)
      throw new OperationRefusal('CHECKPOINT_INVALID', `more than ${MOST_ANSWER_BYTES} bytes are not a checkpoint`)
    },
    async tile(tile) {
      const bytes = await get(`tile/${tilePath(tile)}`, 'CONSISTENCY_UNPROVEN')
      if (bytes?.length === tile.width * HASH_BYTES) return bytes
      const has = bytes === null ? `more than ${MOST_ANSWER_BYTES}` : bytes.length
      throw new OperationRefusal('CONSISTENCY_UNPROVEN', `tile ${tilePath(tile)} has ${has} bytes`)
    },
  }
}

/** The body of an answer; null if it is too long, without reading the rest. */
async function atMost({ body }: Response, most: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
