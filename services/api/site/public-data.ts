import type { Pool } from 'pg'
import { coverageOf } from '../snapshot/coverage.ts'
import type { Snapshot } from '../snapshot/serving-release.ts'
import type { Site } from './build.ts'
import type { ReleasePageModel } from './models.ts'
import { evidenceModel, glossaryModel, homeModel, inService, releasePageModel, servingModel } from './models-of.ts'
import { changesModel, madeModel, type Sealed, sealedEvidence, sealedPageModel } from './sealed-models.ts'

/** Public files, identical and at the same paths in a service (register.ts) and in a folder (`release publish`). */

export const PAGE_PATHS = ['/', '/releases', '/releases/:sha256', '/evidence/:sha256', '/changes', '/glossary'] as const
type PagePath = (typeof PAGE_PATHS)[number]

/** Data of the pages. `past`: data that is in no snapshot; null if it cannot be read at the moment. */
type PageData = {
  readonly snapshot: Snapshot
  readonly past: { readonly pool: Pool; readonly sealed: Sealed } | null
}
export type SitePage = { readonly status: 200 | 404 | 503; readonly html: string }

/** Whether a page shows something that is not in a snapshot. */
export const showsPast = (path: PagePath): boolean => path === '/changes' || path.endsWith(':sha256')

/** A page as HTML; for unknown hashes, a page with that message. */
export async function pageAt({ pages, assets }: Site, data: PageData, path: PagePath, sha256 = ''): Promise<SitePage> {
  const { snapshot, past } = data
  const page = (html: string): SitePage => ({ status: 200, html })
  const without = (what: string): SitePage =>
    past === null
      ? {
          status: 503,
          html: pages.notFound(assets, {
            title: 'Not available',
            what: 'This is not available at the moment. Try again later.',
          }),
        }
      : { status: 404, html: pages.notFound(assets, { title: 'Not found', what }) }
  switch (path) {
    case '/':
      return page(pages.home(assets, homeModel(snapshot)))
    case '/releases':
      return page(pages.releases(assets, homeModel(snapshot)))
    case '/glossary':
      return page(pages.glossary(assets, await glossaryModel()))
    case '/changes':
      return past === null ? without('') : page(pages.changes(assets, changesModel(past.sealed)))
    case '/releases/:sha256': {
      const model = await releaseAt(data, sha256)
      return model === null ? without('No sealed release has this hash.') : page(pages.release(assets, model))
    }
    case '/evidence/:sha256': {
      const serving = evidenceModel(snapshot, sha256)
      const model = serving ?? (past === null ? null : await sealedEvidence(past.pool, past.sealed, sha256))
      return model === null
        ? without('No sealed release has a row with this hash.')
        : page(pages.evidence(assets, model))
    }
  }
}

async function releaseAt({ snapshot, past }: PageData, sha256: string): Promise<ReleasePageModel | null> {
  const serving = servingModel(snapshot, sha256)
  if (serving === null) return past === null ? null : sealedPageModel(past.pool, past.sealed, sha256)
  const made = past === null ? null : await madeModel(past.pool, past.sealed, sha256)
  return releasePageModel(serving.record, serving.release, made)
}

/** `/public/serving.json`: releases in service, for readers who compare it with the signed state. */
export const publicServing = (snapshot: Snapshot) => ({
  releases: inService(snapshot).map(({ pointer: { checks: _checks, ...pointer }, record }) => ({
    ...pointer,
    state_code: record.state_code,
    state_name: record.state_name,
  })),
})

/** `/public/coverage.json`: possible requests, as in GET /v1/coverage. */
export const publicCoverage = ({ byState }: Snapshot) => ({
  states: [...byState.keys()].sort().map((state) => coverageOf(byState.get(state) ?? [])),
})
