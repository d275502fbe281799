import { coverageOf } from '../snapshot/coverage.ts'
import type { Snapshot } from '../snapshot/serving-release.ts'
import type { Site } from './build.ts'
import { evidenceModel, glossaryModel, homeModel, inService, releasePageModel } from './models-of.ts'

/** What is given to whoever asks, by a service (register.ts) and in a folder (`release publish`): the same at the same paths. */

export const PAGE_PATHS = ['/', '/releases', '/releases/:sha256', '/evidence/:sha256', '/glossary'] as const

/** A page as HTML; of what is not in service, one that says so. */
export async function pageAt(
  { pages, assets }: Site,
  snapshot: Snapshot,
  path: (typeof PAGE_PATHS)[number],
  sha256 = '',
): Promise<string> {
  const missing = (what: string): string => pages.notFound(assets, { what })
  switch (path) {
    case '/':
      return pages.home(assets, homeModel(snapshot))
    case '/releases':
      return pages.releases(assets, homeModel(snapshot))
    case '/glossary':
      return pages.glossary(assets, await glossaryModel())
    case '/releases/:sha256': {
      const model = releasePageModel(snapshot, sha256)
      return model === null ? missing('No release in service has this hash.') : pages.release(assets, model)
    }
    case '/evidence/:sha256': {
      const model = evidenceModel(snapshot, sha256)
      return model === null ? missing('No row in service has this hash.') : pages.evidence(assets, model)
    }
  }
}

/** `/public/serving.json`: what serves, for whoever then compares it with what is signed. */
export const publicServing = (snapshot: Snapshot) => ({
  releases: inService(snapshot).map(({ pointer, record }) => ({
    ...pointer,
    state_code: record.state_code,
    state_name: record.state_name,
  })),
})

/** `/public/coverage.json`: what can be asked, as GET /v1/coverage has it. */
export const publicCoverage = ({ byState }: Snapshot) => ({
  states: [...byState.keys()].sort().map((state) => coverageOf(byState.get(state) ?? [])),
})
