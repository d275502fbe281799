import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { parseEntriesPath, parseTilePath } from '../../../releases/proof/merkle/tiles.ts'
import { readLogEntries, readLogTile } from '../../platform/log-tiles.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { sendError } from '../reply/envelope.ts'
import { FOREVER, type StaticAnswer, sendStatic, staticAnswer } from '../reply/static-answer.ts'
import type { Services } from '../services.ts'
import { changesFeed } from './changes-feed.ts'

const KEPT_TILE_BYTES = 4 * 1024 * 1024

/**
 * Tiles by level and number (C2SP tlog-tiles): the number in groups of three digits, with a width for partial tiles.
 * Level `entries` has the entries themselves.
 */
const TILE_PATHS = ['/log/tile/:level/:n', '/log/tile/:level/:n/:w', '/log/tile/:level/:x/:n/:w'] as const

export const LOG_PATHS = ['/log/checkpoint', '/log/serving.json', '/changes.atom', ...TILE_PATHS] as const

/** The signed log for its followers: checkpoint, serving state, tiles, entries, and a feed of changes. */
export function registerLog(scope: FastifyInstance, services: Services): void {
  // The newest signed note, as C2SP tlog-tiles serves it: a reader who stores one can detect a log that went back.
  scope.get('/log/checkpoint', async (_request, reply) => {
    const { newest } = services.signed
    if (newest === null) return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'log' })
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(newest.note)
  })

  scope.get('/log/serving.json', async (_request, reply) => {
    const { newest } = services.signed
    if (newest === null) return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'log' })
    return reply.header('cache-control', 'no-cache').type('application/json').send(newest.servingText)
  })

  const feed = changesFeed(services)
  scope.get('/changes.atom', async ({ id }, reply) => {
    const read = await feed(id)
    return read.ok ? sendStatic(reply, read.value) : sendError(reply, read.code, read.details)
  })

  const tiles = new LRUCache<string, StaticAnswer>({
    maxSize: KEPT_TILE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  for (const path of TILE_PATHS) {
    scope.get(path, async ({ url, id }, reply) => {
      const kept = tiles.get(url)
      if (kept !== undefined) return sendStatic(reply, kept)
      const name = url.slice('/log/tile/'.length)
      const entries = parseEntriesPath(name)
      const tile = entries ?? parseTilePath(name)
      const readTile = entries === null ? readLogTile : readLogEntries
      const read =
        tile === null
          ? { ok: true as const, value: null }
          : await readEvidence(services, id, (pool) =>
              readTile(pool, tile, services.signed.newest?.checkpoint.size ?? 0),
            )
      if (!read.ok) return sendError(reply, read.code, read.details)
      if (read.value === null) return sendError(reply, 'ROUTE_NOT_FOUND')
      const answer = await staticAnswer('application/octet-stream', read.value, { cacheControl: FOREVER })
      tiles.set(url, answer)
      return sendStatic(reply, answer)
    })
  }
}
