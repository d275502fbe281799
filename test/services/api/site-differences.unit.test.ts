import { expect, test } from 'vitest'
import { rowChanges } from '../../../releases/record/row-changes.ts'
import { saidOf } from '../../../services/api/site/change-words.ts'
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

test('a release that was rolled back is not said to be replaced by a later one', () => {
  const said = saidOf({
    ...{ position: 9, kind: 'superseded', at: '2026-04-01T00:00:00.000Z', leaf_index: 3, by: 'asha' },
    ...{ event_sha256: '0'.repeat(64), state_code: 'XX', scope: 'XX' },
    release: { release_id: 'XX-V1', revision: 2, release_sha256: '0'.repeat(64) },
  })

  expect(said).toBe('no longer serves XX: replaced by another release')
})
