import { describe, expect, it } from 'vitest'
import { structureSlabsContiguous } from '../../../pipeline/gates/15-structure-slabs-contiguous.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { FixedCharge, Step } from '../../../releases/record/row.ts'
import { findingsOf, rowOf } from './support/sample.ts'

/** Bounds of the steps of R-DS's energy charge. */
const slabs =
  (...bounds: (readonly [from: string, to: string | null])[]) =>
  (record: ReleaseRecord): void => {
    const energy = rowOf(record, 'R-DS').energy!
    energy.slabs = bounds.map(([from, to]): Step => ({ from, to, figure: energy.slabs[0]!.figure }))
  }

const bands =
  (fixed: Partial<FixedCharge>, ...bounds: (readonly [from: string, to: string | null])[]) =>
  (record: ReleaseRecord): void => {
    const row = rowOf(record, 'R-DS')
    const { figure } = row.fixed!.bands[0]!
    row.fixed = { ...row.fixed!, bands: bounds.map(([from, to]) => ({ from, to, figure })), ...fixed }
  }

describe('structure.slabs_contiguous fails when', () => {
  it.each([
    [
      'the first slab does not begin at 0',
      slabs(['1', '100'], ['100', null]),
      'energy/0 | the first step from 0 | it runs from 1',
    ],
    ['slabs leave a gap', slabs(['0', '100'], ['101', null]), 'energy/1 | a step from 100 | gap: it runs from 101'],
    ['slabs overlap', slabs(['0', '100'], ['99', null]), 'energy/1 | a step from 100 | overlap: it runs from 99'],
    [
      'a slab follows an open one',
      slabs(['0', null], ['100', null]),
      'energy/1 | a step from nothing: the one before is open | overlap: it runs from 100',
    ],
    [
      'the last slab is closed and the row has no bound',
      slabs(['0', '100']),
      'energy/0 | the last step open, because the row has no upper bound | it ends at 100',
    ],
    ['a slab is empty', slabs(['0', '0'], ['0', null]), 'energy/0 | a step that ends after it begins | 0 to 0'],
    [
      'a bound is finer than a thousandth',
      slabs(['0', '0.0001'], ['0.0001', null]),
      'energy/0 | bounds with at most three decimals | 0 to 0.0001',
    ],
    ['bands leave a gap', bands({}, ['0', '2'], ['4', null]), 'fixed/1 | a step from 2 | gap: it runs from 4'],
    [
      'a flat charge has two steps',
      bands({ method: 'flat' }, ['0', '2'], ['2', null]),
      'fixed/1 | one step, because it is flat | 2',
    ],
    ['there are no steps', bands({}), 'fixed | at least one step | none'],
    [
      'a band has nothing to choose it by',
      bands({ band_by: null }, ['0', null]),
      'fixed/0 | band_by: what chooses the band | band without band_by',
    ],
    [
      'a telescopic charge per connection divides nothing',
      bands({ method: 'telescopic', band_by: null }, ['0', null]),
      'fixed/0 | band_by: what chooses the band | telescopic without band_by',
    ],
    [
      'a telescopic fixed charge begins where the range does, though its shares count from 0',
      (record: ReleaseRecord) => {
        rowOf(record, 'R-DS').conditions = [{ field: 'connected_load_kw', op: '>', value: '5' }]
        bands({ method: 'telescopic', basis: 'kW' }, ['5', null])(record)
      },
      'fixed/0 | the first step from 0 | it runs from 5',
    ],
  ] as const)('%s', async (_, edit, expected) => {
    const findings = await findingsOf(structureSlabsContiguous, edit)
    expect(findings).toContain(`rows/R-DS/${expected}`)
  })

  it('slabs end before or after the bound of the row', async () => {
    for (const end of ['40', '60']) {
      expect(
        await findingsOf(structureSlabsContiguous, (record) => {
          rowOf(record, 'R-DS').conditions = [{ field: 'monthly_units', op: '<=', value: '50' }]
          slabs(['0', end])(record)
        }),
      ).toEqual([`rows/R-DS/energy/0 | the last step up to 50 | it ends at ${end}`])
    }
  })
})

describe('structure.slabs_contiguous passes', () => {
  it.each([
    ['slabs that end exactly at the bound of the row', '<=', '50', ['0', '50']],
    ['slabs that end a thousandth below an excluded bound', '<', '50', ['0', '49.999']],
    ['an open slab under a bound', '<=', '50', ['0', null]],
  ] as const)('%s', async (_, op, value, bound) => {
    expect(
      await findingsOf(structureSlabsContiguous, (record) => {
        rowOf(record, 'R-DS').conditions = [{ field: 'monthly_units', op, value }]
        slabs(bound)(record)
      }),
    ).toEqual([])
  })

  it('bands that begin where the row does', async () => {
    expect(
      await findingsOf(structureSlabsContiguous, (record) => {
        rowOf(record, 'R-DS').conditions = [{ field: 'monthly_units', op: '>', value: '50' }]
        bands({ band_by: 'monthly_units' }, ['50', '300'], ['300', null])(record)
      }),
    ).toEqual([])
  })
})
