import { describe, expect, it } from 'vitest'
import { structureCountsDeclared } from '../../../pipeline/gates/14-structure-counts-declared.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { chargeOf, energyOf, findingsOf } from './support/sample.ts'

describe('structure.counts_declared fails when', () => {
  it.each([
    ['schedule_rows', 7],
    ['supported_subcategories', 4],
    ['licensees', 2],
    ['districts', 2],
    ['fppas_periods', 1],
  ] as const)('%s is declared one too many', async (name, actual) => {
    expect(
      await findingsOf(structureCountsDeclared, (record) => {
        record.declared[name] += 1
      }),
    ).toEqual([`declared/${name} | ${actual + 1} as declared | ${actual}`])
  })

  it('a figure comes to be held and its category with it', async () => {
    expect(
      await findingsOf(structureCountsDeclared, (record) => {
        Object.assign(energyOf(record, 'R-SL'), { grade: 'held', value: null })
      }),
    ).toEqual(['declared/supported_subcategories | 4 as declared | 3'])
  })
})

it.each<[string, (record: ReleaseRecord) => void]>([
  [
    'a figure that its quantity reads',
    ({ quantities }) => void Object.assign(quantities[0]!.figures[0]!.figure, { grade: 'held', value: null }),
  ],
  [
    'what the release itself holds',
    ({ holds }) => void holds.push({ path: 'rows/R-NDS-LARGE', reason: 'not to be used', unblocked_by: 'x' }),
  ],
])('structure.counts_declared counts one category less if every row is held: %s', async (_, hold) => {
  const findings = await findingsOf(structureCountsDeclared, (record) => {
    Object.assign(energyOf(record, 'R-NDS-SMALL'), { grade: 'held', value: null })
    hold(record)
  })
  expect(findings).toEqual(['declared/supported_subcategories | 4 as declared | 3'])
})

describe('structure.counts_declared counts as supported', () => {
  it('a category of which one row has all its figures', async () => {
    expect(
      await findingsOf(structureCountsDeclared, (record) => {
        energyOf(record, 'R-KJ-URBAN').grade = 'held'
      }),
    ).toEqual([])
  })

  it('a category whose held component is listed and leaves the rest standing', async () => {
    expect(
      await findingsOf(structureCountsDeclared, (record) => {
        record.component_holds = [{ path: 'rows/R-AG/energy', reason: 'not published' }]
      }),
    ).toEqual(['declared/supported_subcategories | 4 as declared | 5'])
  })
})

it('structure.counts_declared counts no supported category of a release that does not compile', async () => {
  const findings = await findingsOf(structureCountsDeclared, (record) => {
    chargeOf(record, 'R-SL', 'fixed').per = 'no_such_quantity'
    record.declared.schedule_rows = 8
  })
  expect(findings).toEqual(['declared/schedule_rows | 8 as declared | 7'])
})
