import { expect, test } from 'vitest'
import { usesOf } from '../../../releases/record/figure-use.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { FOLDERS, shippedRecord } from '../../support/definitions.ts'
import { buildEnergy, buildRecord } from '../../support/record-builder.ts'
import { buildAdjustment, buildValue } from '../../support/rule-builder.ts'

const slabs = buildEnergy('telescopic', [
  ['50', '4'],
  [null, '5'],
])

test('a charge is said with its row, quantity and step', () => {
  const uses = usesOf(
    buildRecord({ rows: [{ energy: slabs, conditions: [{ field: 'connected_load', op: '>', value: '1' }] }] }),
  )
  expect([...uses].filter(([path]) => path.includes('energy'))).toEqual([
    [
      'rows/ROW/energy/0',
      'DOM; where connected_load>1; energy; per energy_units, telescopic; energy_units from 0 up to 50',
    ],
    ['rows/ROW/energy/1', 'DOM; where connected_load>1; energy; per energy_units, telescopic; energy_units above 50'],
  ])
})

test('two releases that use one figure in two ways say it in two ways', () => {
  const record = buildRecord({ rows: [{ energy: slabs }] })
  const [row] = record.rows
  const changed = (of: object) => ({
    ...record,
    rows: [
      {
        ...row!,
        charges: row!.charges.map((charge) => (charge.component === 'fixed' ? { ...charge, ...of } : charge)),
      },
    ],
  })
  const useOf = (of: object) => usesOf(changed(of)).get('rows/ROW/fixed/0')
  const ways = [
    {},
    { minimum_of: ['energy'] },
    { side: 'beside' },
    { per: 'contract_demand_kva' },
    { effective_from: '2026-06-01' },
    { when: [{ field: 'phase', op: '=', value: 'three' }] },
  ]
  expect(new Set(ways.map(useOf)).size).toBe(ways.length)
  expect(useOf({ minimum_of: ['energy'] })).toContain('minimum of energy')
})

test('an adjustment is said with its base, side, cases and limits', () => {
  const of = (when: string, parts = {}) =>
    usesOf(
      buildRecord({
        rules: {
          adjustments: [
            buildAdjustment(
              'SEASON',
              'percent',
              [
                [when, 'none', null],
                ['', 'add', '12'],
              ],
              { cap: buildValue('per_bill', '90'), ...parts },
            ),
          ],
        },
      }),
    )
  const uses = of('area_type=urban')
  const [first = '', cap = ''] = [...uses].filter(([path]) => path.startsWith('rules/')).map(([, use]) => use)
  expect(first).toMatch(
    /^in the base tariff, number 1; of energy; for DOM; nothing; where area_type=urban; added: percent of these lines/,
  )
  expect(cap).toContain('at most: rupees a bill')
  const others = [
    of('area_type=rural'),
    of('area_type=urban', { side: 'beside' }),
    of('area_type=urban', { of: ['fixed'] }),
  ]
  for (const other of others) expect([...other.values()]).not.toContain(first)
})

test.each(FOLDERS)('every figure of rows, adjustments and quantities of %s has a use', async (folder) => {
  const { record } = await shippedRecord(folder)
  const uses = usesOf(record)
  const without = figuresOf(record).filter(({ path }) => !uses.has(path))
  expect(without.filter(({ path }) => /^(?:rows|quantities|rules\/adjustments)\//.test(path))).toEqual([])
})
