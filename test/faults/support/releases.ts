import type { Pool } from 'pg'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { sealRelease } from '../../support/api-release.ts'
import { type Edit, editedDefinition } from '../../support/fixture-definition.ts'

/** The fixture after an edit, as the next revision, through all gates and sealed. */
export function sealFixture(pool: Pool, edit?: Edit): Promise<ReleaseView> {
  const files = editedDefinition(edit)
  return sealRelease(pool, {
    files,
    sourceBytes: async ({ file }) => new TextEncoder().encode(files.get(file ?? '') ?? ''),
  })
}
