import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readBundle } from '../../platform/release-bundle.ts'
import { networkOf, refuseBeyond } from '../checks/limits.ts'
import { onceSigned, readEvidence } from '../evidence/read-evidence.ts'
import { LocalLimiter } from '../limits/local-limiter.ts'
import { sendError } from '../reply/envelope.ts'
import { pagePolicy } from '../reply/standard-headers.ts'
import { type StaticAnswer, sendStatic, staticAnswer } from '../reply/static-answer.ts'
import type { Services } from '../services.ts'
import type { Snapshot } from '../snapshot/serving-release.ts'
import { builtSite } from './build.ts'
import { LOG_PATHS, registerLog } from './log-routes.ts'
import { inService } from './models-of.ts'
import { PAGE_PATHS, pageAt, publicCoverage, publicServing, type SitePage, showsPast } from './public-data.ts'
import { readSealed } from './sealed-models.ts'

/** Data, too: the icon is in the page. */
const POLICY = pagePolicy("'self' data:")

/** Requests per address without a key, in this process. */
const ALLOWANCE = { perMinute: 600, burst: 600 }
const KEPT_BUNDLE_BYTES = 64 * 1024 * 1024

/** Paths of the site; `:name` matches one part of a path. */
export const SITE_PATHS = [
  ...PAGE_PATHS,
  '/assets/:file',
  '/public/serving.json',
  '/public/coverage.json',
  '/public/releases/:sha256',
  ...LOG_PATHS,
] as const

/**
 * The public site: pages for people and the files their browsers need to verify and calculate themselves. No key is
 * needed, and Postgres is queried only for sealed releases that this process has not read yet.
 */
export function registerSite(app: FastifyInstance, services: Services): void {
  const sealed = onceSigned(services, readSealed)
  const limiter = new LocalLimiter(() => services.nowMs() * 1000)
  const bundles = new LRUCache<string, StaticAnswer>({
    maxSize: KEPT_BUNDLE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (refuseBeyond(reply, limiter.admit(networkOf(request.ip), ALLOWANCE), ALLOWANCE)) return reply
    })

    for (const path of PAGE_PATHS) {
      scope.get<{ Params: { sha256?: string } }>(path, async ({ params: { sha256 }, id }, reply) => {
        const site = await builtSite()
        const snapshot = services.snapshot()
        const known = showsPast(path) ? await sealed(id) : null
        const page = known?.ok
          ? await readEvidence(services, id, (pool) =>
              pageAt(site, { snapshot, past: { pool, sealed: known.value } }, path, sha256),
            )
          : null
        return sendPage(reply, page?.ok ? page.value : await pageAt(site, { snapshot, past: null }, path, sha256))
      })
    }

    scope.get<{ Params: { file: string } }>('/assets/:file', async ({ params: { file } }, reply) => {
      const answer = (await builtSite()).files.get(file)
      return answer === undefined ? sendError(reply, 'ROUTE_NOT_FOUND') : sendStatic(reply, answer)
    })

    scope.get('/public/serving.json', async (_request, reply) => {
      return reply
        .header('cache-control', 'public, max-age=5')
        .type('application/json')
        .send(publicServing(services.snapshot()))
    })

    let coverage: { readonly of: Snapshot; readonly answer: StaticAnswer } | null = null
    scope.get('/public/coverage.json', async (_request, reply) => {
      const of = services.snapshot()
      if (coverage?.of !== of) {
        const text = JSON.stringify(publicCoverage(of))
        coverage = { of, answer: await staticAnswer('application/json', text, { cacheControl: 'public, max-age=5' }) }
      }
      return sendStatic(reply, coverage.answer)
    })

    registerLog(scope, services)

    scope.get<{ Params: { sha256: string } }>('/public/releases/:sha256', async ({ params: { sha256 }, id }, reply) => {
      const serving = inService(services.snapshot()).find(({ pointer }) => pointer.release_sha256 === sha256)?.pointer
      const known = serving === undefined ? await sealed(id) : null
      if (known?.ok === false) return sendError(reply, known.code, known.details)
      const found = serving ?? known?.value.releases.find(({ release_sha256: hash }) => hash === sha256)
      if (found === undefined) return sendError(reply, 'RELEASE_NOT_FOUND', { release_sha256: sha256 })
      // The same record may be sealed again, as another revision.
      const name = `${sha256}@${found.revision}`
      const kept = bundles.get(name)
      if (kept !== undefined) return sendStatic(reply, kept)
      const read = await readEvidence(services, id, (pool) =>
        readBundle(pool, { releaseSha256: sha256, revision: found.revision }, 'first', services.signed.trust),
      )
      if (!read.ok) return sendError(reply, read.code, read.details)
      if (read.value === null) return sendError(reply, 'RELEASE_NOT_FOUND', { release_sha256: sha256 })
      const answer = await staticAnswer('application/json', read.value.bytes, { cacheControl: 'public, no-cache' })
      bundles.set(name, answer)
      return sendStatic(reply, answer)
    })
  })
}

/** For an address that nothing has. */
export function sendNoPage(reply: FastifyReply): void {
  const what = 'This site has nothing at this address. It may be mistyped, or incomplete.'
  builtSite().then(
    ({ pages, assets }) => sendPage(reply, { status: 404, html: pages.notFound(assets, { title: 'Not found', what }) }),
    () => sendError(reply, 'ROUTE_NOT_FOUND'),
  )
}

function sendPage(reply: FastifyReply, { status, html }: SitePage): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(html)
}
