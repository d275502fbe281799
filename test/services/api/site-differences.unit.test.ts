import { expect, test } from 'vitest'
import { rowChanges } from '../../../releases/record/row-changes.ts'
import { builtSite } from '../../../services/api/site/build.ts'
import { saidOf } from '../../../services/api/site/change-words.ts'
import type { ReleaseModel } from '../../../services/api/site/models.ts'
import { figureDifference } from '../../../services/api/site/sealed-models.ts'
import { buildEnergy, buildFigure, buildRecord } from '../../support/record-builder.ts'

type Figure = ReturnType<typeof buildFigure>
const record = (figure: Figure) => buildRecord({ rows: [{ energy: buildEnergy('flat', [[null, figure]]) }] })
const differences = (before: Figure, after: Figure) =>
  rowChanges(record(before), record(after)).flatMap(({ figures }) => figures.map(figureDifference))
const onNextPage = (figure: Figure): Figure => ({
  ...figure,
  locator: { ...figure.locator, page: figure.locator.page + 1 },
})

test('a figure with another citation alone is said to be the same amount, and another specimen is not', () => {
  const [order, specimen] = [buildFigure('5', 'Rs/kWh'), buildFigure('10.01', 'Rs/kWh', 'specimen')]
  const same = 'same amount, different citation'

  expect(differences(order, onNextPage(order))).toEqual([
    { part: 'energy', before: '5 Rs/kWh, transcription', after: same },
  ])
  expect(differences(specimen, onNextPage(specimen))).toEqual([{ part: 'energy', before: 'specimen', after: same }])
  expect(differences(specimen, buildFigure('10.02', 'Rs/kWh', 'specimen'))).toEqual([
    { part: 'energy', before: 'specimen', after: 'another specimen' },
  ])
  expect(differences(specimen, order)).toEqual([{ part: 'energy', before: 'specimen', after: 'transcription' }])
})

test('a check that lapsed is said to be missing by its day, and not since then', () => {
  const said = saidOf({
    ...{ position: 9, kind: 'check_lapsed', at: '2026-04-01T00:00:00.000Z', leaf_index: 3, by: null },
    ...{ event_sha256: '0'.repeat(64), state_code: 'XX', component: 'rows/XX-DOM/energy', check_by: '2026-03-31' },
    release: { release_id: 'XX-V1', revision: 2, release_sha256: '0'.repeat(64) },
  })

  expect(said).toBe('rows/XX-DOM/energy on hold: nobody has checked it by 2026-03-31')
})

test('a page of a record that was sealed twice says of each act on which revision it was', async () => {
  const { pages, assets } = await builtSite()
  const sha256 = '0'.repeat(64)
  const act = (revision: number, said: string) => ({ at: null, by: 'asha', releaseId: 'XX-V1', revision, sha256, said })
  const release: ReleaseModel = {
    releaseId: 'XX-V1',
    revision: 2,
    sha256,
    state: 'XX',
    stateName: 'Fixture',
    standing: 'serving',
    stage: 'reference',
    year: '2026-27',
    from: '2026-04-01',
    to: '2027-03-31',
    note: null,
    grades: { order: 1, transcription: 0, carried: 0, derived: 0, specimen: 0, held: 0 },
    gates: { passed: 29, total: 29 },
    cases: 1,
    holds: [],
  }
  const pageOf = (...changes: ReturnType<typeof act>[]): string => {
    const made = { gates: [], changes, difference: null }
    return pages.release(assets, { release, sources: [], rows: [], blocked: [], made })
  }
  const acts = (page: string) => page.match(/<ol class="changes.*?<\/ol>/s)?.[0].match(/XX-V1, revision \d/g)

  expect(acts(pageOf(act(1, 'withdrawn: printed wrong'), act(2, 'approved for service')))).toEqual([
    'XX-V1, revision 1',
    'XX-V1, revision 2',
  ])
  expect(acts(pageOf(act(2, 'approved for service'))), 'one revision, which the page names').toBeNull()
})

test('a release that was rolled back is not said to be replaced by a later one', () => {
  const said = saidOf({
    ...{ position: 9, kind: 'superseded', at: '2026-04-01T00:00:00.000Z', leaf_index: 3, by: 'asha' },
    ...{ event_sha256: '0'.repeat(64), state_code: 'XX', scope: 'XX' },
    release: { release_id: 'XX-V1', revision: 2, release_sha256: '0'.repeat(64) },
  })

  expect(said).toBe('no longer serves XX: replaced by another release')
})
